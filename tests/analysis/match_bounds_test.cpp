// Matches at their bounds: clocks to the millisecond, agreed scores, repeated games, records that
// are games of the match. Engines say how long they thought, and nobody waits.
#include <cmath>
#include <map>

#include "analysis/engine/builtin.h"
#include "analysis/match/elo.h"
#include "analysis/match/match.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::test {
namespace {

using std::chrono::milliseconds;

/// What an engine does at its n-th move, from 0.
using ScriptedAnswer = std::function<Analysis(int n)>;

class ScriptedPlayer final : public Engine {
 public:
  explicit ScriptedPlayer(ScriptedAnswer answer) : answer_(std::move(answer)) {}
  std::string name() const override { return "scripted"; }
  void new_game() override { move_ = 0; }
  Analysis analyze(const GamePosition&, const Limits&, std::stop_token, const Progress&) override {
    return answer_(move_++);
  }
  std::vector<std::string> take_notes() override { return {"a note"}; }

 private:
  ScriptedAnswer answer_;
  int move_ = 0;
};

MatchPlayer scripted_player(std::string name, ScriptedAnswer answer) {
  return {std::move(name), [answer] { return std::make_unique<ScriptedPlayer>(answer); }, {}};
}

/// The general walks where it has not been: no position comes back in twelve plies.
Analysis shuffling(Color side, int n, Score score = {}, milliseconds time = {}) {
  static const char* const black[] = {"4i4h", "4h5h", "5h6h", "6h7h", "7h7i", "7i6i"};
  static const char* const white[] = {"4a4b", "4b5b", "5b6b", "6b7b", "7b7a", "7a6a"};
  const auto& moves = side == Color::black ? black : white;
  Analysis analysis;
  analysis.lines = {{score, 1, {*read_usi_move(moves[n % 6], Variant::yari)}}};
  analysis.score = score;
  analysis.time = time;
  return analysis;
}

MatchOptions bound_options(int games = 1) {
  MatchOptions options;
  // Room for the generals.
  options.openings.list = {
      {*read_sfen("3k3/7/ppppppp/7/7/7/PPPPPPP/7/3K3 b - 1", Variant::yari), {}, {}}};
  options.games = games;
  options.max_plies = 12;
  options.engines_time = true;
  return options;
}

Game bound_game(const MatchOptions& options, const ScriptedAnswer& black,
                const ScriptedAnswer& white) {
  Game game;
  run_match(scripted_player("A", black), scripted_player("B", white), options, {},
            [&](const MatchGame& played, const MatchState&) { game = played.game; });
  return game;
}

/// "12 move limit 1/2-1/2"
std::string end_text(const Game& game) {
  return std::to_string(game.moves.main_plies()) + ' ' + std::string(name(game.ending)) + ' ' +
         std::string(name(game.result));
}

/// How a game ends in which Black's moves take so long and White's no time.
std::string timed_end(const TimeControl& clock, int margin, std::vector<int> times) {
  MatchOptions options = bound_options();
  options.clock = clock;
  options.clock_margin = milliseconds(margin);
  options.max_plies = 2 * static_cast<int>(times.size());
  return end_text(bound_game(
      options,
      [=](int n) {
        return shuffling(Color::black, n, {}, milliseconds(times.at(static_cast<std::size_t>(n))));
      },
      [](int n) { return shuffling(Color::white, n); }));
}

/// How a game ends in which the sides see these scores.
std::string scored_end(const ScoreAdjudication& rules, std::function<Score(int)> black,
                       std::function<Score(int)> white) {
  MatchOptions options = bound_options();
  options.adjudication = rules;
  return end_text(bound_game(
      options, [=](int n) { return shuffling(Color::black, n, black(n)); },
      [=](int n) { return shuffling(Color::white, n, white(n)); }));
}
std::function<Score(int)> always_scored(int centipawns) {
  return [=](int) { return Score{centipawns, false}; };
}

Game ended_after(GameResult result, Ending ending, const std::string& move) {
  Game game = new_game(Variant::yari);
  game.moves.add(root_node, *read_usi_move(move, Variant::yari));
  game.result = result;
  game.ending = ending;
  return game;
}

}  // namespace

