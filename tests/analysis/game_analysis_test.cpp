// Positions of a game within a budget: what an engine is asked, what that costs, and what the mate
// solver makes of it.
#include "analysis/annotate/game_analysis.h"

#include "tests/analysis/play.h"

namespace yari::test {

namespace {

using std::chrono::milliseconds;

Move shogi(const char* text) { return *read_usi_move(text, Variant::shogi); }

/// Gives `answer` each time, and keeps what it was asked.
class TellingEngine final : public Engine {
 public:
  Analysis answer;
  std::vector<Limits> asked;
  std::vector<std::size_t> plies;

  std::string name() const override { return "telling"; }
  void new_game() override {}
  Analysis analyze(const GamePosition& problem, const Limits& limits, std::stop_token,
                   const Progress&) override {
    asked.push_back(limits);
    plies.push_back(problem.moves.size());
    return answer;
  }
};

Analysis told(int score, std::uint64_t nodes, int ms, const char* move = "5i5h") {
  Analysis analysis;
  analysis.lines = {{{score, false}, 3, {shogi(move)}}};
  analysis.score = {score, false};
  analysis.nodes = nodes;
  analysis.time = milliseconds(ms);
  return analysis;
}

Game game_from(const char* sfen, std::initializer_list<const char*> moves) {
  Game game = new_game(Variant::shogi);
  game.start = *read_sfen(sfen, Variant::shogi);
  NodeId node = root_node;
  for (const char* move : moves) node = game.moves.add(node, shogi(move));
  return game;
}

const Game quiet = game_from("4k4/9/9/9/9/9/9/9/4K4 b - 1", {"5i5h", "5a5b"});
/// White has one move, and then Black mates.
const Game lost = game_from("k8/9/1G7/9/9/9/9/9/4K4 w G 1", {"9a8a", "G*8b"});

GameAnalysis<Shogi> analyses_of(const Game& game, Engine& engine, const Limits& limits,
                                std::stop_token stop = {}) {
  return {game, engine, limits, nullptr, std::move(stop)};
}

}  // namespace

TEST_CASE("limits are scaled as far as they are nodes or time, and something is left") {
  const Limits both =
      scaled({.depth = 9, .nodes = 1000, .time = milliseconds(500), .multipv = 3}, 0.4);
  CHECK(both == Limits{.depth = 9, .nodes = 400, .time = milliseconds(200), .multipv = 3});
  CHECK(scaled({.nodes = 2}, 0.1) == Limits{.nodes = 1});
  CHECK(scaled({.time = milliseconds(2)}, 0.1) == Limits{.time = milliseconds(1)});
  CHECK(scaled({.depth = 4}, 0.1) == Limits{.depth = 4});
  CHECK(is_divisible({.nodes = 1}));
  CHECK(is_divisible({.time = milliseconds(1)}));
  CHECK_FALSE(is_divisible({.depth = 1}));
}

TEST_CASE("an analysis costs its share of the limits, or all where nothing was counted") {
  struct Row {
    Limits limits;
    std::uint64_t nodes;
    int ms;
    double cost;
  };
  for (const Row& row : {Row{{.nodes = 1000}, 300, 7, 0.3}, Row{{.nodes = 1000}, 0, 7, 0.5},
                         Row{{.time = milliseconds(200)}, 300, 50, 0.25},
                         Row{{.nodes = 1000, .time = milliseconds(200)}, 300, 50, 0.3},
                         Row{{.depth = 4}, 300, 50, 1}}) {
    TellingEngine engine;
    engine.answer = told(30, row.nodes, row.ms);
    auto analyses = analyses_of(quiet, engine, row.limits);
    CHECK(analyses.budget() == 3);
    CHECK(analyses.spent() == 0);
    analyses.deepen(1, 0.5);
    CHECK(analyses.spent() == Approx(row.cost));
    analyses.analyze_lines(1, 0.5, 2);
    CHECK(analyses.spent() == Approx(2 * row.cost));
    analyses.analyze_without(1, shogi("5a5b"), 0.5);
    CHECK(analyses.spent() == Approx(3 * row.cost));
    CHECK(analyses.analysed() == 3);
    CHECK(analyses.nodes() == 3 * row.nodes);
  }
}

TEST_CASE("positions are analysed from the last on, and again where more effort is given") {
  TellingEngine engine;
  engine.answer = told(30, 100, 1);
  auto analyses = analyses_of(quiet, engine, nodes(1000));
  std::vector<std::pair<int, int>> steps;
  analyses.analyze_all(0.4, [&](int done, int all) { steps.emplace_back(done, all); });
  CHECK(engine.plies == std::vector<std::size_t>{2, 1, 0});
  CHECK(steps == std::vector<std::pair<int, int>>{{1, 3}, {2, 3}, {3, 3}});
  for (const Limits& limits : engine.asked) CHECK(limits == nodes(400));
  CHECK(analyses.at(1).effort == 0.4);
  CHECK(analyses.at(1).to_move == Color::white);
  CHECK(analyses.at(1).legal_moves == 5);
  CHECK(analyses.last() == 2);
  analyses.deepen(1, 0.4);
  analyses.deepen(1, 0.3);
  CHECK(engine.asked.size() == 3);
  engine.answer = told(50, 100, 1);
  analyses.deepen(1, 0.5);
  CHECK(engine.asked.size() == 4);
  CHECK(engine.plies.back() == 1);
  CHECK(analyses.at(1).effort == 0.5);
  CHECK(analyses.at(1).analysis.score.value == 50);
  // Lines that are asked for change nothing of what is known.
  engine.answer = told(70, 100, 1);
  CHECK(analyses.analyze_lines(1, 2, 3).lines.size() == 1);
  CHECK(engine.asked.back() == Limits{.nodes = 2000, .multipv = 3});
  CHECK(analyses.at(1).analysis.score.value == 50);
  CHECK(analyses.at(1).effort == 0.5);
  // An answer without a score replaces none, and has no lines.
  engine.answer.scored = false;
  CHECK(analyses.analyze_lines(1, 1, 2).lines.empty());
  analyses.deepen(1, 1);
  CHECK(analyses.at(1).analysis.score.value == 50);
  CHECK(analyses.at(1).unscored.empty());
  CHECK(analyses.at(1).effort == 1);
}

TEST_CASE("a position without a score takes the first that it is given") {
  TellingEngine engine;
  engine.answer.scored = false;
  auto analyses = analyses_of(quiet, engine, nodes(1000));
  analyses.analyze_all(0.4, {});
  CHECK_FALSE(analyses.at(1).analysis.scored);
  CHECK_THAT(analyses.at(1).unscored, Contains("telling"));
  CHECK_THROWS_AS(analyses.require_scores(), EngineFailure);
  engine.answer = told(30, 100, 1);
  analyses.deepen(1, 1);
  CHECK(analyses.at(1).analysis.scored);
  CHECK(analyses.at(1).unscored.empty());
  CHECK_NOTHROW(analyses.require_scores());
  // A game whose positions the rules have settled needs none.
  const Game mated = game_from("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", {});
  auto settled = analyses_of(mated, engine, nodes(1000));
  CHECK(settled.budget() == 0);
  CHECK(settled.at(0).settled);
  CHECK(settled.at(0).analysis.score == Score{0, true});
  settled.analyze_all(1, {});
  settled.solve_mate(0, 1);
  settled.prove_loss(0, 1);
  CHECK_NOTHROW(settled.require_scores());
  CHECK(settled.spent() == 0);
  CHECK(settled.analysed() == 0);
}

TEST_CASE("the best move but one is asked for among the others") {
  TellingEngine engine;
  engine.answer = told(30, 100, 1);
  auto analyses = analyses_of(quiet, engine, nodes(1000));
  analyses.analyze_without(1, shogi("5a5b"), 0.5);
  CHECK(engine.plies == std::vector<std::size_t>{1});
  REQUIRE(engine.asked.size() == 1);
  CHECK(engine.asked[0].nodes == 500);
  CHECK(engine.asked[0].root_moves.size() == 4);
  CHECK(std::ranges::count(engine.asked[0].root_moves, shogi("5a5b")) == 0);
  CHECK(analyses.at(1).analysis.score.value == 30);
  // Who does not know such limits gives no line.
  engine.answer = told(99, 100, 1);
  engine.answer.lines.clear();
  analyses.analyze_without(1, shogi("5a5b"), 0.5);
  CHECK(analyses.at(1).analysis.score.value == 30);
}

TEST_CASE("a mate that the solver finds is the score, and no engine is asked about it") {
  for (const Limits& limits : {nodes(5000), Limits{.depth = 3}}) {
    TellingEngine engine;
    engine.answer.scored = false;
    auto analyses = analyses_of(lost, engine, limits);
    CHECK(analyses.budget() == 2);
    analyses.deepen(1, 0.1);
    CHECK_FALSE(analyses.at(1).unscored.empty());
    const double before = analyses.spent();
    analyses.solve_mate(1, 1);
    CHECK(analyses.spent() > before);
    const PositionAnalysis& mate = analyses.at(1);
    CHECK(mate.analysis.scored);
    CHECK(mate.unscored.empty());
    CHECK(mate.analysis.score == Score{1, true});
    REQUIRE(mate.analysis.lines.size() == 1);
    CHECK(mate.analysis.lines[0].score == Score{1, true});
    CHECK(mate.analysis.lines[0].depth == 1);
    CHECK(mate.analysis.lines[0].pv == std::vector{shogi("G*8b")});
    const double spent = analyses.spent();
    analyses.deepen(1, 1);
    analyses.solve_mate(1, 1);
    analyses.prove_loss(1, 1);
    CHECK(analyses.spent() == spent);
    CHECK(engine.asked.size() == 1);
    CHECK(mate.effort == 1);
    // Where there is none, nothing is known.
    auto none = analyses_of(quiet, engine, limits);
    none.solve_mate(0, 1);
    CHECK_FALSE(none.at(0).analysis.scored);
    CHECK_FALSE(none.at(0).analysis.score.mate);
  }
}

TEST_CASE("a position is lost where each of its moves is met by a mate") {
  TellingEngine engine;
  engine.answer = told(30, 100, 1);
  auto analyses = analyses_of(lost, engine, nodes(5000));
  analyses.prove_loss(0, 1);
  const PositionAnalysis& loss = analyses.at(0);
  CHECK(loss.lost);
  CHECK(loss.analysis.scored);
  CHECK(loss.analysis.score == Score{-2, true});
  REQUIRE(loss.analysis.lines.size() == 1);
  CHECK(loss.analysis.lines[0].depth == 2);
  CHECK(loss.analysis.lines[0].pv == std::vector{shogi("9a8a"), shogi("G*8b")});
  CHECK(analyses.spent() > 0);
  analyses.deepen(0, 1);
  CHECK(loss.effort == 1);
  CHECK(engine.asked.empty());
  // Of several defences the longest; one that no mate meets, and it is not lost.
  const Game two = game_from("k8/9/1G7/9/9/9/9/9/4K4 w 2GP 1", {});
  auto longer = analyses_of(two, engine, nodes(5000));
  longer.prove_loss(0, 1);
  CHECK(longer.at(0).analysis.score == Score{-2, true});
  const Game free = game_from("4k4/9/4P4/9/9/9/9/9/4K4 w G 1", {});
  auto none = analyses_of(free, engine, nodes(5000));
  none.prove_loss(0, 1);
  CHECK_FALSE(none.at(0).lost);
  CHECK_FALSE(none.at(0).analysis.scored);
}

TEST_CASE("other mates than a move are looked for among the other checks") {
  TellingEngine engine;
  const auto others = [&](const char* sfen, const char* move) {
    const Game game = game_from(sfen, {});
    auto analyses = analyses_of(game, engine, nodes(5000));
    return analyses.mates_without(0, shogi(move), 1);
  };
  CHECK(others("k8/9/1G7/9/9/9/9/9/4K4 b G 1", "G*8b"));
  CHECK(others("k8/9/1G7/9/9/9/9/9/4K4 b G 1", "G*9b"));
  CHECK_FALSE(others("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b"));
  CHECK(others("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "5i5h"));
}

TEST_CASE("nothing is asked once the work is stopped") {
  TellingEngine engine;
  engine.answer = told(30, 100, 1);
  std::stop_source stop;
  auto analyses = analyses_of(lost, engine, nodes(5000), stop.get_token());
  CHECK_FALSE(analyses.stopped());
  stop.request_stop();
  CHECK(analyses.stopped());
  analyses.analyze_all(1, {});
  analyses.deepen(0, 1);
  analyses.solve_mate(1, 1);
  analyses.prove_loss(0, 1);
  analyses.analyze_without(0, shogi("9a8a"), 1);
  CHECK_FALSE(analyses.mates_without(1, shogi("5i5h"), 1));
  CHECK(engine.asked.empty());
  CHECK(analyses.spent() == 0);
}

}  // namespace yari::test
