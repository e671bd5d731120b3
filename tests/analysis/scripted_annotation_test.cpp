// An annotation by an engine that follows a script: what is asked of it, and what is made of
// its answers.
#include <map>

#include "analysis/annotate/annotate.h"
#include "analysis/engine/replayed.h"
#include "tests/analysis/play.h"

namespace yari::test {

namespace {

Move usi(const char* text) { return *read_usi_move(text, Variant::yari); }

/// Answers by the number of moves played, or with the first legal move; a position that it is not
/// told about has no score.
class ScriptedEngine final : public Engine {
 public:
  struct Asked {
    std::size_t ply;
    Limits limits;
  };
  std::map<std::size_t, ScoredLine> answers;
  std::vector<Asked> asked;
  int new_games = 0;

  std::string name() const override { return "scripted"; }
  std::string identity() const override { return "scripted; Hash=16"; }
  void new_game() override { ++new_games; }
  Analysis analyze(const GamePosition& problem, const Limits& limits, std::stop_token,
                   const Progress&) override {
    asked.push_back({problem.moves.size(), limits});
    Analysis analysis;
    analysis.nodes = limits.nodes;
    const auto answer = answers.find(problem.moves.size());
    analysis.scored = answer != answers.end();
    if (!analysis.scored) return analysis;
    analysis.lines = {answer->second};
    if (answer->second.pv.empty()) analysis.lines[0].pv = {legal_moves(problem).front()};
    analysis.score = answer->second.score;
    return analysis;
  }
};

/// Keeps what it is given, and shares every position.
struct KeptEvaluations final : EvaluationStore {
  std::map<Key, Analysis> kept;
  std::vector<std::string> engines;