TEST_CASE("the time of a move is taken off the clock, and the increment added after it") {
  MatchOptions options = bound_options();
  options.clock = {milliseconds(1000), milliseconds(50), milliseconds(0)};
  options.max_plies = 5;
  const Game game = bound_game(
      options,
      [](int n) {
        return shuffling(Color::black, n, {7, false}, milliseconds(300));
      },
      [](int n) {
        return shuffling(Color::white, n, {-8, false}, milliseconds(20));
      });
  std::string notes;
  for (const NodeId node : game.moves.main_line()) {
    const Note& note = *game.moves.note(node);
    notes += std::to_string(*note.spent_ms) + '/' + std::to_string(*note.left_ms) + ' ';
    CHECK(note.evaluations.at(0).pv.empty());
  }
  CHECK(notes == "300/750 20/1030 300/500 20/1060 300/250 ");
  // Evaluations are Black's view, by the name of the player.
  const Note& second = *game.moves.note(game.moves.main_line()[1]);
  CHECK(second.evaluations[0].score == 8);
  CHECK(second.evaluations[0].engine == "B");
}

TEST_CASE("without a clock no time is left to note") {
  const Game game = bound_game(
      bound_options(), [](int n) { return shuffling(Color::black, n); },
      [](int n) { return shuffling(Color::white, n); });
  CHECK_FALSE(game.moves.note(game.moves.main_line()[0])->left_ms);
}

TEST_CASE("a side loses on time a millisecond after the clock, the byo-yomi and the margin") {
  const std::string lost = "0 timeout 0-1", whole = "2 move limit 1/2-1/2";
  const auto main_time = [](int main, int byoyomi = 0) {
    return TimeControl{milliseconds(main), milliseconds(0), milliseconds(byoyomi)};
  };
  CHECK(timed_end(main_time(100), 0, {100}) == whole);
  CHECK(timed_end(main_time(100), 0, {101}) == lost);
  CHECK(timed_end(main_time(100, 200), 0, {300}) == whole);
  CHECK(timed_end(main_time(100, 200), 0, {301}) == lost);
  CHECK(timed_end(main_time(0, 200), 0, {201}) == lost);
  CHECK(timed_end(main_time(100), 50, {150}) == whole);
  CHECK(timed_end(main_time(100), 50, {151}) == lost);
}

TEST_CASE("the margin is one for all moves of a side, and the byo-yomi one for each") {
  const TimeControl clock{milliseconds(100), milliseconds(0), milliseconds(0)};
  CHECK(timed_end(clock, 50, {130, 20, 0}) == "6 move limit 1/2-1/2");
  CHECK(timed_end(clock, 50, {130, 20, 1}) == "4 timeout 0-1");
  const TimeControl byoyomi{milliseconds(100), milliseconds(0), milliseconds(30)};
  CHECK(timed_end(byoyomi, 0, {130, 30, 30}) == "6 move limit 1/2-1/2");
  CHECK(timed_end(byoyomi, 0, {130, 30, 31}) == "4 timeout 0-1");
  const TimeControl increment{milliseconds(100), milliseconds(10), milliseconds(0)};
  CHECK(timed_end(increment, 5, {103, 10, 12}) == "6 move limit 1/2-1/2");
  CHECK(timed_end(increment, 5, {103, 10, 13}) == "4 timeout 0-1");
}

