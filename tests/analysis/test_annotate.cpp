// Annotation: planted mistakes are found and never praised, good moves are not blamed, records hold
// it.
#include <algorithm>

#include "analysis/annotate/annotate.h"
#include "analysis/annotate/judge.h"
#include "analysis/engine/replayed.h"
#include "analysis/engine/see.h"
#include "analysis/engine/win_chance.h"
#include "analysis/mate/mate.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/analysis/play.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"

using namespace yari;
using namespace yari::test;

namespace {

const Limits test_limits = nodes(4000);

template <class V>
bool mates(const Position<V>& p, Move m) {
  if (!p.gives_check(m)) return false;
  Position<V> next = p;
  next.play(m);
  return next.is_mate();
}

template <class V>
bool allows_mate_in_one(const Position<V>& p, Move m) {
  Position<V> next = p;
  next.play(m);
  for (Move reply : next.legal_moves()) {
    if (mates(next, reply)) return true;
  }
  return false;
}

// A quiet move after which a rook stands where it is taken for nothing like its worth.
template <class V>
bool hangs_rook(const Position<V>& p, Move m) {
  const Kind rook = V::info.variant == Variant::yari ? YariShogi::YR : Shogi::R;
  return p.moved_kind(m) == rook && !p.is_capture(m) && !m.promotes() && !p.gives_check(m) &&
         !see_at_least(p, m, -900);
}

// Every move is met by a mate: none of them is a mistake.
template <class V>
bool is_lost(const Position<V>& p) {
  MateSolver solver(4);
  return std::ranges::all_of(p.legal_moves(), [&](Move m) {
    Position<V> next = p;
    next.play(m);
    return solver.solve(game_position(next), {.nodes = 10000}).verdict == MateVerdict::mate;
  });
}

// Even, and not only at first sight: the positions are those of tactical games.
template <class V>
bool is_even(const Position<V>& p, Engine& engine) {
  for (std::uint64_t n : {1000U, 4000U, 30000U}) {
    engine.new_game();
    const Score score = engine.analyze(game_position(p), nodes(n)).score;
    if (score.mate || std::abs(score.value) > 250) return false;
  }
  return true;
}

template <class V>
double opponents_chance(const Position<V>& p, Move m, Engine& engine) {
  Position<V> next = p;
  next.play(m);
  engine.new_game();
  const Analysis a = engine.analyze(game_position(next), nodes(30000));
  return network_chances(V::info.variant)(a.score, a.nodes);
}

struct Found {
  int planted = 0;
  int judged = 0;
  /// The better line avoids what was planted and keeps the chances.
  int refuted = 0;
};

template <class V, class Wanted>
void plant(const Position<V>& p, Move m, Engine& engine, Wanted wanted, Found& found) {
  Game game = new_game(V::info.variant);
  game.start = p.setup();
  game.moves.add(root_node, m);
  const Annotation a = annotate(game, engine, test_limits);
  REQUIRE(a.moves.size() == 1);
  const JudgedMove& judged = a.moves.front();
  CHECK_FALSE(judged.only_good);
  CHECK_FALSE(judged.brilliant);
  ++found.planted;
  found.judged += judged.judgement >= Judgement::mistake;
  REQUIRE_FALSE(judged.better.empty());
  const Move better = judged.better.front();
  found.refuted += !wanted(p, better) &&
                   opponents_chance(p, better, engine) < opponents_chance(p, m, engine) - 10;
}

template <class V, class Wanted>
void require_planted_mistakes_found(int count, Wanted wanted) {
  Rng rng(11);
  BuiltinEngine engine({.hash_mib = 2});
  Found found;
  for (int g = 0; g < 1000 && found.planted < count; ++g) {
    const Game game = engine_game<V>(rng, 6, 80, nodes(300), engine);
    Position<V> p = *Position<V>::from(game.start);
    for (Move played : game.moves.main_moves()) {
      for (Move m : p.legal_moves()) {
        if (found.planted == count || rng() % 2 != 0 || !wanted(p, m)) continue;
        // Not every rook that hangs is lost for nothing.
        const bool costs = is_even(p, engine) && !is_lost(p) && opponents_chance(p, m, engine) > 65;
        if (costs) plant(p, m, engine, wanted, found);
        break;
      }
      p.play(played);
    }
  }
  CHECK(found.planted == count);
  CHECK(found.judged >= count * 98 / 100);
  // In some tactical positions no move found at these limits holds.
  CHECK(found.refuted >= count * 9 / 10);
}

}  // namespace

