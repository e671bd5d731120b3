// Standings and tie-breaks against published crosstables and tables computed by hand; ratings
// against Glickman's example.
#include <sstream>

#include "db/reports/event_games.h"
#include "db/reports/rating_list.h"
#include "db/tournament/exchanges.h"
#include "rules/handicap.h"
#include "rules/sfen.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"

namespace yari::test {

using namespace tournament;

namespace {

constexpr GameResult black = GameResult::black_wins, white = GameResult::white_wins,
                     draw = GameResult::draw;

PlayedGame played(std::size_t b, std::size_t w, GameResult result, std::string round = "") {
  return {b, w, result, Ending::resignation, std::move(round), "", 0};
}

/// The games of a crosstable: row by row a cell for each opponent, each cell with the row's score
/// in each game (1, 0, = for a draw, . for a game that was not played), "**" against itself.
std::vector<PlayedGame> games_of(const std::vector<std::string>& rows) {
  std::vector<PlayedGame> games;
  for (std::size_t player = 0; player < rows.size(); ++player) {
    std::istringstream cells(rows[player]);
    std::string cell;
    for (std::size_t opponent = 0; cells >> cell; ++opponent)
      for (const char score : opponent > player ? cell : std::string())
        if (score != '.')
          games.push_back(played(player, opponent,
                                 score == '='   ? draw
                                 : score == '1' ? black
                                                : white));
  }
  return games;
}

/// A row of a table computed by hand.
struct Row {
  std::size_t player;
  double points, buchholz, sonneborn_berger, mutual;
};

void check_table(const std::vector<std::string>& crosstable, const std::vector<Row>& expected) {
  const std::vector<Standing> table = standings(games_of(crosstable), crosstable.size());
  REQUIRE(table.size() == expected.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    INFO("place " << i + 1);
    CHECK(table[i].player == expected[i].player);
    CHECK(table[i].points == expected[i].points);
    CHECK(table[i].buchholz == expected[i].buchholz);
    CHECK(table[i].sonneborn_berger == expected[i].sonneborn_berger);
    CHECK(table[i].mutual == expected[i].mutual);
  }
}

const Standing& of(const std::vector<Standing>& table, std::size_t player) {
  return *std::find_if(table.begin(), table.end(),
                       [&](const Standing& s) { return s.player == player; });
}

Game recorded(const std::string& b, const std::string& w, GameResult result,
              const std::string& date, const std::string& round = "") {
  Game game = new_game(Variant::shogi);
  game.tags = {{"Black", b}, {"White", w}, {"Date", date}, {"Event", "Cup"}};
  if (!round.empty()) game.tags.push_back({"Round", round});
  game.result = result;
  return game;
}

}  // namespace

// Sensei's Library, "Sonneborn-Berger": four players A to D meet twice.
//   A: 111 010 = 4, SB 11;  B: 011 101 = 4, SB 9;  C: 001 011 = 3, SB 6;  D: 000 100 = 1, SB 4
TEST_CASE("a published double round robin has the published Sonneborn-Berger scores") {
  const std::vector<PlayedGame> games{
      played(0, 1, black), played(0, 2, black), played(0, 3, black), played(1, 2, black),
      played(1, 3, black), played(2, 3, black), played(1, 0, black), played(0, 2, black),
      played(3, 0, black), played(2, 1, black), played(1, 3, black), played(2, 3, black)};
  const auto table = standings(games, 4);
  const double points[] = {4, 4, 3, 1}, sb[] = {11, 9, 6, 4};
  for (std::size_t p = 0; p < 4; ++p) {
    CHECK(table[p].player == p);
    CHECK(table[p].place == static_cast<int>(p) + 1);
    CHECK(table[p].points == points[p]);
    CHECK(table[p].sonneborn_berger == sb[p]);
  }
  // A and B met twice and won one game each.
  CHECK(table[0].mutual == 1);
  CHECK(table[1].mutual == 1);
}

// The 14th Ryu-o title match, 2001: Habu beat Fujii 4-1, winning games 1, 2, 3 and 5.
TEST_CASE("a title match is a tournament of two") {
  const std::vector<PlayedGame> games{played(0, 1, black), played(1, 0, white), played(0, 1, black),
                                      played(1, 0, black), played(0, 1, black)};
  const auto table = standings(games, 2);
  CHECK(table[0].player == 0);
  CHECK(table[0].points == 4);
  CHECK(table[1].points == 1);
  CHECK(table[0].wins == 4);
  CHECK(table[0].losses == 1);
}

// Candidates Tournament of chess, Khanty-Mansiysk 2014. The crosstable as chessgames.com publishes
// it (chessgames.com/perl/chess.pl?tid=83141), the tie-breaks computed by hand from it.
TEST_CASE("the Candidates Tournament of 2014 has the published points and hand-computed scores") {
  enum : std::size_t { anand, karjakin, kramnik, mamedyarov, andreikin, aronian, svidler, topalov };
  check_table({"** == == 1= == 1= == =1", "== ** 01 == == 01 =1 ==", "== 10 ** 1= == == =0 01",
               "0= == 0= ** 1= 01 1= ==", "== == == 0= ** =1 0= 1=", "0= 10 == 10 =0 ** 1= ==",
               "== =0 =1 0= 1= 0= ** 10", "=0 == 10 == 0= == 01 **"},
              {{anand, 8.5, 95, 57.25, 0},
               {karjakin, 7.5, 97, 51.75, 0},
               {kramnik, 7, 98, 49.25, 2.5},
               {andreikin, 7, 98, 48.5, 1.5},
               {mamedyarov, 7, 98, 48, 2},
               {svidler, 6.5, 99, 46, 0.5},
               {aronian, 6.5, 99, 45, 1.5},
               {topalov, 6, 100, 42.25, 0}});
}

// Candidates Tournament of chess, Moscow 2016, after 13 of 14 rounds: not all opponents are the
// same, so Buchholz decides. The crosstable from chessdailynews.com ("Karjakin or Caruana will
// challenge Carlsen in November for World Title"), the tie-breaks computed by hand from it.
TEST_CASE("the Candidates Tournament of 2016 before its last round is ordered by Buchholz") {
  enum : std::size_t { caruana, karjakin, anand, giri, svidler, aronian, nakamura, topalov };
  check_table({"** =. =1 == == == =1 ==", "=. ** 10 == == == 1= =1",
               "=0 01 ** == 1. =1 =0 1=", "== == == ** == == == =.", "== == 0. == ** =1 == ==",
               "== == =0 == =0 ** 1. 1=", "=0 0= =1 == == 0. ** 11", "== =0 0= =. == 0= 00 **"},
              {{caruana, 7.5, 81.5, 47.5, 0.5},
               {karjakin, 7.5, 81.5, 46, 0.5},
               {anand, 7, 83.5, 43.25, 0},
               {giri, 6.5, 87, 43.5, 3},
               {aronian, 6.5, 84.5, 40.75, 2.5},
               {nakamura, 6.5, 84.5, 39, 2},
               {svidler, 6.5, 84, 41.75, 3.5},
               {topalov, 4, 89.5, 27.75, 0}});
}

// Computed by hand. Six players, three rounds:
//   1: A-B 1-0, C-D 1/2, E-F 0-1;  2: A-F 1-0, B-C 1-0, D-E 1/2;  3: D-A 1/2, F-B 1-0, C-E 1-0
// Points: A 2.5, F 2, C 1.5, D 1.5, B 1, E 0.5
// Buchholz: A = B+F+D = 4.5;  F = E+A+B = 4;  C = D+B+E = 3;  D = C+E+A = 4.5
//           B = A+C+F = 6;  E = F+D+C = 5
// SB: A = B+F+D/2 = 3.75;  F = E+B = 1.5;  C = D/2+E = 1.25;  D = C/2+E/2+A/2 = 2.25
//     B = C = 1.5;  E = D/2 = 0.75
TEST_CASE("a Swiss tournament computed by hand") {
  enum : std::size_t { a, b, c, d, e, f };
  const std::vector<PlayedGame> games{
      played(a, b, black, "1"), played(c, d, draw, "1"),  played(e, f, white, "1"),
      played(a, f, black, "2"), played(b, c, black, "2"), played(d, e, draw, "2"),
      played(d, a, draw, "3"),  played(f, b, black, "3"), played(c, e, black, "3")};
  const auto table = standings(games, 6);
  std::vector<std::size_t> order;
  for (const Standing& s : table) order.push_back(s.player);
  // D stands before C by Buchholz.
  CHECK(order == std::vector<std::size_t>{a, f, d, c, b, e});
  const double points[] = {2.5, 1, 1.5, 1.5, 0.5, 2}, buchholz[] = {4.5, 6, 3, 4.5, 5, 4},
               sb[] = {3.75, 1.5, 1.25, 2.25, 0.75, 1.5};
  for (std::size_t p = a; p <= f; ++p) {
    INFO(p);
    CHECK(of(table, p).points == points[p]);
    CHECK(of(table, p).buchholz == buchholz[p]);
    CHECK(of(table, p).sonneborn_berger == sb[p]);
  }
  CHECK(of(table, c).mutual == 0.5);
  CHECK(rounds(games) == std::vector<std::string>{"1", "2", "3"});
}

TEST_CASE("a draw that was played again does not count, and a game without a result neither") {
  std::vector<PlayedGame> games{played(0, 1, draw, "2"),
                                played(1, 0, black, "2, Sennichite Replay"),
                                played(0, 1, GameResult::unknown, "3")};
  games[0].ending = Ending::repetition;
  CHECK(replayed(games) == std::vector<bool>{true, false, false});
  const auto table = standings(games, 3);
  CHECK(table[0].player == 1);
  CHECK(table[0].points == 1);
  CHECK(table[0].games == 1);
  CHECK(table[2].player == 2);
  CHECK(table[2].games == 0);
  games[0].ending = Ending::draw_agreed;
  CHECK(replayed(games) == std::vector<bool>{false, false, false});
  // Another two, another round, or a round that is not known: nothing was played again.
  for (const char* const round : {"2", "?", "-", ""}) {
    INFO(round);
    for (const Ending ending :
         {Ending::repetition, Ending::impasse, Ending::move_limit, Ending::unknown}) {
      std::vector<PlayedGame> others{played(0, 1, draw, round), played(0, 2, black, round),
                                     played(1, 0, black, "3"), played(1, 0, white, round)};
      others[0].ending = ending;
      const bool is_known = std::string(round) == "2";
      CHECK(replayed(others) == std::vector<bool>{is_known, false, false, false});
      CHECK(of(standings(others, 3), 1).games == (is_known ? 2 : 3));
    }
  }
  for (const char* const unknown : {"", "?", "-"})
    CHECK(rounds({played(0, 1, black, "1"), played(0, 1, black, unknown)}).empty());
  CHECK(rounds({played(0, 1, black, "Final"), played(0, 1, black, "10"),
                played(0, 1, black, "9")}) == std::vector<std::string>{"9", "10", "Final"});
}

TEST_CASE("a hundred thousand games of as many rounds take no time by their square") {
  constexpr std::size_t count = 100'000;
  std::vector<PlayedGame> games(count);
  for (std::size_t i = 0; i < count; ++i) {
    games[i].round = "R" + std::to_string(i);
    games[i].white = 1;
    games[i].result = GameResult::draw;
  }
  CHECK(rounds(games).size() == count);
  CHECK(std::ranges::count(replayed(games), true) == 0);
  games.back().round = games.front().round;
  CHECK(replayed(games).front());
}

TEST_CASE("players who are equal in everything share a place") {
  const auto table = standings({played(0, 1, draw), played(2, 3, draw)}, 4);
  for (const Standing& s : table) CHECK(s.place == 1);
}

// M. E. Glickman, "Example of the Glicko-2 system": 1500 (RD 200, volatility 0.06) beats 1400 (30),
// loses to 1550 (100) and 1700 (300); tau 0.5. Then 1464.06, RD 151.52, volatility 0.05999.
TEST_CASE("ratings equal the published worked example of Glicko-2") {
  const Rating after = after_period(
      {1500, 200, 0.06}, {{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}});
  CHECK(after.rating == Approx(1464.06).margin(0.01));
  CHECK(after.deviation == Approx(151.52).margin(0.01));
  CHECK(after.volatility == Approx(0.05999598).margin(1e-7));
  // Four wins over a stronger player say that the strength changes: the equation of step 5 solved
  // by halving an interval, in another program.
  const std::vector<RatedGame> wins(4, {{1700, 30, 0.06}, 1});
  const Rating risen = after_period({1500, 50, 0.06}, wins, 1.2);
  CHECK(risen.rating == Approx(1542.7284).margin(0.001));
  CHECK(risen.deviation == Approx(49.564).margin(0.001));
  CHECK(risen.volatility == Approx(0.06058971).margin(1e-7));
  CHECK(after_period({1500, 50, 0.06}, wins, 0.5).volatility == Approx(0.06010033).margin(1e-7));
  // Step 6 for who did not play: sqrt(200^2 + (173.7178 * 0.06)^2).
  const Rating idle = after_period({1500, 200, 0.06}, {});
  CHECK(idle.rating == 1500);
  CHECK(idle.deviation == Approx(200.2714).margin(0.001));
  CHECK(after_period({1500, 350, 0.06}, {}).deviation == 350);
}

TEST_CASE("halves of a score group change players in the order of the rules") {
  std::string order;
  for (const auto& [out, in] : exchanges(2, 3)) {
    for (const std::size_t p : out) order += std::to_string(p);
    order += '-';
    for (const std::size_t p : in) order += std::to_string(p);
    order += ' ';
  }
  // One player before two; the smallest difference of numbers, then the lowest of the upper half.
  CHECK(order == "1-0 1-1 0-0 1-2 0-1 0-2 01-01 01-02 01-12 ");
}

TEST_CASE("ratings count every game that they leave out, and why") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  // Each of another day: no two are copies of one game.
  std::vector<Game> games{
      recorded("Ann", "?", black, "2001.01.05"),   recorded("", "Bob", white, "2001.02.05"),
      recorded("Ann", "bye", black, "2001.03.05"), recorded("bye", "Bob", white, "2001.04.05"),
      recorded("Ann", "Ann", black, "2001.05.05"), recorded("Ann", "Bob", black, "2001.06.05")};
  games.back().ending = Ending::forfeit;
  import_all(database, games);
  const RatingList list = rating_list(event_games(database, {}), {});
  CHECK(list.players.empty());
  CHECK(list.games == 0);
  CHECK(list.without_players == 2);
  CHECK(list.byes == 2);
  CHECK(list.forfeits == 1);
  CHECK(list.against_oneself == 1);
  CHECK(list.without_result == 0);
}

