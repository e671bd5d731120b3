// The built-in engine: legal lines, limits, determinism, interruption, mates and repetition.
#include <thread>

#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/analysis/play.h"
#include "tests/support/catch.h"

using namespace yari;
using namespace yari::test;

namespace {

template <class V>
void require_legal(const Analysis& a, Position<V> p) {
  for (const ScoredLine& line : a.lines) {
    Position<V> at = p;
    REQUIRE_FALSE(line.pv.empty());
    for (Move m : line.pv) {
      REQUIRE(at.is_legal(m));
      at.play(m);
    }
    // A mate found is a mate at the end of its line.
    if (line.score.mate) {
      CHECK(static_cast<int>(line.pv.size()) <= std::abs(line.score.value));
    }
  }
}

bool same(const Analysis& a, const Analysis& b) {
  if (a.nodes != b.nodes || a.depth != b.depth || a.lines.size() != b.lines.size()) return false;
  for (std::size_t i = 0; i < a.lines.size(); ++i) {
    if (a.lines[i].pv != b.lines[i].pv || a.lines[i].score != b.lines[i].score) return false;
  }
  return true;
}

}  // namespace

TEMPLATE_TEST_CASE("every line of an analysis can be played", "", YariShogi, Shogi) {
  Rng rng(1);
  BuiltinEngine engine({.hash_mib = 4});
  for (int game = 0; game < 12; ++game) {
    Position<TestType> p = Position<TestType>::start();
    const int plies = static_cast<int>(rng() % 120);
    for (int i = 0; i < plies && p.has_legal_move(); ++i) p.play(random_move(p, rng));
    Limits limits = nodes(3000);
    limits.multipv = 1 + game % 3;
    const Analysis a = engine.analyze(game_position(p), limits);
    CHECK(a.nodes <= 3000);
    CHECK(a.lines.empty() == !p.has_legal_move());
    require_legal(a, p);
  }
}

TEMPLATE_TEST_CASE("the same limits give the same analysis", "", YariShogi, Shogi) {
  BuiltinEngine one({.hash_mib = 4});
  BuiltinEngine two({.hash_mib = 4});
  const GamePosition start{start_setup(TestType::info.variant), {}, RuleSet::standard};
  const Analysis first = one.analyze(start, nodes(20000));
  CHECK(same(first, two.analyze(start, nodes(20000))));
  one.analyze(start, nodes(777));
  one.new_game();
  CHECK(same(first, one.analyze(start, nodes(20000))));
}

TEMPLATE_TEST_CASE("an analysis keeps its limits", "", YariShogi, Shogi) {
  BuiltinEngine engine({.hash_mib = 4});
  const GamePosition start{start_setup(TestType::info.variant), {}, RuleSet::standard};
  Limits limits;
  limits.depth = 3;
  CHECK(engine.analyze(start, limits).depth == 3);
  for (std::uint64_t n : {1U, 2U, 10U, 100U, 1000U}) {
    const Analysis a = engine.analyze(start, nodes(n));
    CHECK(a.nodes <= n);
    CHECK(a.best() != Move::none());
  }
  limits = {};
  limits.time = std::chrono::milliseconds(30);
  const auto begin = std::chrono::steady_clock::now();
  engine.analyze(start, limits);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
}