TEMPLATE_TEST_CASE("a rook left hanging is a mistake", "[slow]", YariShogi, Shogi) {
  require_planted_mistakes_found<TestType>(
      effort(30, 10), [](const Position<TestType>& p, Move m) { return hangs_rook(p, m); });
}

TEMPLATE_TEST_CASE("allowing mate in one is a mistake", "[slow]", YariShogi, Shogi) {
  require_planted_mistakes_found<TestType>(
      effort(30, 10), [](const Position<TestType>& p, Move m) { return allows_mate_in_one(p, m); });
}

TEMPLATE_TEST_CASE("a mate in one that is not played is a mistake", "[slow]", YariShogi, Shogi) {
  Rng rng(12);
  BuiltinEngine engine({.hash_mib = 2});
  int planted = 0;
  int found = 0;
  const int count = effort(30, 10);
  for (int g = 0; g < 1000 && planted < count; ++g) {
    const Game game = engine_game<TestType>(rng, 6, 120, nodes(100), engine);
    Position<TestType> p = *Position<TestType>::from(game.start);
    for (Move played : game.moves.main_moves()) {
      const MoveList moves = p.legal_moves();
      const Move m = moves[static_cast<int>(rng() % static_cast<std::uint64_t>(moves.size()))];
      const bool has_mate = std::ranges::any_of(moves, [&](Move x) { return mates(p, x); });
      if (planted < count && has_mate && !mates(p, m) && opponents_chance(p, m, engine) > 50) {
        Game missing = new_game(TestType::info.variant);
        missing.start = p.setup();
        missing.moves.add(root_node, m);
        const JudgedMove judged = annotate(missing, engine, nodes(8000)).moves.front();
        ++planted;
        found += judged.judgement >= Judgement::mistake && judged.mate == MateChange::missed;
        CHECK_FALSE((judged.only_good || judged.brilliant));
      }
      p.play(played);
    }
  }
  CHECK(planted == count);
  CHECK(found >= count * 98 / 100);
}

TEMPLATE_TEST_CASE("an engine with eight times the effort is seldom blamed", "[slow]", YariShogi,
                   Shogi) {
  Rng rng(5);
  BuiltinEngine engine({.hash_mib = 8});
  int moves = 0;
  int mistakes = 0;
  for (int g = effort(8, 3); g-- > 0;) {
    const Game game = engine_game<TestType>(rng, 4, 80, nodes(16000), engine);
    const Annotation a = annotate(game, engine, nodes(2000));
    CHECK(a.complete);
    // The budget holds for the game as a whole.
    CHECK(a.nodes <= 2100 * (a.moves.size() + 1));
    moves += static_cast<int>(a.moves.size());
    for (const JudgedMove& m : a.moves) mistakes += m.judgement >= Judgement::mistake;
  }
  INFO(mistakes << " of " << moves);
  CHECK(mistakes * 100 <= moves * 8);
}

// Its answer depends on nothing but the position: annotation gets what the game was played with.
class Forgetful final : public Engine {
 public:
  std::string name() const override { return "Forgetful"; }
  void new_game() override {}
  Analysis analyze(const GamePosition& position, const Limits& limits, std::stop_token stop,
                   const Progress& progress) override {
    engine_.new_game();
    return engine_.analyze(position, limits, stop, progress);
  }

 private:
  BuiltinEngine engine_{{.hash_mib = 2}};
};

TEMPLATE_TEST_CASE("the engine's own choices are not blamed", "", YariShogi, Shogi) {
  Rng rng(9);
  Forgetful engine;
  AnnotateOptions options;
  options.screen = 100;
  for (int g = 0; g < 4; ++g) {
    const Game game = engine_game<TestType>(rng, 4, 100, nodes(1000), engine);
    for (const JudgedMove& m : annotate(game, engine, nodes(1000), options).moves) {
      INFO(m.ply);
      CHECK(m.judgement == Judgement::none);
      CHECK(m.loss == 0);
    }
  }
}