TEST_CASE("ratings of a database: the stronger stands first, and what cannot count is counted") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> games;
  for (int month = 1; month <= 9; ++month) {
    const std::string date = "2001.0" + std::to_string(month) + ".05";
    games.push_back(recorded("Ann", "Bob 3 Dan", black, date));
    games.push_back(recorded("BOB", "Cid", black, date));
    games.push_back(recorded("Cid", "ANN", month == 1 ? black : white, date));
  }
  games.push_back(recorded("Ann", "Cid", GameResult::unknown, "2001.01.06"));
  games.push_back(recorded("Ann", "Cid", black, "2001"));
  Game lance = recorded("Cid", "Ann", black, "2001.02.07");
  lance.start = *read_handicap("rook", Variant::shogi);
  games.push_back(lance);
  import_all(database, games);
  const EventGames event = event_games(database, {});
  CHECK(event.players == std::vector<std::string>{"Ann", "Bob", "Cid"});
  const RatingList list = rating_list(event, {});
  REQUIRE(list.players.size() == 3);
  CHECK(list.players[0].name == "Ann");
  CHECK(list.players[2].name == "Cid");
  CHECK(list.players[0].rating.rating > list.players[1].rating.rating + 50);
  CHECK(list.players[0].games == 18);
  CHECK(list.periods == 3);
  CHECK(list.games == 27);
  CHECK(list.without_result == 1);
  CHECK(list.without_date == 1);
  CHECK(list.handicaps == 1);
  RatingOptions valued;
  valued.handicaps["Rook"] = 400;
  const RatingList with_handicap = rating_list(event, valued);
  CHECK(with_handicap.games == 28);
  valued.handicaps["Rook"] = 0;
  // Winning with a rook more says less than winning even.
  CHECK(with_handicap.players[2].rating.rating <
        rating_list(event, valued).players[2].rating.rating);
  // And losing to it costs White less.
  CHECK(with_handicap.players[0].rating.rating >
        rating_list(event, valued).players[0].rating.rating);
  CHECK(list.players[0].last_date == 20010905);
}

TEST_CASE("games without two known players are left out of an event, and other starts named") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game other_start = recorded("Ann", "Bob", black, "2001.05.07");
  other_start.start = *read_sfen("3k3/7/3+B3/7/7/7/7/7/3K3 b R 1", Variant::yari);
  other_start.variant = Variant::yari;
  import_all(database, {recorded("Ann", "Bob", black, "2001.05.06"),
                        recorded("?", "Bob", black, "2001.05.06"),
                        recorded("Ann", "--", black, "2001.05.06"), other_start});
  const EventGames event = event_games(database, {});
  CHECK(event.without_players == 2);
  CHECK(event.players.size() == 2);
  REQUIRE(event.games.size() == 2);
  CHECK(event.games[0].handicap.empty());
  CHECK(event.games[1].handicap == "other start");
  CHECK(event.events == std::vector<std::string>{"Cup"});
  // Without a game that counts there are no ratings.
  Database none(folder / "none.db", OpenMode::create);
  CHECK(rating_list(event_games(none, {}), {}).players.empty());
}

}  // namespace yari::test
