// Rows of tables: ratings, groups of results, rounds that are paired.
#include <nlohmann/json.hpp>

#include "answers/opening_text.h"
#include "answers/paired_round.h"
#include "answers/profile_sums.h"
#include "answers/rating_table.h"
#include "answers/result_groups.h"
#include "notation/json/object.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

std::string text_of(const std::vector<Value>& row) {
  std::string out;
  for (const Value& value : row) out += (out.empty() ? "" : "|") + value.text();
  return out;
}

RatedPlayer rated(const std::string& name, double rating, int games) {
  RatedPlayer player;
  player.name = name;
  player.games = games;
  player.last_date = 20200102;
  player.rating.rating = rating;
  player.rating.deviation = 50;
  player.rating.volatility = 0.06;
  return player;
}

GameHeader header(GameResult result, int plies) {
  GameHeader h;
  h.result = result;
  h.plies = plies;
  return h;
}

std::string paired(std::vector<Entrant> entrants, const RoundPlan& plan,
                   const EventGames& event = {}) {
  const Result<PairedRound> round = paired_round(std::move(entrants), event, plan);
  if (!round) return round.error().message;
  std::string out;
  for (const auto& row : paired_rows(*round)) out += text_of(row) + '\n';
  return out;
}

}  // namespace

TEST_CASE("a list of ratings has the players with enough games, with places and bounds") {
  RatingList list;
  list.players = {rated("A", 1800, 10), rated("B", 1700.126, 2), rated("C", 1600, 3)};
  const auto rows = [&](int least, std::optional<std::size_t> limit = {}) {
    std::string out;
    for (const auto& row : rating_rows(list, least, limit)) out += text_of(row) + '\n';
    return out;
  };
  const std::string a = "1|A|1800.0|50.0|1702.0|1898.0|0.06|10|2020-01-02\n";
  CHECK(rows(3) == a + "2|C|1600.0|50.0|1502.0|1698.0|0.06|3|2020-01-02\n");
  CHECK(rows(2, 2) == a + "2|B|1700.13|50.0|1602.13|1798.13|0.06|2|2020-01-02\n");
  CHECK(rows(11).empty());
  CHECK(rows(0, 0).empty());
  CHECK(rating_columns().size() == rating_rows(list, 0, 1)[0].size());
  list.without_players = 5;
  list.byes = 3;
  list.forfeits = 4;
  list.against_oneself = 1;
  list.without_result = 1;
  list.handicaps = 2;
  CHECK(games_left_out(list, "--handicap") ==
        std::vector<std::string>{"5 games left out: a player is unknown", "3 games left out: byes",
                                 "4 games left out: forfeits",
                                 "1 game left out: both players are the same",
                                 "1 game left out: no result",
                                 "2 games left out: handicaps without a value (--handicap)"});
  list = {};
  list.without_date = 3;
  CHECK(games_left_out(list, "") ==
        std::vector<std::string>{"3 games left out: no date, or a date without a month"});
}

TEST_CASE("a group of games counts results, points and plies") {
  ResultGroup group;
  group.name = "even";
  CHECK(text_of(result_row(group)) == "even|0|0|0|0||0.0");
  group.add(header(GameResult::black_wins, 10));
  group.add(header(GameResult::black_wins, 20));
  group.add(header(GameResult::draw, 30));
  group.add(header(GameResult::white_wins, 41));
  group.add(header(GameResult::unknown, 0));
  CHECK(text_of(result_row(group)) == "even|5|2|1|1|62.5|20.2");
  CHECK(result_columns("year").front() == "year");
  CHECK(result_columns("year").size() == result_row(group).size());
}

TEST_CASE("the numbers of a profile are means over moves") {
  ProfileSum sum;
  CHECK(sum.accuracy() == 0);
  CHECK(sum.mean_loss() == 0);
  CHECK(sum.per_100_moves(JudgedKind::blunder) == 0);
  PlayerGame game;
  game.color = Color::white;
  game.header.result = GameResult::white_wins;
  game.numbers.all = {.moves = 10, .accuracy = 9000};
  game.numbers.mean_loss = 100;
  game.numbers.phases[1] = {.moves = 4, .accuracy = 8000};
  game.judgements[static_cast<std::size_t>(JudgedKind::blunder)] = 1;
  sum.add(game);
  game.header.result = GameResult::black_wins;
  game.numbers.all = {.moves = 30, .accuracy = 5000};
  game.numbers.mean_loss = 500;
  sum.add(game);
  game.header.result = GameResult::draw;
  game.numbers = {};
  game.judgements = {};
  sum.add(game);
  CHECK(sum.results() == ResultCounts{3, 1, 1, 1});
  CHECK(sum.moves() == 40);
  CHECK(sum.accuracy() == Approx(60));
  CHECK(sum.mean_loss() == Approx(4));
  CHECK(sum.moves(1) == 8);
  CHECK(sum.accuracy(1) == Approx(80));
  CHECK(sum.accuracy(0) == 0);
  CHECK(sum.count(JudgedKind::blunder) == 2);
  CHECK(sum.per_100_moves(JudgedKind::blunder) == Approx(5));
}

