// Puzzles have one solution: mates held against plain search, wins against an engine that says what
// it is told to.
#include "analysis/annotate/puzzle.h"

#include <map>

#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/analysis/mate_support.h"
#include "tests/analysis/play.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"

using namespace yari;
using namespace yari::test;

namespace {

/// Answers by the number of moves played; what it is not told about is even, with two moves.
class ToldEngine final : public Engine {
 public:
  std::map<std::size_t, std::vector<ScoredLine>> answers;
  std::vector<Limits> asked;

  std::string name() const override { return "told"; }
  void new_game() override {}
  Analysis analyze(const GamePosition& problem, const Limits& limits, std::stop_token,
                   const Progress&) override {
    asked.push_back(limits);
    Analysis analysis;
    analysis.lines = answers[problem.moves.size()];
    if (!analysis.lines.empty()) analysis.score = analysis.lines.front().score;
    return analysis;
  }
};

std::vector<Move> usi_moves(std::initializer_list<const char*> texts) {
  std::vector<Move> moves;
  for (const char* text : texts) moves.push_back(*read_usi_move(text, Variant::yari));
  return moves;
}

ScoredLine line(int score, std::initializer_list<const char*> moves) {
  return {{score, false}, 10, usi_moves(moves)};
}

PuzzleOptions mates(int plies) {
  PuzzleOptions options;
  options.mate_plies = plies;
  return options;
}

/// Moves that mate within `plies` when nothing but checks is played.
template <class V>
int mating_moves(const Position<V>& position, int plies) {
  int count = 0;
  for (const Move move : position.legal_moves()) {
    Position<V> next = position;
    next.play(move);
    if (!next.in_check()) continue;
    bool mated = true;
    for (const Move answer : next.legal_moves()) {
      Position<V> after = next;
      after.play(answer);
      mated = mated && mates_within(after, plies - 2);
    }
    count += mated;
  }
  return count;
}

}  // namespace

TEST_CASE("a win is a puzzle as far as one move alone wins") {
  ToldEngine engine;
  const GamePosition start{start_setup(Variant::yari), {}, RuleSet::standard};
  engine.answers[0] = {line(1500, {"7g7f", "7c7d", "6g6f"}), line(100, {"1g1f"})};
  engine.answers[2] = {line(1600, {"6g6f", "6c6d", "5g5f"}), line(0, {"1g1f"})};
  PuzzleOptions options;
  options.coefficient = 0.0025;
  PuzzleMaker maker(engine, options);
  SECTION("until a second move wins too") {
    engine.answers[4] = {line(1700, {"5g5f", "5c5d"}), line(1400, {"1g1f"})};
    const auto puzzle = maker.make(start);
    REQUIRE(puzzle);
    CHECK(puzzle->solution == usi_moves({"7g7f", "7c7d", "6g6f"}));
    CHECK_FALSE(puzzle->mate);
    CHECK(puzzle->chance > 95);
    CHECK(puzzle->next_best < 60);
    CHECK(puzzle->position.same_position(start.start));
    CHECK(engine.asked.front().multipv == 2);
  }
  SECTION("until it is long enough") {
    options.max_plies = 1;
    CHECK(PuzzleMaker(engine, options).make(start)->solution == usi_moves({"7g7f"}));
  }
  SECTION("not where two moves win, the best is not enough, or only one is legal") {
    engine.answers[0][1] = line(1400, {"1g1f"});
    CHECK_FALSE(maker.make(start));
    engine.answers[0] = {line(300, {"7g7f", "7c7d"}), line(0, {"1g1f"})};
    CHECK_FALSE(maker.make(start));
    engine.answers[0] = {line(1500, {"7g7f", "7c7d"})};
    CHECK_FALSE(maker.make(start));
  }
  SECTION("until the engine foresees no answer") {
    engine.answers[2] = {line(1600, {"6g6f"}), line(0, {"1g1f"})};
    CHECK(maker.make(start)->solution == usi_moves({"7g7f", "7c7d", "6g6f"}));
  }
  SECTION("not where the game is over, or the work is stopped") {
    const GamePosition over = game_position(position<YariShogi>("k4+r1/7/7/7/7/7/7/+r6/6K b - 1"));
    CHECK_FALSE(maker.make(over));
    CHECK(engine.asked.empty());
    std::stop_source stop;
    stop.request_stop();
    CHECK_FALSE(maker.make(start, stop.get_token()));
  }
  SECTION("not where only mates are asked for") {
    CHECK_FALSE(PuzzleMaker(engine, mates(5)).make(start));
  }
}

namespace {

/// Tells of its search in steps of nodes, and has a second line where two are wanted.
class SteppingEngine final : public Engine {
 public:
  std::vector<std::pair<std::uint64_t, const char*>> steps;
  bool scored = true;

  std::string name() const override { return "stepping"; }
  void new_game() override {}
  Analysis analyze(const GamePosition& problem, const Limits& limits, std::stop_token,
                   const Progress& progress) override {
    Analysis analysis;
    analysis.scored = scored;
    if (!problem.moves.empty()) return analysis;
    analysis.lines = {line(1500, {"7g7f", "7c7d"})};
    if (limits.multipv == 2) {
      analysis.lines.push_back(line(0, {"1g1f"}));
      return analysis;
    }
    for (const auto& [nodes, move] : steps) {
      analysis.nodes = nodes;
      analysis.lines = {line(1500, {move, "7c7d"})};
      if (progress && nodes != steps.back().first) progress(analysis);
    }
    return analysis;
  }
};

}  // namespace