TEST_CASE("a game is won by score from the score on that both engines see for one side") {
  const ScoreAdjudication rules{.win_score = 500, .win_moves = 2};
  const std::string none = "12 move limit 1/2-1/2";
  CHECK(scored_end(rules, always_scored(500), always_scored(-500)) == "4 resignation 1-0");
  CHECK(scored_end(rules, always_scored(-500), always_scored(500)) == "4 resignation 0-1");
  CHECK(scored_end(rules, always_scored(499), always_scored(-500)) == none);
  CHECK(scored_end(rules, always_scored(500), always_scored(500)) == none);
  // A mate is enough, whatever its number; a mated side has lost.
  CHECK(scored_end(
            rules,
            [](int) {
              return Score{9, true};
            },
            always_scored(-500)) == "4 resignation 1-0");
  CHECK(scored_end(
            rules,
            [](int) {
              return Score{0, true};
            },
            always_scored(500)) == "4 resignation 0-1");
  CHECK(scored_end(rules, always_scored(500), [](int) {
          return Score{0, true};
        }) == "4 resignation 1-0");
  // A doubt begins it anew.
  const auto late = [](int n) { return Score{n == 1 ? 0 : 500, false}; };
  CHECK(scored_end(rules, late, always_scored(-500)) == "7 resignation 1-0");
  // So does another winner.
  const auto turned = [](int n) { return Score{n == 0 ? -500 : 500, false}; };
  CHECK(scored_end(rules, turned, always_scored(-500)) == "5 resignation 1-0");
  CHECK(scored_end({.win_score = 500, .win_moves = 0}, always_scored(500), always_scored(-500)) ==
        none);
}

TEST_CASE("a game is drawn by score after the ply from which draws are agreed on") {
  const auto rules = [](int from) {
    return ScoreAdjudication{.draw_score = 10, .draw_moves = 2, .draw_from_ply = from};
  };
  CHECK(scored_end(rules(0), always_scored(10), always_scored(-10)) == "4 draw agreed 1/2-1/2");
  CHECK(scored_end(rules(3), always_scored(10), always_scored(-10)) == "7 draw agreed 1/2-1/2");
  CHECK(scored_end(rules(8), always_scored(10), always_scored(0)) == "12 draw agreed 1/2-1/2");
  CHECK(scored_end(rules(9), always_scored(10), always_scored(0)) == "12 move limit 1/2-1/2");
  CHECK(scored_end(rules(0), always_scored(11), always_scored(0)) == "12 move limit 1/2-1/2");
  CHECK(scored_end(
            rules(0),
            [](int) {
              return Score{5, true};
            },
            always_scored(0)) == "12 move limit 1/2-1/2");
  CHECK(scored_end({.draw_score = 10, .draw_moves = 0, .draw_from_ply = 0}, always_scored(0),
                   always_scored(0)) == "12 move limit 1/2-1/2");
}

TEST_CASE("an engine without a score agrees to nothing") {
  MatchOptions options = bound_options();
  options.adjudication = {.draw_score = 10, .draw_moves = 2, .draw_from_ply = 0};
  const Game game = bound_game(
      options,
      [](int n) {
        Analysis analysis = shuffling(Color::black, n);
        analysis.scored = n != 1;
        return analysis;
      },
      [](int n) { return shuffling(Color::white, n); });
  CHECK(end_text(game) == "7 draw agreed 1/2-1/2");
}

