// Matches of engines made up for the tests: every way a game can end, resuming, and stopping.
#include "analysis/match/match.h"

#include <map>
#include <set>
#include <thread>

#include "analysis/engine/builtin.h"
#include "analysis/engine/replayed.h"
#include "analysis/usi/usi_client.h"
#include "rules/sfen.h"
#include "tests/analysis/usi_client_fakes.h"
#include "tests/support/catch.h"

namespace yari::test {
namespace {

using std::chrono::milliseconds;
using Think = std::function<Analysis(const GamePosition&, const Limits&)>;

/// An engine that is one function.
class MadeUpEngine final : public Engine {
 public:
  explicit MadeUpEngine(Think think) : think_(std::move(think)) {}
  std::string name() const override { return "made up"; }
  void new_game() override {}
  Analysis analyze(const GamePosition& position, const Limits& limits, std::stop_token,
                   const Progress&) override {
    return think_(position, limits);
  }

 private:
  Think think_;
};

MatchPlayer player(std::string name, Think think) {
  return {std::move(name), [think] { return std::make_unique<MadeUpEngine>(think); }, {}};
}

template <class V>
Line<V> replay(const GamePosition& position) {
  Line<V> line(Position<V>::from_unchecked(position.start), position.rules);
  for (Move m : position.moves) line.play(m);
  return line;
}

Analysis playing(Move m, Score score = {}) { return {{{score, 1, {m}}}, score, 1}; }

/// Any legal move, always the same in the same position.
template <class V>
Analysis play_anything(const GamePosition& position) {
  const auto line = replay<V>(position);
  const MoveList moves = line.position().legal_moves();
  const std::uint64_t n = line.position().key() % static_cast<std::uint64_t>(moves.size());
  return playing(moves[static_cast<int>(n)]);
}

/// Mates when it can, else takes what it can, else anything.
template <class V>
Analysis play_greedily(const GamePosition& position) {
  const auto line = replay<V>(position);
  for (Move m : line.position().legal_moves()) {
    Position<V> next = line.position();
    next.play(m);
    if (next.is_mate()) return playing(m);
  }
  MoveList captures;
  line.position().tactical_moves(captures);
  if (!captures.empty()) return playing(captures[0]);
  return play_anything<V>(position);
}

/// Plays these moves over and over.
Think script(std::vector<std::string> words, Variant v, Score score = {}) {
  return [=](const GamePosition& position, const Limits&) {
    const std::string& word = words[position.moves.size() / 2 % words.size()];
    return playing(read_usi_move(word, v).value(), score);
  };
}

GamePosition opening(std::string_view line, Variant v = Variant::yari) {
  return read_opening(line, v).value();
}

MatchOptions options_with(GamePosition start, int games = 1) {
  MatchOptions options;
  options.openings.list = {std::move(start)};
  options.games = games;
  return options;
}

/// The games of a match, by number.
std::map<int, MatchGame> games_of(const MatchPlayer& a, const MatchPlayer& b,
                                  const MatchOptions& options) {
  std::map<int, MatchGame> games;
  run_match(a, b, options, {},
            [&](const MatchGame& game, const MatchState&) { games.emplace(game.index, game); });
  return games;
}

MatchGame only_game(const Think& black, const Think& white, const MatchOptions& options) {
  return games_of(player("A", black), player("B", white), options).at(0);
}

const std::string two_openings[]{"startpos moves 5g5f 3c3d", "1g1f 5c5d 4i5h"};

/// Without random plies every opening is played as it is.
MatchOptions random_match(int games, int jobs = 1, int random_plies = 4) {
  MatchOptions options;
  for (const std::string& line : two_openings) options.openings.list.push_back(opening(line));
  options.openings.random_plies = random_plies;
  options.games = games;
  options.jobs = jobs;
  return options;
}

/// A game that ended so; `moves` tells it from others.
Game ended(GameResult result, Ending ending, std::vector<std::string> moves) {
  Game game = new_game(Variant::yari);
  NodeId node = root_node;
  for (const std::string& move : moves)
    node = game.moves.add(node, read_usi_move(move, Variant::yari).value());
  game.result = result;
  game.ending = ending;
  return game;
}

MatchPlayer greedy() {
  return player("Greedy",
                [](const GamePosition& p, const Limits&) { return play_greedily<YariShogi>(p); });
}
MatchPlayer anything() {
  return player("Anything",
                [](const GamePosition& p, const Limits&) { return play_anything<YariShogi>(p); });
}

MatchPlayer anything_in_shogi() {
  return player("Other",
                [](const GamePosition& p, const Limits&) { return play_anything<Shogi>(p); });
}

/// A USI engine that answers `go` with these commands of the shell.
MatchPlayer usi_player(const TemporaryFolder& folder, const std::string& on_go) {
  Fake fake;
  fake.on_go = on_go;
  UsiSettings settings;
  settings.command = write_fake(folder, fake);
  return {"USI", [settings] { return std::make_unique<UsiEngine>(settings); }, {.nodes = 1}};
}

}  // namespace

TEST_CASE("openings are read with or without a start, and their faults placed") {
  CHECK(opening("startpos moves 5g5f 3c3d").moves.size() == 2);
  CHECK(opening("5g5f 3c3d").moves.size() == 2);
  CHECK(opening("startpos").moves.empty());
  const GamePosition set = opening("sfen 6k/5pp/7/7/7/7/7/7/R5K b - 1 moves 7i7b 1a2a");
  CHECK(set.moves.size() == 2);
  CHECK(write_sfen(set.start) == "6k/5pp/7/7/7/7/7/7/R5K b - 1");
  const auto fault = [](std::string_view line) {
    return read_opening(line, Variant::yari).error();
  };
  CHECK(fault("").message == "expected an opening, found nothing");
  CHECK(fault("startpos moves 5g5f 9z9z").offset == 20);
  CHECK(fault("5g5f 5g5f").message == "5g5f: there is no piece on the square it comes from");
  CHECK(fault("5g5f 5g5f").offset == 5);
  CHECK(fault("sfen 6k/5pp/7/7/7/7/7/7/R5X b - 1").offset == 26);
  CHECK(fault("sfen 7/7/7/7/7/7/7/7/K6 b - 1").offset == 5);
  CHECK(fault("sfen 6k/5pp/7/7/7/7/7/7/R5K b - 1 moves 7i7a").message == "the game is over");
}

TEST_CASE("an opening may be an SFEN alone, or what follows the word position") {
  const GamePosition set = opening("6k/5pp/7/7/7/7/7/7/R5K b - 1 moves 7i7b 1a2a");
  CHECK(set.moves.size() == 2);
  CHECK(write_sfen(set.start) == "6k/5pp/7/7/7/7/7/7/R5K b - 1");
  CHECK(opening("position startpos moves 5g5f 3c3d").moves.size() == 2);
  CHECK(opening("position sfen 6k/5pp/7/7/7/7/7/7/R5K b - 1").moves.empty());
  CHECK(opening("moves 5g5f").moves.size() == 1);
  CHECK(read_opening("6k/5pp/7/7/7/7/7/7/R5X b - 1", Variant::yari).error().offset == 21);
}

TEST_CASE("random openings are balanced, and the same for the same pair") {
  MatchOpenings openings{.list = {opening("startpos")}, .random_plies = 6, .balance = {8, 500}};
  BuiltinEngine judge({.hash_mib = 1});
  std::set<std::string> positions;
  for (int pair = 0; pair < 20; ++pair) {
    const GamePosition one = openings.of_pair(pair, judge);
    CHECK(one.moves.size() == 6);
    CHECK(imbalance(one, 500, judge) <= 8);
    CHECK(openings.of_pair(pair, judge).moves == one.moves);
    positions.insert(write_sfen(setup_of(one)));
    Game game = new_game(Variant::yari);
    NodeId node = root_node;
    for (const Move m : one.moves) node = game.moves.add(node, m);
    CHECK(openings.may_begin(pair, game));
    CHECK_FALSE(openings.may_begin(pair + 1, game));
  }
  CHECK(positions.size() > 15);
}

TEST_CASE("games add up to pairs in any order, and nothing of a pair is kept once it is complete") {
  MatchTally tally(7, std::nullopt);
  const GameResult black = GameResult::black_wins, white = GameResult::white_wins;
  const GameResult draw = GameResult::draw;
  tally.add(3, ended(black, Ending::mate, {"5g5f"}));  // the second player was Black
  tally.add(6, ended(draw, Ending::repetition, {"4g4f"}));
  CHECK(tally.state().score.others == std::array<int, 3>{1, 1, 0});
  tally.add(0, ended(black, Ending::mate, {"3g3f"}));
  Game failed = ended(draw, Ending::error, {"2g2f"});
  failed.set_tag("Termination", "it broke");
  tally.add(2, failed);
  tally.add(1, ended(white, Ending::mate, {"1g1f"}));
  CHECK(tally.has(6));
  CHECK_FALSE(tally.has(4));
  const MatchState state = tally.state();
  CHECK(state.score == MatchScore{2, 2, 1, {0, 1, 0, 0, 1}, {0, 1, 0}});
  CHECK(state.failures == 1);
}

TEST_CASE("a game with the moves and colours of an earlier one is not counted") {
  const GameResult black = GameResult::black_wins, white = GameResult::white_wins;
  MatchTally tally(12, std::nullopt);
  const Game game = ended(black, Ending::resignation, {"5g5f"});
  tally.add(0, game);
  tally.add(1, game);  // the colours are reversed
  CHECK(tally.state().score.pairs == std::array<int, 5>{0, 0, 1, 0, 0});
  tally.add(2, game);
  tally.add(3, game);
  tally.add(4, ended(white, Ending::timeout, {"5g5f"}));
  tally.add(6, ended(black, Ending::resignation, {"4g4f"}));
  const MatchState state = tally.state();
  CHECK(tally.has(2));
  CHECK(state.repeated == 2);
  CHECK(state.played() == 6);
  CHECK(state.score.games() == 4);
  CHECK(state.score.wins == 2);
  CHECK(state.score.losses == 2);
}

TEST_CASE("every game that an engine fails in counts") {
  MatchTally tally(4, std::nullopt);
  Game failed = ended(GameResult::white_wins, Ending::error, {});
  failed.set_tag("Termination", "it broke");
  for (int i = 0; i < 4; ++i) tally.add(i, failed);
  CHECK(tally.state().score.games() == 4);
  CHECK(tally.state().failures == 4);
}

TEST_CASE("a match over the same openings counts each game once, and ends") {
  const MatchOptions options = random_match(1000, 1, 0);
  std::vector<Game> records;
  const MatchState state =
      run_match(greedy(), anything(), options, {},
                [&](const MatchGame& game, const MatchState&) { records.push_back(game.game); });
  CHECK(state.score.games() == 4);
  CHECK(state.repeated == 100);
  CHECK(state.only_repeats);
  MatchTally again(options.games, options.sprt);
  for (const Game& record : records) add_played(again, record, greedy(), anything(), options);
  CHECK(again.state().score == state.score);
  CHECK(again.state().repeated == state.repeated);
}

TEST_CASE("another seed plays other openings, and the same seed the same ones") {
  MatchOpenings openings;
  openings.list = {opening("startpos")};
  openings.random_plies = 6;
  BuiltinEngine judge({.hash_mib = 1});
  const GamePosition first = openings.of_pair(3, judge);
  openings.seed = 1;
  const GamePosition other = openings.of_pair(3, judge);
  CHECK(first.moves != other.moves);
  CHECK(openings.of_pair(3, judge).moves == other.moves);
}

TEST_CASE("an odd number of games leaves the last pair with one") {
  const auto games = games_of(greedy(), anything(), random_match(3, 2));
  REQUIRE(games.size() == 3);
  CHECK(games.count(2) == 1);
}

TEST_CASE("every opening is played with both colours, and the games are records") {
  const auto games = games_of(greedy(), anything(), random_match(8));
  REQUIRE(games.size() == 8);
  for (const auto& [index, record] : games) {
    const Game& game = record.game;
    CHECK(game.tag(tags::round) == std::to_string(index + 1));
    CHECK(game.tag(tags::black) == (index % 2 == 0 ? "Greedy" : "Anything"));
    CHECK(game.tag(tags::white) == (index % 2 == 0 ? "Anything" : "Greedy"));
    CHECK(game.tag(tags::event) == "Greedy - Anything");
    CHECK(game.result != GameResult::unknown);
    const std::vector<Move> moves = game.moves.main_moves();
    const GamePosition start = opening(two_openings[index / 2 % 2]);
    REQUIRE(moves.size() >= start.moves.size());
    CHECK(std::equal(start.moves.begin(), start.moves.end(), moves.begin()));
    Line<YariShogi> line(Position<YariShogi>::start());
    for (Move m : moves) {
      REQUIRE_FALSE(line.outcome().has_value());
      REQUIRE(line.is_legal(m));
      line.play(m);
    }
    if (game.ending == Ending::mate) CHECK(line.outcome() == Outcome{game.result, game.ending});
    const Note* const note = game.moves.note(game.moves.main_line().back());
    REQUIRE(note);
    CHECK(note->spent_ms.has_value());
    CHECK(note->evaluations.size() == 1);
  }
}

TEST_CASE("games end as the rules say") {
  const Variant yari = Variant::yari;
  SECTION("mate") {
    const auto start = opening("sfen 6k/5pp/7/7/7/7/7/7/R5K b - 1");
    const auto game = only_game(script({"7i7a"}, yari), {}, options_with(start));
    CHECK(game.game.ending == Ending::mate);
    CHECK(game.game.result == GameResult::black_wins);
  }
  SECTION("repetition") {
    const auto game = only_game(script({"4i4h", "4h4i"}, yari), script({"4a4b", "4b4a"}, yari),
                                options_with(opening("startpos")));
    CHECK(game.game.ending == Ending::repetition);
    CHECK(game.game.result == GameResult::draw);
    CHECK(game.game.moves.main_plies() == 8);
  }
  SECTION("perpetual check") {
    const auto start = opening("sfen 6k/+R6/7/7/7/7/7/7/K6 b - 1");
    const auto game = only_game(script({"7b7a", "7a7b"}, yari), script({"1a1b", "1b1a"}, yari),
                                options_with(start));
    CHECK(game.game.ending == Ending::perpetual_check);
    CHECK(game.game.result == GameResult::white_wins);
  }
  SECTION("stalemate") {
    const auto start = opening("sfen 6k/7/4+N1P/7/7/7/7/7/6K b - 1");
    const auto game = only_game(script({"3c3b"}, yari), {}, options_with(start));
    CHECK(game.game.ending == Ending::stalemate);
    CHECK(game.game.result == GameResult::draw);
  }
  SECTION("impasse on points") {
    const auto start = opening("sfen K6/7/7/7/7/7/7/7/6k b 3R4B4N14P 1");
    MatchOptions options = options_with(start);
    options.impasse_plies = 3;
    const auto game =
        only_game(script({"7a7b", "7b7a"}, yari), script({"1i1h", "1h1i"}, yari), options);
    CHECK(game.game.ending == Ending::impasse);
    CHECK(game.game.result == GameResult::black_wins);
    CHECK(game.game.moves.main_plies() == 3);
    CHECK(game.game.tag("Termination") == "adjudicated by points");
    CHECK(game.game.tag("Adjudication") ==
          "impasse by points after 3 plies, drawn after 400 plies");
  }
  SECTION("length") {
    MatchOptions options = options_with(opening("startpos"));
    options.max_plies = 5;
    const auto game =
        only_game(script({"4i4h", "4h4i"}, yari), script({"4a4b", "4b4a"}, yari), options);
    CHECK(game.game.result == GameResult::draw);
    CHECK(game.game.ending == Ending::move_limit);
    CHECK(game.game.tag("Termination") == "adjudicated by length");
    CHECK(game.game.moves.main_plies() == 5);
  }
}

TEST_CASE("scores that both engines agree on end a game when that is wanted") {
  const auto shuffle = [](Score black, Score white) {
    return std::pair(script({"4i4h", "4h4i"}, Variant::yari, black),
                     script({"4a4b", "4b4a"}, Variant::yari, white));
  };
  MatchOptions options = options_with(opening("startpos"));
  options.adjudication = {
      .win_score = 800, .win_moves = 2, .draw_score = 10, .draw_moves = 2, .draw_from_ply = 0};
  SECTION("won for White") {
    const auto [black, white] = shuffle({-900, false}, {5, true});
    const Game game = only_game(black, white, options).game;
    CHECK(game.result == GameResult::white_wins);
    CHECK(game.tag("Termination") == "adjudicated by score");
    CHECK(game.tag("Adjudication").starts_with("won at 800 centipawns after 2 moves of each side"));
    CHECK(game.moves.main_plies() == 4);
    options.adjudication.win_moves = 1;
    const Game sooner = only_game(black, white, options).game;
    CHECK(sooner.moves.main_plies() == 2);
    CHECK(sooner.tag("Adjudication").starts_with("won at 800 centipawns after 1 moves"));
    // The moves of the opening count, too.
    options = options_with(opening("startpos moves 5g5f 3c3d 6g6f 6c6d"));
    options.max_plies = 6;
    const Game cut = only_game(black, white, options).game;
    CHECK(cut.variant == Variant::yari);
    CHECK(cut.moves.main_plies() == 6);
  }
  SECTION("drawn") {
    const auto [black, white] = shuffle({10, false}, {-3, false});
    const Game game = only_game(black, white, options).game;
    CHECK(game.result == GameResult::draw);
    CHECK(game.ending == Ending::draw_agreed);
    CHECK(game.moves.main_plies() == 4);
    CHECK_THAT(std::string(game.tag("Adjudication")),
               Contains("drawn at 10 centipawns after 2 moves of each side"));
  }
  SECTION("disputed") {
    const auto [black, white] = shuffle({900, false}, {900, false});
    CHECK(only_game(black, white, options).game.ending == Ending::repetition);
  }
}

TEST_CASE("an engine that fails or plays an illegal move loses that game, and the match goes on") {
  int calls = 0;
  const auto fails = [&](const GamePosition&, const Limits&) -> Analysis {
    if (++calls % 2 == 1) throw EngineFailure("it broke");
    return playing(Move::none());
  };
  MatchState last;
  std::vector<MatchGame> games;
  run_match(player("Bad", fails), anything(), options_with(opening("startpos"), 4), {},
            [&](const MatchGame& game, const MatchState& state) {
              games.push_back(game);
              last = state;
            });
  REQUIRE(games.size() == 4);
  CHECK(games[0].game.ending == Ending::error);
  CHECK(games[0].failure == "it broke");
  CHECK(games[0].game.result == GameResult::white_wins);
  CHECK(games[1].game.ending == Ending::illegal_move);
  CHECK(games[1].game.result == GameResult::black_wins);
  CHECK(last.score.losses == 4);
  CHECK(last.failures == 4);
  CHECK(last.score.pairs == std::array<int, 5>{2, 0, 0, 0, 0});
}

TEST_CASE("an engine that cannot be started ends the match with an error") {
  const MatchPlayer broken{
      "Broken", []() -> std::unique_ptr<Engine> { throw EngineFailure("no such thing"); }, {}};
  CHECK_THROWS_WITH(run_match(anything(), broken, random_match(4, 2)), "no such thing");
}

TEST_CASE("clocks run, and the one whose time is up loses", "[slow]") {
  MatchOptions options = options_with(opening("startpos"));
  options.clock = {milliseconds(600), milliseconds(0), milliseconds(0)};
  const auto slow = [&](const GamePosition& position, const Limits& limits) {
    CHECK(limits.time <= options.clock.main + options.clock.byoyomi);
    std::this_thread::sleep_for(milliseconds(700));
    return play_anything<YariShogi>(position);
  };
  const auto fast = [](const GamePosition& p, const Limits&) {
    return play_anything<YariShogi>(p);
  };
  const Game lost = only_game(fast, slow, options).game;
  CHECK(lost.ending == Ending::timeout);
  CHECK(lost.result == GameResult::black_wins);
  const Note* const note = lost.moves.note(lost.moves.main_line().front());
  REQUIRE(note);
  CHECK(note->left_ms.value_or(999) <= 600);

  options.clock.byoyomi = milliseconds(2000);
  options.max_plies = 4;
  CHECK(only_game(fast, slow, options).game.ending == Ending::move_limit);
}

TEST_CASE("the margin of a clock is spent once in a game") {
  MatchOptions options = options_with(opening("startpos"));
  options.clock = {milliseconds(1), milliseconds(0), milliseconds(0)};
  options.clock_margin = milliseconds(100);
  options.max_plies = 40;
  const auto late = [](const GamePosition& position, const Limits&) {
    std::this_thread::sleep_for(milliseconds(40));
    return play_anything<YariShogi>(position);
  };
  const Game game = only_game(late, late, options).game;
  CHECK(game.ending == Ending::timeout);
  CHECK(game.moves.main_plies() <= 6);
}

TEST_CASE("moves of less than a millisecond take time off the clock") {
  MatchOptions options = options_with(opening("startpos"));
  options.clock = {milliseconds(5), milliseconds(0), milliseconds(0)};
  options.clock_margin = milliseconds(0);
  options.max_plies = 60;
  const auto fast = [](const GamePosition& position, const Limits&) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(500);
    while (std::chrono::steady_clock::now() < end) {
    }
    return play_anything<YariShogi>(position);
  };
  const Game game = only_game(fast, fast, options).game;
  CHECK(game.ending == Ending::timeout);
  CHECK(game.moves.main_plies() <= 22);
}