  bool is_shared(const Setup&) override { return true; }
  std::optional<Analysis> find(Key key, std::string_view, const Limits&) override {
    const auto found = kept.find(key);
    return found == kept.end() ? std::nullopt : std::optional(found->second);
  }
  void save(Key key, std::string_view engine, const Limits&, const Analysis& analysis) override {
    kept[key] = analysis;
    engines.emplace_back(engine);
  }
};

ScoredLine line(int score, std::initializer_list<const char*> moves) {
  ScoredLine line{{score, false}, 10, {}};
  for (const char* move : moves) line.pv.push_back(usi(move));
  return line;
}

Game three_moves() {
  Game game = new_game(Variant::yari);
  NodeId at = root_node;
  for (const char* move : {"7g7f", "3c3d", "2g2f"}) at = game.moves.add(at, usi(move));
  return game;
}

/// White's move throws the game away: P-4d P-4f was better.
ScriptedEngine blaming_engine() {
  ScriptedEngine engine;
  engine.answers = {{0, line(0, {"7g7f"})},
                    {1, line(0, {"4c4d", "4g4f"})},
                    {2, line(900, {"2g2f", "4c4d"})},
                    {3, line(-900, {"4c4d"})}};
  return engine;
}

AnnotateOptions screened(double percent) {
  AnnotateOptions options;
  options.screen = percent;
  return options;
}

const AnnotateOptions same_effort = screened(100);

}  // namespace

TEST_CASE("an annotation has the engine's names, its work and the better line in words") {
  ScriptedEngine engine = blaming_engine();
  const Annotation a = annotate(three_moves(), engine, {.nodes = 100}, same_effort);
  CHECK(a.complete);
  CHECK(a.engine == "scripted");
  CHECK(a.identity == "scripted; Hash=16");
  CHECK(engine.new_games == 1);
  CHECK(a.analysed == static_cast<int>(engine.asked.size()));
  CHECK(a.nodes == 100U * engine.asked.size());
  CHECK(a.from_store == 0);
  CHECK(a.unscored.empty());
  REQUIRE(a.moves.size() == 3);
  CHECK(a.moves[1].judgement == Judgement::blunder);
  CHECK(a.players[1].blunders == 1);
  REQUIRE(a.game.moves.note(2));
  CHECK(a.game.moves.note(2)->comment.ends_with(" Better: P-4d P-4f"));
  for (const NodeId node : {root_node, 1U, 2U, 3U}) {
    REQUIRE(a.game.moves.note(node));
    CHECK(a.game.moves.note(node)->evaluations.size() == 1);
  }
  // The positions from the last to the first.
  REQUIRE(engine.asked.size() >= 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(engine.asked[i].ply == 3 - i);
}

TEST_CASE("an annotation without evaluations leaves those of others alone") {
  ScriptedEngine engine = blaming_engine();
  Game game = three_moves();
  game.moves.edit_note(1).evaluations.push_back({5, false, 1, 1, "another", {}});
  AnnotateOptions options = same_effort;
  options.write_evaluations = false;
  const Annotation a = annotate(game, engine, {.nodes = 100}, options);
  CHECK(a.game.moves.note(1)->evaluations.size() == 1);
  CHECK_FALSE(a.game.moves.note(root_node));
  CHECK(a.game.moves.note(2)->evaluations.empty());
}

TEST_CASE("a position without a score is listed, and the moves beside it are not judged") {
  ScriptedEngine engine = blaming_engine();
  engine.answers.erase(2);
  const Annotation a = annotate(three_moves(), engine, {.nodes = 100}, same_effort);
  CHECK(a.complete);
  REQUIRE(a.unscored.size() == 1);
  CHECK(a.unscored[0].ply == 2);
  CHECK(a.unscored[0].why.find("scripted") != std::string::npos);
  CHECK(a.moves[0].is_weighed());
  CHECK_FALSE(a.moves[1].is_weighed());
  CHECK_FALSE(a.moves[2].is_weighed());
  CHECK(a.moves[1].judgement == Judgement::none);
  engine.answers.clear();
  CHECK_THROWS_WITH(annotate(three_moves(), engine, {.nodes = 100}, same_effort),
                    Catch::Matchers::EndsWith(", at each position of the game"));
}

TEST_CASE("an annotation knows the forced moves, the phases and where the game turned") {
  // Black's king in the corner has one move, and White two pieces in Black's camp.
  Game game = new_game(Variant::yari);
  game.start = *read_sfen("3k3/7/7/7/7/7/7/1r5/K1r4 b - 1", Variant::yari);
  game.result = GameResult::white_wins;
  auto p = position<YariShogi>("3k3/7/7/7/7/7/7/1r5/K1r4 b - 1");
  NodeId at = root_node;
  std::vector<bool> only;
  for (int i = 0; i < 3; ++i) {
    const MoveList moves = p.legal_moves();
    only.push_back(moves.size() == 1);
    at = game.moves.add(at, moves[0]);
    p.play(moves[0]);
  }
  ScriptedEngine engine;
  engine.answers = {
      {0, line(900, {})}, {1, line(-900, {})}, {2, line(-900, {})}, {3, line(900, {})}};
  const Annotation a = annotate(game, engine, {.nodes = 100}, same_effort);
  REQUIRE(a.moves.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(a.moves[i].only_move == only[i]);
    CHECK(a.moves[i].phase == Phase::endgame);
  }
  CHECK(std::ranges::count(only, true) == 1);
  CHECK(a.turned_at == 2);
}

TEST_CASE("an explained move has the opponent's play, and others have not") {
  ScriptedEngine engine = blaming_engine();
  AnnotateOptions options = same_effort;
  options.explain = true;
  const Annotation a = annotate(three_moves(), engine, {.nodes = 100}, options);
  // The main line, P-4d P-4f in White's place, and P-2f P-4d after its move.
  std::vector<Move> beside;
  for (NodeId node = 4; node < a.game.moves.size(); ++node)
    beside.push_back(a.game.moves.move(node));
  CHECK(beside == std::vector<Move>{usi("4c4d"), usi("4g4f"), usi("4c4d")});
  const Annotation plain = annotate(three_moves(), engine, {.nodes = 100}, same_effort);
  CHECK(plain.game.moves.size() == 6);
}

TEST_CASE("shared positions are asked for once, and kept under the engine's identity") {
  ScriptedEngine engine = blaming_engine();
  // A shared position is asked about alone, without the moves before it.
  engine.answers[0] = line(7, {});
  KeptEvaluations store;
  std::vector<std::pair<int, int>> steps;
  const auto progress = [&](int done, int all) { steps.emplace_back(done, all); };
  Annotation a = annotate(three_moves(), engine, {.nodes = 100}, same_effort, &store, {}, progress);
  CHECK(steps == std::vector<std::pair<int, int>>{{1, 4}, {2, 4}, {3, 4}, {4, 4}});
  CHECK(store.kept.size() == 4);
  CHECK(store.engines == std::vector<std::string>(4, "scripted; Hash=16"));
  for (const ScriptedEngine::Asked& one : engine.asked) CHECK(one.limits.nodes == 100);
  CHECK(a.from_store == 0);
  engine.asked.clear();
  a = annotate(three_moves(), engine, {.nodes = 100}, same_effort, &store);
  CHECK(a.from_store == 4);
  CHECK(a.game.moves.note(root_node)->evaluations.front().score == 7);
  for (const ScriptedEngine::Asked& one : engine.asked) CHECK(one.limits.multipv == 2);
  // What has no score is not kept.
  store.kept.clear();
  engine.answers.clear();
  CHECK_THROWS(annotate(three_moves(), engine, {.nodes = 100}, same_effort, &store));
  CHECK(store.kept.empty());
}

TEST_CASE("a part of the effort comes first, and the rest where a judgement is in doubt") {
  ScriptedEngine engine = blaming_engine();
  // Between a mistake and none.
  engine.answers[2] = line(170, {"2g2f", "4c4d"});
  engine.answers[3] = line(-170, {"4c4d"});
  const Annotation a = annotate(three_moves(), engine, {.nodes = 1000}, screened(40));
  CHECK(a.complete);
  std::uint64_t sum = 0, least = 1000;
  for (const ScriptedEngine::Asked& one : engine.asked) {
    sum += one.limits.nodes;
    least = std::min(least, one.limits.nodes);
  }
  CHECK(std::ranges::count_if(engine.asked, [](const auto& one) {
          return one.limits.nodes == 400 && one.limits.multipv <= 1;
        }) >= 4);
  CHECK(std::ranges::any_of(engine.asked, [](const auto& one) { return one.limits.nodes > 400; }));
  CHECK(least >= 1);
  CHECK(sum <= 4000);
}

}  // namespace yari::test