TEST_CASE("what may end a game stands in its record, and names are those of the colours") {
  MatchOptions options = bound_options(2);
  options.max_plies = 3;
  options.adjudication = {.win_score = 800, .win_moves = 3, .draw_score = 5, .draw_moves = 4};
  std::vector<MatchGame> games;
  const ScriptedAnswer first = [](int n) { return shuffling(Color::black, n); };
  run_match(scripted_player("A", first),
            scripted_player("B", [](int n) { return shuffling(Color::white, n); }), options, {},
            [&](const MatchGame& game, const MatchState&) { games.push_back(game); });
  REQUIRE(games.size() == 2);
  CHECK(games[0].game.tag("Adjudication") ==
        "won at 800 centipawns after 3 moves of each side, drawn at 5 centipawns after 4 moves of "
        "each side, impasse by points after 40 plies, drawn after 3 plies");
  CHECK(games[0].game.tag("Conditions") == "A; B");
  CHECK(games[0].game.tag(tags::event) == "A - B");
  CHECK(games[1].game.tag(tags::event) == "A - B");
  CHECK(games[1].game.tag(tags::black) == "B");
  CHECK(games[1].game.tag(tags::round) == "2");
  CHECK(games[0].notes == std::vector<std::string>{"a note", "a note"});
  // White's moves are not Black's: B forfeits, and its move is named.
  CHECK(games[1].failure == "B plays 4a4b");
  CHECK(end_text(games[1].game) == "0 illegal move 0-1");
  CHECK(games[1].game.tag("Termination") == "B plays 4a4b");
}

TEST_CASE("a record is a game of the match by its number, its players, its start and its result") {
  MatchOptions options = bound_options(4);
  options.openings.list = {{start_setup(Variant::yari), {}, {}}};
  const MatchPlayer a = scripted_player("A", {}), b = scripted_player("B", {});
  const auto counts = [&](const std::string& round, const std::string& black,
                          const std::string& white, auto change) {
    Game record = ended_after(GameResult::draw, Ending::draw_agreed, "7g7f");
    record.set_tag(tags::round, round);
    record.set_tag(tags::black, black);
    record.set_tag(tags::white, white);
    change(record);
    MatchTally tally(options.games, std::nullopt);
    return add_played(tally, record, a, b, options) == PlayedRecord::counted;
  };
  const auto as_is = [](Game&) {};
  CHECK(counts("1", "A", "B", as_is));
  CHECK(counts("2", "B", "A", as_is));
  CHECK(counts("4", "B", "A", as_is));
  for (const char* const round : {"0", "5", "-1", "1x", "", "x", "99999999999"}) {
    INFO(round);
    CHECK_FALSE(counts(round, "A", "B", as_is));
    CHECK_FALSE(counts(round, "B", "A", as_is));
  }
  CHECK_FALSE(counts("1", "B", "A", as_is));
  CHECK_FALSE(counts("2", "A", "B", as_is));
  CHECK_FALSE(counts("1", "A", "C", as_is));
  CHECK_FALSE(counts("1", "C", "B", as_is));
  CHECK(counts("1", "A", "B", [](Game& g) { g.set_tag("Conditions", "A; B"); }));
  CHECK_FALSE(counts("1", "A", "B", [](Game& g) { g.set_tag("Conditions", "A; B: nodes 9"); }));
  CHECK_FALSE(counts("1", "A", "B", [](Game& g) { g.set_tag("Adjudication", "none"); }));
  CHECK_FALSE(counts("1", "A", "B", [](Game& g) { g.result = GameResult::unknown; }));
  CHECK_FALSE(counts("1", "A", "B", [](Game& g) { g.variant = Variant::shogi; }));
  CHECK_FALSE(counts("1", "A", "B", [](Game& g) { g.start.move_number = 2; }));
}

TEST_CASE("openings come in turn, and a game must begin with its own") {
  MatchOpenings openings;
  for (const char* const line : {"7g7f", "2g2f 3c3d", "1g1f"})
    openings.list.push_back(*read_opening(line, Variant::yari));
  BuiltinEngine judge({.hash_mib = 1});
  for (int pair = 0; pair < 7; ++pair)
    CHECK(openings.of_pair(pair, judge).moves ==
          openings.list[static_cast<std::size_t>(pair % 3)].moves);
  const Game game = ended_after(GameResult::draw, Ending::unknown, "7g7f");
  CHECK(openings.may_begin(0, game));
  CHECK_FALSE(openings.may_begin(1, game));
  CHECK_FALSE(openings.may_begin(2, game));
  CHECK(openings.may_begin(3, game));
  // The game is shorter than the opening.
  CHECK_FALSE(openings.may_begin(1, ended_after(GameResult::draw, Ending::unknown, "2g2f")));
}