TEST_CASE("a match goes on where its records end, with the same result") {
  const MatchOptions options = random_match(12);
  std::vector<MatchGame> all;
  const MatchState whole =
      run_match(greedy(), anything(), options, {},
                [&](const MatchGame& g, const MatchState&) { all.push_back(g); });
  REQUIRE(all.size() == 12);
  CHECK(whole.score.games() == 12);
  CHECK(whole.score.wins > whole.score.losses);

  std::vector<Game> records;
  for (int i : {0, 1, 2, 5, 7}) records.push_back(all[static_cast<std::size_t>(i)].game);
  records.push_back(records.back());           // twice the same
  records.push_back(new_game(Variant::yari));  // another's
  records.push_back(all[8].game);
  records.back().result = GameResult::unknown;  // broken off
  records.push_back(all[9].game);
  records.back().set_tag(tags::black, "Somebody else");
  MatchTally played(options.games, options.sprt);
  for (const Game& record : records) add_played(played, record, greedy(), anything(), options);
  for (int i = 0; i < 12; ++i) CHECK(played.has(i) == (std::set<int>{0, 1, 2, 5, 7}.count(i) > 0));
  CHECK(played.state().score.games() == 5);

  std::set<int> rest;
  const MatchState resumed =
      run_match(greedy(), anything(), options, played, {},
                [&](const MatchGame& g, const MatchState&) { rest.insert(g.index); });
  CHECK(rest == std::set<int>{3, 4, 6, 8, 9, 10, 11});
  CHECK(resumed.score == whole.score);
}