TEST_CASE("a puzzle is as hard as the nodes until the search keeps to its move") {
  SteppingEngine engine;
  PuzzleOptions options;
  options.coefficient = 0.0025;
  PuzzleMaker maker(engine, options);
  const GamePosition start{start_setup(Variant::yari), {}, RuleSet::standard};
  const auto nodes = [&](std::vector<std::pair<std::uint64_t, const char*>> steps) {
    engine.steps = std::move(steps);
    const auto puzzle = maker.make(start);
    REQUIRE(puzzle);
    return puzzle->nodes;
  };
  CHECK(nodes({{10, "7g7f"}, {20, "7g7f"}, {30, "7g7f"}}) == 10);
  CHECK(nodes({{10, "7g7f"}, {20, "1g1f"}, {30, "7g7f"}, {40, "7g7f"}}) == 30);
  CHECK(nodes({{10, "1g1f"}, {20, "1g1f"}, {30, "7g7f"}}) == 30);
  CHECK(nodes({{10, "7g7f"}, {20, "7g7f"}, {30, "1g1f"}}) == 30);
}

TEST_CASE("positions without a score are counted, with the reason for the first") {
  SteppingEngine engine;
  engine.scored = false;
  PuzzleMaker maker(engine, {});
  const GamePosition start{start_setup(Variant::yari), {}, RuleSet::standard};
  CHECK(maker.unscored() == 0);
  for (const std::size_t count : {1U, 2U}) {
    CHECK_FALSE(maker.make(start));
    CHECK(maker.unscored() == count);
    CHECK_THAT(maker.why_unscored(), Contains("stepping"));
  }
}

TEST_CASE("a win is enough from 85 % on, where all else leaves 60 % or less") {
  ToldEngine engine;
  const GamePosition start{start_setup(Variant::yari), {}, RuleSet::standard};
  engine.answers[0] = {line(1000, {"7g7f"}), line(100, {"1g1f"})};
  PuzzleOptions options;
  options.coefficient = 0.0025;
  const auto puzzle = PuzzleMaker(engine, options).make(start);
  REQUIRE(puzzle);
  const auto made = [&](double winning, double spoiled) {
    options.winning = winning;
    options.spoiled = spoiled;
    return PuzzleMaker(engine, options).make(start).has_value();
  };
  CHECK(made(puzzle->chance, puzzle->next_best));
  CHECK_FALSE(made(puzzle->chance + 0.01, puzzle->next_best));
  CHECK_FALSE(made(puzzle->chance, puzzle->next_best - 0.01));
  CHECK(puzzle->chance > puzzle->next_best + 30);
}

TEST_CASE("a mate that can be given in two ways is no puzzle") {
  ToldEngine engine;
  PuzzleMaker maker(engine, mates(3));
  const auto make = [&](const char* sfen) {
    return maker.make(game_position(position<YariShogi>(sfen)));
  };
  // The rook can be dropped on several squares of the back rank.
  CHECK_FALSE(make("3k3/7/3+B3/7/7/7/7/7/3K3 b R 1"));
  // The pawn mates on one square alone.
  const auto puzzle = make("5nk/7/6+B/7/7/7/7/7/3K3 b P 1");
  REQUIRE(puzzle);
  CHECK(puzzle->mate);
  CHECK(puzzle->solution == usi_moves({"P*1b"}));
  CHECK(puzzle->themes == std::vector{PuzzleTheme::mate, PuzzleTheme::drop});
  CHECK(puzzle->position.same_position(*read_sfen("5nk/7/6+B/7/7/7/7/7/3K3 b P 1", Variant::yari)));
}

TEMPLATE_TEST_CASE("the first move of a mating puzzle is the only one, by plain search", "[slow]",
                   YariShogi, Shogi) {
  using V = TestType;
  Rng rng(4242);
  ToldEngine engine;
  PuzzleMaker maker(engine, mates(3));
  int puzzles = 0, mating = 0;
  for (int game = 0; game < effort(160, 60); ++game) {
    Position<V> position = Position<V>::start();
    for (int ply = 0; ply < 200 && position.has_legal_move(); ++ply) {
      if (ply > 40 && ply % 3 == 0 && mates_within(position, 1)) {
        ++mating;
        const auto puzzle = maker.make(game_position(position));
        const int ways = mating_moves(position, 1);
        if (puzzle) {
          ++puzzles;
          REQUIRE(ways == 1);
          REQUIRE(mating_moves(position, 3) == 1);
          REQUIRE(puzzle->solution.size() == 1);
          REQUIRE(fault_of_mate(position, puzzle->solution).empty());
        }
      }
      position.play(random_move(position, rng));
    }
  }
  INFO(mating << " mates, " << puzzles << " puzzles");
  CHECK(puzzles >= effort(9, 3));
  CHECK(mating > 2 * puzzles);
}
