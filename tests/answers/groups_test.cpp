// Rows of moves and games in groups, of ratings, and of rounds that are paired.
#include "answers/move_groups.h"
#include "answers/paired_round.h"
#include "answers/profile_sums.h"
#include "answers/rating_table.h"
#include "answers/result_groups.h"
#include "notation/json/object.h"
#include "rules/sfen.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

using RowLines = std::vector<std::string>;

std::string row_line(const std::vector<Value>& row) {
  std::string out;
  for (const Value& value : row) out += (out.empty() ? "" : "|") + value.text();
  return out;
}

RowLines row_lines(const std::vector<std::vector<Value>>& rows) {
  RowLines all;
  for (const std::vector<Value>& row : rows) all.push_back(row_line(row));
  return all;
}

PlayerGame dated_game(std::optional<DateNumber> date, GameResult result = GameResult::unknown) {
  PlayerGame game;
  game.header.date = date;
  game.header.result = result;
  return game;
}

template <class Map>
std::string part_names(const Map& map) {
  std::string out;
  for (const auto& [name, value] : map) out += name + ' ';
  return out;
}

}  // namespace

TEST_CASE("times on the clock are named in seconds below a minute") {
  CHECK(clock_name({0, 10}) == "0 s to 10 s");
  CHECK(clock_name({30, 60}) == "30 s to 1 min");
  CHECK(clock_name({59, 61}) == "59 s to 1 min");
  CHECK(clock_name({3600, 0}) == "60 min or more");
  CHECK(row_line(clock_row({0, 10, 8, {1, 0, 2}})) == "0 s to 10 s|8|1|0|2|37.5");
  CHECK(row_line(clock_row({0, 10, 0, {}})) == "0 s to 10 s|0|0|0|0|");
}

TEST_CASE("pieces that moved have a row each, with shares of their own moves") {
  std::map<Variant, VariantCounts> counts;
  VariantCounts& all = counts[Variant::shogi];
  all.moves = 8;
  all.kinds[pawn] = {5, 1, 2, 1, 3};
  all.kinds[general] = {3, 0, 0, 0, 0};
  const RowLines rows = row_lines(piece_rows(counts));
  REQUIRE(rows.size() == 2);
  CHECK(std::ranges::count(rows, "shogi|pawn|5|62.5|1|20.0|2|40.0|1|25.0") == 1);
  CHECK(std::ranges::count(rows, "shogi|king|3|37.5|0|0.0|0|0.0|0|") == 1);
}

TEST_CASE("a group of games has its score, and the mean of its plies") {
  ResultGroup group;
  CHECK(group.mean_plies() == 0);
  group.name = "even";
  GameHeader game;
  game.result = GameResult::black_wins;
  game.plies = 40;
  group.add(game);
  game.result = GameResult::draw;
  game.plies = 61;
  group.add(game);
  CHECK(row_line(result_row(group)) == "even|2|1|1|0|75.0|50.5");
}

TEST_CASE("the list of ratings gives the interval of 95 %, and leaves out who played little") {
  RatingList list;
  const auto add = [&](const std::string& name, double rating, int games) {
    list.players.push_back({name, {rating, 50, 0.06}, games, 20240301});
  };
  add("A", 1700, 3);
  add("B", 1600, 2);
  add("C", 1500, 4);
  const RowLines all{"1|A|1700.0|50.0|1602.0|1798.0|0.06|3|2024-03-01",
                     "2|B|1600.0|50.0|1502.0|1698.0|0.06|2|2024-03-01",
                     "3|C|1500.0|50.0|1402.0|1598.0|0.06|4|2024-03-01"};
  CHECK(row_lines(rating_rows(list, 2, {})) == all);
  CHECK(row_lines(rating_rows(list, 3, {})) ==
        RowLines{all[0], "2|C|1500.0|50.0|1402.0|1598.0|0.06|4|2024-03-01"});
  CHECK(row_lines(rating_rows(list, 1, 2)) == RowLines{all[0], all[1]});
  CHECK(rating_rows(list, 1, 0).empty());
  CHECK(rating_rows(list, 1, 3).size() == 3);
}

TEST_CASE("each reason why games are left out of the ratings has a sentence") {
  RatingList list;
  CHECK(games_left_out(list, "--x").empty());
  list.without_result = 1;
  list.without_date = 2;
  list.handicaps = 3;
  CHECK(games_left_out(list, "--x") ==
        RowLines{"1 game left out: no result",
                 "2 games left out: no date, or a date without a month",
                 "3 games left out: handicaps without a value (--x)"});
}

TEST_CASE("the boards of a round are numbered, and a bye has no points of White") {
  PairedRound round;
  round.number = 3;
  round.games = {{"A", 2, "B", 1.5}, {"C", 0.5}};
  CHECK(row_lines(paired_rows(round)) == RowLines{"3|1|A|2.0|B|1.5", "3|2|C|0.5|bye|"});
}