TEST_CASE("parallel games are the same games") {
  const auto one = games_of(greedy(), anything(), random_match(12, 1));
  const auto many = games_of(greedy(), anything(), random_match(12, 4));
  REQUIRE(one.size() == many.size());
  for (const auto& [index, game] : one) {
    CHECK(game.game.moves.main_moves() == many.at(index).game.moves.main_moves());
    CHECK(game.game.result == many.at(index).game.result);
  }
}

TEST_CASE("a match stops when asked, at a verdict, and when its games cannot be kept") {
  SECTION("asked") {
    std::stop_source stop;
    int games = 0;
    const MatchState state = run_match(greedy(), anything(), random_match(1000), stop.get_token(),
                                       [&](const MatchGame&, const MatchState&) {
                                         if (++games == 3) stop.request_stop();
                                       });
    CHECK(games == 3);
    CHECK(state.score.games() == 3);
  }
  SECTION("verdict") {
    MatchOptions options = random_match(1000);
    options.sprt = SprtSettings{.elo0 = 0, .elo1 = 100};
    const auto fails = [](const GamePosition&, const Limits&) -> Analysis {
      throw EngineFailure("x");
    };
    const MatchState state = run_match(anything(), player("Bad", fails), options);
    CHECK(state.sprt.verdict == SprtVerdict::accept_elo1);
    CHECK(state.score.games() < 100);
  }
  SECTION("full disk") {
    const auto full = [](const MatchGame&, const MatchState&) {
      throw std::runtime_error("disk full");
    };
    CHECK_THROWS_WITH(run_match(greedy(), anything(), random_match(10, 2), {}, full), "disk full");
  }
}