TEST_CASE("an endless analysis ends when it is stopped") {
  BuiltinEngine engine({.hash_mib = 4});
  const GamePosition start{start_setup(Variant::yari), {}, RuleSet::standard};
  std::stop_source source;
  Analysis result;
  std::thread worker([&] { result = engine.analyze(start, {}, source.get_token()); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const auto begin = std::chrono::steady_clock::now();
  source.request_stop();
  worker.join();
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
  CHECK(result.best() != Move::none());
}

TEMPLATE_TEST_CASE("mate in one is found wherever there is one", "", YariShogi, Shogi) {
  Rng rng(7);
  BuiltinEngine engine({.hash_mib = 4});
  int found = 0;
  for (int game = 0; game < 400 && found < 25; ++game) {
    play_random_game<TestType>(rng, 200, [&](const Position<TestType>& p) {
      bool has_mate = false;
      for (Move m : p.legal_moves()) {
        if (!p.gives_check(m)) continue;
        Position<TestType> next = p;
        next.play(m);
        has_mate |= next.is_mate();
      }
      if (!has_mate || found >= 25) return;
      ++found;
      engine.new_game();
      Limits limits;
      limits.depth = 2;
      const Analysis a = engine.analyze(game_position(p), limits);
      CHECK(a.score == Score{1, true});
      Position<TestType> mated = p;
      mated.play(a.best());
      CHECK(mated.is_mate());
      CHECK(engine.analyze(game_position(mated), limits).score == Score{0, true});
    });
  }
  CHECK(found == 25);
}

namespace {

/// No mate is claimed against the side to move, wherever a search of the position is cut short.
template <class V>
void require_not_mated(std::string_view sfen) {
  BuiltinEngine engine({.hash_mib = 16});
  const Position<V> p = *Position<V>::from(*read_sfen(sfen, V::info.variant));
  for (std::uint64_t limit = 200; limit <= 8000; limit += 200) {
    engine.new_game();
    CHECK_FALSE(engine.analyze(game_position(p), nodes(limit)).score.loses_by_mate());
  }
}

}  // namespace

// The move that an iteration begins with runs into a mate; others, not yet looked at, do not.
TEST_CASE("a search that is cut short takes no single move's mate for the position's") {
  require_not_mated<YariShogi>(
      "2+B1+N1r/1+N2+R2/kp1p1pp/p6/1n2+B2/2pP3/PPP4/1BKB3/1R5 w N2Pr2p 60");
  require_not_mated<YariShogi>("+B3b1r/1k4b/pp1nppp/7/1N1p2P/P3P2/1P1PNPN/2+r2K1/R5R b b2p 35");
  require_not_mated<Shogi>(
      "ln7/2+NRlk1+b1/pp3p1p1/2p1p1p2/3p4p/1PPL5/PG1PP1P2/BKS5r/L5G2 b GSPg2s2n2p 81");
}

TEST_CASE("a shallow search sees that a piece can be taken back") {
  // After the exchange of bishops all is even, though most of the moves in reply give something up.
  GamePosition position{start_setup(Variant::shogi), {}, RuleSet::standard};
  for (const char* move : {"7g7f", "3c3d", "8h2b+"})
    position.moves.push_back(read_usi_move(move, Variant::shogi).value());
  for (int depth = 1; depth <= 5; ++depth) {
    CAPTURE(depth);
    const Analysis a = BuiltinEngine({.hash_mib = 4}).analyze(position, {.depth = depth});
    CHECK(std::abs(a.score.value) < 400);
  }
}

TEST_CASE("a search that ends at once says how the position looks, in check too") {
  const auto setup =
      read_sfen("3r3/1nk1b2/p2+P2R/1pp2pp/1B2p2/3RP1P/PPPn1P1/1B2KR1/5N1 w BNP 60", Variant::yari);
  BuiltinEngine engine({.hash_mib = 4});
  const Analysis a = engine.analyze({setup.value(), {}, RuleSet::standard}, nodes(1));
  CHECK(a.depth == 0);
  CHECK(a.score.value < -500);
}

TEST_CASE("stalemate is a draw in Yari Shogi and lost in Shogi") {
  BuiltinEngine engine({.hash_mib = 1});
  const auto in_yari = position<YariShogi>("k4+r1/7/7/7/7/7/7/+r6/6K b - 1");
  REQUIRE(in_yari.is_stalemate());
  CHECK(engine.analyze(game_position(in_yari), nodes(100)).score == Score{});
  const auto in_shogi = position<Shogi>("k6+r1/9/9/9/9/9/9/+r8/8K b - 1");
  REQUIRE(in_shogi.is_stalemate());
  CHECK(engine.analyze(game_position(in_shogi), nodes(100)).score.loses_by_mate());
}

TEMPLATE_TEST_CASE("several lines come best first and begin differently", "", YariShogi, Shogi) {
  BuiltinEngine engine({.hash_mib = 4});
  Limits limits = nodes(20000);
  limits.multipv = 4;
  const Analysis a =
      engine.analyze({start_setup(TestType::info.variant), {}, RuleSet::standard}, limits);
  REQUIRE(a.lines.size() == 4);
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(a.lines[i - 1].score.value >= a.lines[i].score.value);
    for (std::size_t j = 0; j < i; ++j) CHECK(a.lines[i].pv[0] != a.lines[j].pv[0]);
  }
}

TEMPLATE_TEST_CASE("a search of some root moves names no others, and leaves the hash table sound",
                   "", YariShogi, Shogi) {
  const GamePosition start{start_setup(TestType::info.variant), {}, RuleSet::standard};
  BuiltinEngine engine({.hash_mib = 4});
  const Move best = engine.analyze(start, nodes(20000)).best();
  std::vector<Move> others;
  for (const Move m : Position<TestType>::start().legal_moves())
    if (m != best && others.size() < 3) others.push_back(m);
  Limits limits = nodes(5000);
  limits.multipv = 5;
  limits.root_moves = others;
  const Analysis some = engine.analyze(start, limits);
  REQUIRE(some.lines.size() == 3);
  for (const ScoredLine& line : some.lines) CHECK(std::ranges::count(others, line.pv[0]) == 1);
  // The table's entry for the position is the one of the search of all moves: a search that is cut
  // at once names its move.
  CHECK(engine.analyze(start, nodes(1)).best() == best);
  limits.multipv = 1;
  limits.root_moves = {others[1]};
  CHECK(engine.analyze(start, limits).best() == others[1]);
}

TEST_CASE(
    "an analysis of a new position depends on nothing before it, and uses a part of the table") {
  const GamePosition start{start_setup(Variant::shogi), {}, RuleSet::standard};
  const GamePosition other = yari::test::game_position(Position<YariShogi>::start());
  BuiltinEngine fresh({.hash_mib = 64});
  fresh.new_position(nodes(2000));
  const Analysis first = fresh.analyze(start, nodes(2000));
  // So few nodes would be nothing in the whole table.
  CHECK(first.hash_full > 20);

  BuiltinEngine used({.hash_mib = 64});
  used.analyze(other, nodes(5000));
  used.analyze(start, nodes(5000));
  used.new_position(nodes(2000));
  CHECK(same(used.analyze(start, nodes(2000)), first));

  // The whole table is there again, and empty.
  used.new_game();
  const Analysis whole = used.analyze(start, nodes(2000));
  BuiltinEngine again({.hash_mib = 64});
  CHECK(same(again.analyze(start, nodes(2000)), whole));
  CHECK(whole.hash_full < 20);
}

TEST_CASE("where the threads are chosen by themselves, a limit of nodes or depth has one") {
  const GamePosition start{start_setup(Variant::shogi), {}, RuleSet::standard};
  BuiltinEngine one({.hash_mib = 4, .threads = 1});
  BuiltinEngine chosen({.hash_mib = 4, .threads = 0});
  CHECK(same(chosen.analyze(start, nodes(20'000)), one.analyze(start, nodes(20'000))));
  CHECK(same(chosen.analyze(start, {.depth = 8}), one.analyze(start, {.depth = 8})));
}

TEMPLATE_TEST_CASE("two threads search together and give legal lines", "", YariShogi, Shogi) {
  BuiltinEngine engine({.hash_mib = 4, .threads = 2});
  const Position<TestType> start = Position<TestType>::start();
  for (int i = 0; i < 5; ++i) {
    Limits limits;
    limits.depth = 6 + i % 2;
    const Analysis a = engine.analyze(game_position(start), limits);
    CHECK(a.depth == limits.depth);
    require_legal(a, start);
  }
  const Analysis bounded = engine.analyze(game_position(start), nodes(20000));
  // Each thread keeps the limit by itself at the latest.
  CHECK(bounded.nodes < 42000);
}