TEST_CASE("a round robin needs two players, and ends with the last round of its table") {
  const auto round = [](std::size_t players, int number, int cycles) -> std::string {
    std::vector<Entrant> entrants;
    for (std::size_t i = 0; i < players; ++i) entrants.push_back({std::string(1, char('A' + i))});
    const auto paired = paired_round(
        entrants, {}, {.round_robin = true, .cycles = cycles, .number = number, .last = false});
    if (!paired) return paired.error().message;
    std::string out;
    for (const PairedGame& game : paired->games)
      out += game.black + '-' + game.white.value_or("bye") + ' ';
    return out;
  };
  CHECK(round(1, 1, 1) == "a round robin needs two players");
  CHECK(round(2, 1, 1) == "A-B ");
  CHECK(round(2, 2, 1) == "2 players meet in 1 round: there is no round 2");
  CHECK(round(2, 2, 2) == "B-A ");
  CHECK(round(2, 3, 2) == "2 players meet in 2 rounds: there is no round 3");
  CHECK(round(4, 1, 1) == "A-D B-C ");
}

TEST_CASE("players are numbered by rating, and the next round follows the last that was played") {
  EventGames event;
  event.players = {"C", "A"};
  event.games.emplace_back();
  event.games[0].white = 1;
  event.games[0].round = "2.1";
  event.games[0].result = GameResult::black_wins;
  event.dates = {0};
  const std::vector<Entrant> entrants{{"A", 1000}, {"B", 2000}, {"C", 1500}, {"D", 0}};
  const auto round = paired_round(entrants, event, {.round_robin = true});
  REQUIRE(round);
  CHECK(round->number == 3);
  CHECK_FALSE(round->is_stored);
  // Numbers 1 to 4 are B, C, A and D.
  CHECK(row_lines(paired_rows(*round)) == RowLines{"3|1|C|1.0|D|0.0", "3|2|A|0.0|B|0.0"});
  const auto second = paired_round(entrants, event, {.round_robin = true, .number = 2});
  REQUIRE(second);
  CHECK(second->is_stored);
  const std::vector<Entrant> twice{{"Abe"}, {"ABE"}};
  CHECK(paired_round(twice, event, {}).error().message == "this player is there twice: ABE");
  const std::vector<Entrant> many(most_entrants + 1);
  CHECK(paired_round(many, event, {}).error().message ==
        "at most 2,000 players can be paired, found 2,001");
}

TEST_CASE("sums over a player's games weigh accuracies by the moves") {
  ProfileSum sum;
  CHECK(sum.accuracy() == 0);
  CHECK(sum.per_100_moves(JudgedKind::blunder) == 0);
  PlayerGame one = dated_game(20240301, GameResult::white_wins);
  one.color = Color::white;
  one.numbers = {{30, 9000}, 100, {{{10, 8000}, {20, 9500}, {0, 10000}}}};
  one.judgements[static_cast<std::size_t>(JudgedKind::blunder)] = 2;
  PlayerGame other = dated_game({}, GameResult::white_wins);
  other.numbers = {{10, 5000}, 500, {{{10, 5000}, {0, 10000}, {0, 10000}}}};
  other.judgements[static_cast<std::size_t>(JudgedKind::blunder)] = 1;
  sum.add(one);
  sum.add(other);
  CHECK(sum.results() == ResultCounts{2, 1, 0, 1});
  CHECK(sum.moves() == 40);
  CHECK(sum.accuracy() == Approx(80));
  CHECK(sum.mean_loss() == Approx(2));
  CHECK(sum.moves(0) == 20);
  CHECK(sum.accuracy(0) == Approx(65));
  CHECK(sum.accuracy(1) == Approx(95));
  CHECK(sum.accuracy(2) == 0);
  CHECK(sum.count(JudgedKind::blunder) == 3);
  CHECK(sum.per_100_moves(JudgedKind::blunder) == Approx(7.5));
}

TEST_CASE("a profile has parts by colour, year and opening") {
  Profile profile;
  profile.add(dated_game(20240301));
  profile.add(dated_game(19991231));
  profile.add(dated_game(10000));
  profile.add(dated_game(9999));
  profile.add(dated_game({}));
  PlayerGame white = dated_game(20240000);
  white.color = Color::white;
  white.header.handicap = "Rook";
  profile.add(white);
  CHECK(profile.all.results().games == 6);
  CHECK(part_names(profile.colors) == "black white ");
  CHECK(part_names(profile.years) == "0001 1999 2024 unknown ");
  CHECK(profile.years["2024"].results().games == 2);
  CHECK(profile.years["unknown"].results().games == 2);
  CHECK(part_names(profile.openings) == " Rook ");
}

TEST_CASE("an opening is its first moves, its handicap, or another start") {
  PlayerGame game;
  game.opening = {*read_usi_move("7g7f", Variant::yari), *read_usi_move("3c3d", Variant::yari)};
  CHECK(opening_name(game) == "P-7f P-3d");
  game.header.start = "6k/7/7/7/7/7/7/7/K6 b - 1";
  CHECK(opening_name(game) == "other start");
  game.header.handicap = "Rook";
  CHECK(opening_name(game) == "Rook");
}

}  // namespace yari::test