TEST_CASE("USI engines in a match may resign, and must not claim what is not so") {
  const TemporaryFolder folder;
  const auto [answer, ending] =
      GENERATE(table<std::string, Ending>({{"echo bestmove resign", Ending::resignation},
                                           {"echo bestmove win", Ending::illegal_move},
                                           {"echo bestmove 7g7e", Ending::illegal_move}}));
  const MatchPlayer usi = usi_player(folder, answer);
  const Game game =
      games_of(usi, anything_in_shogi(), options_with(opening("startpos", Variant::shogi)))
          .at(0)
          .game;
  CHECK(game.ending == ending);
  CHECK(game.result == GameResult::white_wins);
}

TEST_CASE("a win that an engine declares by 27 points is scored as one") {
  const TemporaryFolder folder;
  const MatchPlayer usi = usi_player(folder, "echo bestmove win");
  const auto [hand, ending, result] = GENERATE(table<std::string, Ending, GameResult>(
      {{"2P", Ending::declaration, GameResult::black_wins},
       {"P", Ending::illegal_move, GameResult::white_wins}}));
  const std::string start = "sfen 4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b " + hand + " 1";
  const MatchGame played =
      games_of(usi, anything_in_shogi(), options_with(opening(start, Variant::shogi))).at(0);
  CHECK(played.game.ending == ending);
  CHECK(played.game.result == result);
  CHECK(played.failure == (ending == Ending::declaration
                               ? ""
                               : "USI claims a win that the rules do not confirm: 27 points and "
                                 "10 pieces in the promotion zone"));
}