TEST_CASE("random openings differ, and where none can be played the one of the list is taken") {
  MatchOpenings openings;
  openings.random_plies = 1;
  // White is mated.
  openings.list = {{*read_sfen("R5k/5pp/7/7/7/7/7/7/6K w - 1", Variant::yari), {}, {}}};
  BuiltinEngine judge({.hash_mib = 1});
  CHECK(openings.of_pair(0, judge).moves.empty());
  openings.list = {*read_opening("startpos", Variant::yari)};
  openings.random_plies = 3;
  CHECK(openings.of_pair(0, judge).moves.size() == 3);
  CHECK(openings.of_pair(0, judge).moves != openings.of_pair(1, judge).moves);
}

TEST_CASE("a match is over after a hundred repeated games in a row, and not before") {
  MatchTally tally(400, std::nullopt);
  const Game game = ended_after(GameResult::draw, Ending::draw_agreed, "7g7f");
  for (int i = 0; i <= 198; i += 2) tally.add(i, game);
  CHECK(tally.state().repeated == 99);
  CHECK_FALSE(tally.state().only_repeats);
  // Another game begins the count anew.
  tally.add(200, ended_after(GameResult::draw, Ending::draw_agreed, "2g2f"));
  for (int i = 202; i < 400; i += 2) tally.add(i, game);
  CHECK(tally.state().repeated == 198);
  CHECK_FALSE(tally.state().only_repeats);
  tally.add(1, game);
  tally.add(3, game);
  CHECK(tally.state().repeated == 199);
  CHECK_FALSE(tally.state().only_repeats);
}

TEST_CASE("the hundredth repeated game in a row is the last") {
  MatchTally tally(400, std::nullopt);
  const Game game = ended_after(GameResult::draw, Ending::draw_agreed, "7g7f");
  for (int i = 0; i < 200; i += 2) tally.add(i, game);
  CHECK_FALSE(tally.state().only_repeats);
  tally.add(200, game);
  CHECK(tally.state().repeated == 100);
  CHECK(tally.state().only_repeats);
}

TEST_CASE("a game is a forfeit where the record says what failed") {
  MatchTally tally(12, std::nullopt);
  int next = 0;
  const auto failures = [&](Ending ending, const char* why) {
    Game game = ended_after(GameResult::white_wins, ending, "7g7f");
    if (*why != '\0') game.set_tag("Termination", why);
    tally.add(next, game);
    next += 2;
    return tally.state().failures;
  };
  CHECK(failures(Ending::error, "it broke") == 1);
  CHECK(failures(Ending::illegal_move, "7g7g") == 2);
  CHECK(failures(Ending::illegal_move, "") == 2);
  CHECK(failures(Ending::resignation, "adjudicated by score") == 2);
  CHECK(tally.state().played() == 4);
}

TEST_CASE("fewer than ten experiments have the wider of two intervals") {
  const EloEstimate nine = estimate_elo({.wins = 6, .draws = 0, .losses = 3});
  CHECK(nine.elo == Approx(120.412));
  CHECK(nine.low == Approx(-104.338));
  CHECK(nine.high == Approx(633.915));
  CHECK(nine.likelihood == Approx(0.852089));
  const EloEstimate ten = estimate_elo({.wins = 6, .draws = 0, .losses = 4});
  CHECK(ten.low == Approx(-150.209));
  CHECK(ten.high == Approx(388.832));
  CHECK(ten.likelihood == Approx(0.740697));
  // Ten are enough, also where the other interval would be wider.
  const EloEstimate drawn = estimate_elo({.wins = 1, .draws = 9, .losses = 0});
  CHECK(drawn.low == Approx(elo_of_share(0.55 - 1.959964 * std::sqrt(0.00225))));
}

}  // namespace yari::test
