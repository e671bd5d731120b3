// What comes out of a store of evaluations, which may be a stranger's.
#include <limits>

#include "analysis/annotate/annotate.h"
#include "analysis/engine/builtin.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

using namespace yari;

namespace {

/// Knows every position, and the same of each.
struct Liar final : EvaluationStore {
  Analysis answer;
  int saved = 0;

  bool is_shared(const Setup&) override { return true; }
  std::optional<Analysis> find(Key, std::string_view, const Limits&) override { return answer; }
  void save(Key, std::string_view, const Limits&, const Analysis&) override { ++saved; }
};

Game two_moves() {
  Game game;
  game.variant = Variant::yari;
  game.start = start_setup(Variant::yari);
  NodeId at = root_node;
  for (const char* move : {"7g7f", "3c3d"})
    at = game.moves.add(at, *read_usi_move(move, Variant::yari));
  return game;
}

Analysis lines(std::vector<std::string> pv, int score) {
  Analysis a;
  ScoredLine line{{score, false}, 5, {}};
  for (const std::string& move : pv) line.pv.push_back(*read_usi_move(move, Variant::yari));
  a.lines.push_back(line);
  a.score = line.score;
  a.nodes = 500;
  return a;
}

void check_legal(const Game& game) {
  for (NodeId node = 1; node < game.moves.size(); ++node) {
    auto p = *Position<YariShogi>::from(game.start);
    std::vector<Move> way;
    for (NodeId n = node; n != root_node; n = game.moves.parent(n))
      way.insert(way.begin(), game.moves.move(n));
    for (Move m : way) {
      REQUIRE(p.is_legal(m));
      p.play(m);
    }
  }
}

}  // namespace

TEST_CASE("stored lines are taken as far as they are legal") {
  BuiltinEngine engine({.hash_mib = 1});
  Liar store;
  // Legal once, illegal, and illegal from the first move on.
  for (const std::vector<std::string>& pv :
       {std::vector<std::string>{"2g2f", "2g2f", "3c3d"}, {"5a5b", "7g7f"}, {"R*5e"}, {}}) {
    store.answer = lines(pv, 900);
    const Annotation a = annotate(two_moves(), engine, {.nodes = 500}, {}, &store);
    CHECK(a.complete);
    check_legal(a.game);
    for (const JudgedMove& m : a.moves) CHECK(m.better.size() >= 1);
  }
  CHECK(store.saved > 0);
}

TEST_CASE("stored scores of any size can be reckoned with") {
  BuiltinEngine engine({.hash_mib = 1});
  Liar store;
  for (const int score : {std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
    for (const bool mate : {false, true}) {
      store.answer = lines({"2g2f"}, score);
      store.answer.lines.front().score.mate = store.answer.score.mate = mate;
      const Annotation a = annotate(two_moves(), engine, {.nodes = 500}, {}, &store);
      CHECK(a.complete);
      for (const JudgedMove& m : a.moves) CHECK((m.loss >= 0 && m.loss <= 100));
    }
  }
}