TEST_CASE("by the rule of 24 points a declaration wins with 31 and draws with 24") {
  const TemporaryFolder folder;
  const MatchPlayer usi = usi_player(folder, "echo bestmove win");
  const auto [hand, ending, result] = GENERATE(
      table<std::string, Ending, GameResult>({{"5P", Ending::declaration, GameResult::black_wins},
                                              {"4P", Ending::impasse, GameResult::draw},
                                              {"", Ending::impasse, GameResult::draw}}));
  const std::string start =
      "sfen 4K4/RRBB+P+P+P+P+P/+P8/9/8k/9/9/9/9 b " + (hand.empty() ? "-" : hand) + " 1";
  MatchOptions options = options_with(opening(start, Variant::shogi));
  options.impasse = declaration_rules[1];
  const Game game = games_of(usi, anything_in_shogi(), options).at(0).game;
  CHECK(game.ending == ending);
  CHECK(game.result == result);
  CHECK(game.tag("Adjudication") ==
        "impasse by the rule of 24 points after 40 plies, drawn after 400 plies");
}

TEST_CASE("a move without a score is played, and no score is written or agreed on") {
  const TemporaryFolder folder;
  const MatchPlayer usi = usi_player(folder, "echo bestmove 7g7f");
  const Game game =
      games_of(usi, anything_in_shogi(), options_with(opening("startpos", Variant::shogi)))
          .at(0)
          .game;
  REQUIRE(game.moves.main_plies() > 0);
  CHECK(game.moves.note(game.moves.main_line()[0])->evaluations.empty());
}

}  // namespace yari::test