TEST_CASE("a game of a profile goes to its colour, its year and its opening") {
  Profile profile;
  PlayerGame game;
  const auto add = [&](std::optional<DateNumber> date, const std::string& handicap,
                       const std::string& start) {
    game.header.date = date;
    game.header.handicap = handicap;
    game.header.start = start;
    profile.add(game);
  };
  add(19951231, "", "");
  add(9999, "YR1a", "x");
  add(std::nullopt, "", "x");
  const auto names = [](const std::map<std::string, ProfileSum>& parts) {
    std::string out;
    for (const auto& [name, sum] : parts)
      out += name + '=' + std::to_string(sum.results().games) + ';';
    return out;
  };
  CHECK(names(profile.colors) == "black=3;");
  CHECK(names(profile.years) == "1995=1;unknown=2;");
  CHECK(names(profile.openings) == "=1;YR1a=1;other start=1;");
  const Json json = profile_json("A", 5, 3, profile);
  CHECK(json["player"] == "A");
  CHECK(json["played"] == 5);
  CHECK(json["annotated"] == 3);
  CHECK(json["games"] == 3);
  CHECK(json["years"][1]["name"] == "unknown");
  CHECK(json["phases"].size() == 3);
  // None of these games has a move of the player's.
  CHECK(json["accuracy"].is_null());
  CHECK(json["years"][0]["accuracy"].is_null());
  game.numbers.all = {.moves = 2, .accuracy = 0};
  profile.add(game);
  CHECK(profile_json("A", 5, 4, profile)["accuracy"] == 0.0);
}

TEST_CASE("a player without an annotated game has no accuracy") {
  CHECK(profile_json("A", 0, 0, {})["accuracy"].is_null());
}

TEST_CASE("a round robin pairs by rating, to its last round and no further") {
  const std::vector<Entrant> four{{"A", 1500}, {"B", 2000}, {"C", 1800}, {"D", 1700}};
  const RoundPlan first{.round_robin = true};
  CHECK(paired(four, first) == "1|1|B|0.0|A|0.0\n1|2|C|0.0|D|0.0\n");
  CHECK(paired(four, {.round_robin = true, .number = 3}).starts_with("3|1|"));
  CHECK(paired(four, {.round_robin = true, .number = 4}) ==
        "4 players meet in 3 rounds: there is no round 4");
  CHECK(paired(four, {.round_robin = true, .cycles = 2, .number = 6}).starts_with("6|1|"));
  CHECK(paired(four, {.round_robin = true, .cycles = 2, .number = 7}) ==
        "4 players meet in 6 rounds: there is no round 7");
  CHECK(paired({{"A"}}, first) == "a round robin needs two players");
  CHECK(paired({{"A"}, {"B"}}, {.round_robin = true, .number = 2}) ==
        "2 players meet in 1 round: there is no round 2");
}

TEST_CASE("a Swiss gives a bye to the odd player, and knows who is there twice") {
  CHECK(paired({{"A", 3}, {"B", 2}, {"C", 1}}, {}) == "1|1|A|0.0|B|0.0\n1|2|C|0.0|bye|\n");
  CHECK(paired({{"A", 3}, {"B", 2, true}, {"C", 1}}, {}) == "1|1|A|0.0|C|0.0\n");
  CHECK(paired({{"A"}, {"B"}, {"a"}}, {}) == "this player is there twice: a");
  EventGames event;
  event.players = {"A", "B"};
  tournament::PlayedGame& game = event.games.emplace_back();
  game.white = 1;
  game.result = GameResult::white_wins;
  game.round = "1.1";
  event.dates = {0};
  CHECK(paired({{"A", 3}, {"B", 2}, {"C", 1}, {"D"}}, {}, event).find("1.0") != std::string::npos);
  CHECK(paired({{"A", 3}, {"B", 2}, {"C", 1}, {"D"}}, {}, event).starts_with("2|1|"));
}

TEST_CASE("an opening without a Japanese name keeps its English one") {
  openings::OpeningName name;
  name.english = "Fortress";
  GameOpening opening;
  opening.start = start_setup(Variant::shogi);
  CHECK(opening_text(opening, Language::japanese).empty());
  opening.names.opening = &name;
  CHECK(opening_text(opening, Language::japanese) == "Fortress");
  CHECK(opening_text(opening, Language::english) == "Fortress");
  name.japanese = "矢倉";
  CHECK(opening_text(opening, Language::japanese) == "矢倉");
  CHECK(opening_text(opening, Language::english) == "Fortress 矢倉");
}

}  // namespace yari::test