TEMPLATE_TEST_CASE("both sides of a mate are seen", "", YariShogi, Shogi) {
  Rng rng(14);
  BuiltinEngine engine({.hash_mib = 2});
  MateSolver solver(4);
  constexpr int count = 20;
  int mates = 0;
  int moves = 0;
  int seen = 0;
  for (int g = 0; g < 1000 && mates < count; ++g) {
    const Game game = engine_game<TestType>(rng, 6, 120, nodes(100), engine);
    for (int ply = 0; ply < game.moves.main_plies() && mates < count; ++ply) {
      const GamePosition position = position_at(game, ply);
      const MateResult mate = solver.solve(position, {.nodes = 300});
      if (mate.line.size() < 5) continue;
      ++mates;
      Game play = new_game(TestType::info.variant);
      play.start = setup_of(position);
      NodeId node = root_node;
      for (const Move m : mate.line) node = play.moves.add(node, m);
      for (const JudgedMove& m : annotate(play, engine, nodes(3000)).moves) {
        const bool attacker = m.ply % 2 == 1;
        INFO(write_sfen(play.start) << " after " << m.ply);
        CHECK(m.judgement == Judgement::none);
        ++moves;
        seen += m.chance_before == (attacker ? 100 : 0) && m.after.mate;
      }
    }
  }
  CHECK(mates == count);
  CHECK(seen >= moves * 95 / 100);
}

TEST_CASE("a sacrifice that alone mates is brilliant") {
  struct Sacrifice {
    Variant variant;
    const char* sfen;
    const char* move;
    bool brilliant;
  };
  const Sacrifice sacrifices[] = {
      {Variant::yari, "r6/4r2/+Pk3p1/Rpp1b1p/4p2/2NN1PK/2PBN1P/1+b5/1+n3+r1 b BP4p 67", "5f5e",
       true},
      {Variant::shogi, "9/3s1g1rl/G1pkLp3/4P2pp/3PpN3/1PPK1P2P/7RL/2+b2S3/+n4G3 w BSN4Pgsnl3p 120",
       "S*7g", true},
      // Another check mates too.
      {Variant::shogi,
       "1n1gk3l/2s4+P1/l1pppp+P1b/7Rp/p8/2P5P/P1NPPP3/1GG3+r1L/L1S1KS1N1 w Nbgs4p 64", "S*5h",
       false},
  };
  BuiltinEngine engine({.hash_mib = 8});
  for (const Sacrifice& s : sacrifices) {
    INFO(s.sfen);
    Game game = new_game(s.variant);
    game.start = *read_sfen(s.sfen, s.variant);
    game.moves.add(root_node, *read_usi_move(s.move, s.variant));
    // Two positions' nodes would not do for the looks at other moves.
    const Annotation a = annotate(game, engine, {.depth = 12});
    CHECK(a.moves.front().only_good == s.brilliant);
    CHECK(a.moves.front().brilliant == s.brilliant);
    const Note* note = a.game.moves.note(a.moves.front().node);
    REQUIRE(note);
    CHECK(std::ranges::count(note->glyphs, 3) == s.brilliant);
  }
}

TEST_CASE("praise is rare, and for moves that the engine would play") {
  Rng rng(3);
  BuiltinEngine engine({.hash_mib = 4});
  int brilliant = 0;
  int moves = 0;
  for (int g = 0; g < 4; ++g) {
    const Game game = engine_game<Shogi>(rng, 6, 120, nodes(2000), engine);
    for (const JudgedMove& m : annotate(game, engine, nodes(1000)).moves) {
      ++moves;
      brilliant += m.brilliant;
      if (m.brilliant) CHECK(m.only_good);
      if (m.only_good) CHECK((m.judgement == Judgement::none && m.better.front() == m.move));
    }
  }
  CHECK(brilliant * 50 <= moves);
}

TEST_CASE("nothing is judged after an illegal move, and an impasse is what the rules make of it") {
  BuiltinEngine engine({.hash_mib = 2});
  Game game = new_game(Variant::shogi);
  // Both generals have entered; Black is far ahead in points and White far ahead on the board.
  game.start = *read_sfen("4K4/9/9/9/9/9/9/3rrbb2/4k4 b 4G4S4N4L9P 1", Variant::shogi);
  const Move step = *read_usi_move("5a4a", Variant::shogi);
  game.moves.add(root_node, step);
  game.ending = Ending::impasse;
  game.result = GameResult::black_wins;
  const Annotation a = annotate(game, engine, nodes(500));
  REQUIRE(a.moves.size() == 1);
  CHECK(a.moves[0].chance_before > 99);
  CHECK(a.moves[0].chance_after > 99);
  CHECK(a.moves[0].judgement == Judgement::none);
  CHECK(a.analysed == 0);

  game.ending = Ending::illegal_move;
  game.result = GameResult::white_wins;
  CHECK(annotate(game, engine, nodes(500)).moves.size() == 1);
}

TEST_CASE(
    "a declaration is won where the winner's general has entered, and is known from then on") {
  BuiltinEngine engine({.hash_mib = 2});
  struct Row {
    const char* sfen;
    Ending ending;
    GameResult result;
    /// Positions that an engine has to look at.
    int analysed;
  };
  const char* black_in = "4K4/9/9/9/9/9/9/9/k8 b 4G4S4N4L9P 1";
  const char* white_in = "9/9/9/9/9/9/K8/9/4k4 b 4g4s4n4l9p 1";
  const Row rows[] = {{black_in, Ending::declaration, GameResult::black_wins, 0},
                      {black_in, Ending::declaration, GameResult::white_wins, 0},
                      {black_in, Ending::declaration, GameResult::unknown, 2},
                      {black_in, Ending::resignation, GameResult::black_wins, 2},
                      {white_in, Ending::declaration, GameResult::white_wins, 0},
                      {white_in, Ending::declaration, GameResult::black_wins, 2},
                      {white_in, Ending::impasse, GameResult::draw, 2},
                      {black_in, Ending::impasse, GameResult::draw, 0},
                      {black_in, Ending::move_limit, GameResult::draw, 0},
                      {white_in, Ending::move_limit, GameResult::draw, 2}};
  for (const Row& row : rows) {
    Game game = new_game(Variant::shogi);
    game.start = *read_sfen(row.sfen, Variant::shogi);
    const Move step = *read_usi_move(row.sfen == black_in ? "5a4a" : "9g8g", Variant::shogi);
    game.moves.add(root_node, step);
    game.ending = row.ending;
    game.result = row.result;
    AnnotateOptions options;
    options.screen = 100;
    const Annotation a = annotate(game, engine, {.depth = 1}, options);
    INFO(row.sfen << ' ' << name(row.ending) << ' ' << name(row.result));
    CHECK(a.analysed >= row.analysed);
    if (row.analysed == 0) {
      CHECK(a.analysed == 0);
      CHECK(a.moves[0].chance_after == Approx(row.result == GameResult::black_wins ? 100
                                              : row.result == GameResult::draw     ? 50
                                                                                   : 0)
                                           .margin(0.1));
    }
  }
}

TEST_CASE("a repetition ends a game as the rules say, whatever an engine thinks") {
  BuiltinEngine engine({.hash_mib = 2});
  // Black chases the king for ever, and loses by that.
  Game game = new_game(Variant::shogi);
  game.start = *read_sfen("8k/9/9/9/9/9/9/9/K7R w - 1", Variant::shogi);
  NodeId node = root_node;
  for (int i = 0; i < 3; ++i)
    for (const char* move : {"1a2a", "1i2i", "2a1a", "2i1i"})
      node = game.moves.add(node, *read_usi_move(move, Variant::shogi));
  const Annotation a = annotate(game, engine, nodes(300));
  CHECK(a.moves.back().chance_after < 0.1);
  CHECK(a.moves.back().judgement >= Judgement::mistake);
}

/// Asks for its own end after `most` questions.
class Stopping final : public Engine {
 public:
  explicit Stopping(int most) : left_(most) {}
  std::string name() const override { return "Ending"; }
  void new_game() override { engine_.new_game(); }
  Analysis analyze(const GamePosition& position, const Limits& limits, std::stop_token stop,
                   const Progress& progress) override {
    if (--left_ == 0) stop_.request_stop();
    return engine_.analyze(position, limits, std::move(stop), progress);
  }
  std::stop_token token() const { return stop_.get_token(); }
  bool stopped() const { return left_ <= 0; }

 private:
  int left_;
  std::stop_source stop_;
  BuiltinEngine engine_{{.hash_mib = 1}};
};

TEST_CASE("an annotation that is stopped anywhere leaves the game as it was") {
  Rng rng(21);
  BuiltinEngine player({.hash_mib = 1});
  const Game game = engine_game<Shogi>(rng, 30, 60, nodes(50), player);
  int stops = 0;
  for (int most = 1;; most += 3) {
    Stopping engine(most);
    const Annotation a = annotate(game, engine, nodes(100), {}, nullptr, engine.token());
    CHECK(a.complete == !engine.stopped());
    if (a.complete) break;
    CHECK(a.game == game);
    // What was not asked about is not what the engine had no score for.
    CHECK(a.unscored.empty());
    ++stops;
  }
  CHECK(stops > 20);
}

TEST_CASE("moves of the book are not judged") {
  Game game = new_game(Variant::yari);
  Position<YariShogi> p = Position<YariShogi>::start();
  Rng rng(8);
  NodeId node = root_node;
  for (int i = 0; i < 12; ++i) {
    const Move m = random_move(p, rng);
    node = game.moves.add(node, m);
    p.play(m);
  }
  BuiltinEngine engine({.hash_mib = 2});
  int asked = 0;
  AnnotateOptions options;
  options.in_book = [&](const Setup&) { return ++asked <= 9; };
  const Annotation a = annotate(game, engine, nodes(1000), options);
  for (const JudgedMove& m : a.moves) {
    CHECK(m.book == (m.ply <= 8));
    if (m.book) CHECK(m.judgement == Judgement::none);
  }
  CHECK(asked == 10);
  CHECK(a.players[0].book == 4);
}

TEST_CASE("the game turns with the move that brings the winner ahead for good") {
  std::vector<JudgedMove> moves(6);
  const double black[] = {50, 70, 75, 40, 55, 30, 10};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool blacks = i % 2 == 0;
    moves[i].mover = blacks ? Color::black : Color::white;
    moves[i].chance_before = blacks ? black[i] : 100 - black[i];
    moves[i].chance_after = blacks ? black[i + 1] : 100 - black[i + 1];
  }
  CHECK(turning_point(moves, GameResult::white_wins) == 5);
  // Black was never 60 or more behind before the end, and a draw has no side ahead.
  CHECK(turning_point(moves, GameResult::draw) == 0);
}

TEST_CASE("an analysis serves who wants a shallower one") {
  const Limits n1000{.nodes = 1000}, n2000{.nodes = 2000}, d8{.depth = 8},
      both{.depth = 8, .nodes = 1000};
  CHECK(serves(n2000, n1000));
  CHECK_FALSE(serves(n1000, n2000));
  CHECK_FALSE(serves(d8, n1000));
  CHECK(serves(n1000, both));
  CHECK_FALSE(serves(both, n1000));
  Limits one_move = n2000;
  one_move.root_moves = {Move::from_bits(77), Move::from_bits(4242)};
  CHECK_FALSE(serves(one_move, n1000));
  CHECK_FALSE(serves(n2000, one_move));
  for (const Limits& l : {n1000, d8, both, one_move}) CHECK(read_limits(describe(l)) == l);
  CHECK_FALSE(read_limits("nodes 10 apples 3"));
}

TEMPLATE_TEST_CASE("the same game and limits give the same annotation", "", YariShogi, Shogi) {
  Rng rng(6);
  const Game game = random_game<TestType>(rng, 40);
  BuiltinEngine one({.hash_mib = 8});
  BuiltinEngine two({.hash_mib = 8});
  two.analyze({start_setup(TestType::info.variant), {}, RuleSet::standard}, nodes(5000));
  const Annotation a = annotate(game, one, nodes(1000));
  const Annotation b = annotate(game, two, nodes(1000));
  CHECK(a.game == b.game);
  CHECK(a.nodes == b.nodes);
  CHECK_FALSE(a.game == game);
  // Once more over the result: nothing is written twice.
  CHECK(annotate(a.game, one, nodes(1000)).game == a.game);
}
