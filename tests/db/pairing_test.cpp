// Pairings against the published rules and tables.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <random>
#include <set>
#include <sstream>

#include "db/people/bye.h"
#include "db/tournament/berger.h"
#include "db/tournament/matching.h"
#include "db/tournament/swiss.h"
#include "tests/support/catch.h"

namespace yari::test {

using namespace tournament;

namespace {

/// "1-6 2-5 3-4", players from 1, the first with Black; "bye 3" at the end.
std::string pairing_text(const Pairing& pairing) {
  std::string text;
  for (const auto& [black, white] : pairing.games)
    text += fmt::format("{}{}-{}", text.empty() ? "" : " ", black + 1, white + 1);
  if (pairing.bye) text += fmt::format(" bye {}", *pairing.bye + 1);
  return text;
}

/// A round of a tournament as it was played: "1-5 1" and so on, players from 1, in pairs of words;
/// "+" and "-" are forfeits.
void add_round(std::vector<PlayedGame>& games, int round, const std::string& text) {
  std::istringstream words(text);
  for (std::string pair, result; words >> pair >> result;) {
    PlayedGame game;
    game.round = std::to_string(round);
    game.black = static_cast<std::size_t>(pair[0] - '1');
    game.bye = pair.substr(1) == "-bye";
    game.white = game.bye ? game.black : static_cast<std::size_t>(pair[2] - '1');
    if (result == "+" || result == "-") game.ending = Ending::forfeit;
    game.result = result == "1" || result == "+"   ? GameResult::black_wins
                  : result == "0" || result == "-" ? GameResult::white_wins
                                                   : GameResult::draw;
    games.push_back(game);
  }
}

/// With the result that the number chooses.
PlayedGame game_of(int round, std::size_t black, std::size_t white, std::size_t number) {
  PlayedGame game;
  game.black = black;
  game.white = white;
  game.round = std::to_string(round);
  game.result = static_cast<GameResult>(1 + number % 3);
  return game;
}

std::string next_round(const std::vector<PlayedGame>& games, const std::vector<bool>& present,
                       bool last = false) {
  const Result<Pairing> pairing = swiss_round(games, present, last);
  return pairing ? pairing_text(*pairing) : pairing.error().message;
}

}  // namespace

TEST_CASE("round robins are those of the Berger tables") {
  // FIDE Handbook C.05, annex 1, "Berger Tables": 5 or 6 players, 7 or 8 players.
  const std::vector<std::string> six{"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3",
                                     "3-6 4-2 5-1"};
  const std::vector<std::string> eight{"1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6",
                                       "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4",
                                       "4-8 5-3 6-2 7-1"};
  REQUIRE(berger_rounds(6) == six.size());
  REQUIRE(berger_rounds(8) == eight.size());
  for (std::size_t r = 0; r < six.size(); ++r) CHECK(pairing_text(berger_round(6, r)) == six[r]);
  for (std::size_t r = 0; r < eight.size(); ++r)
    CHECK(pairing_text(berger_round(8, r)) == eight[r]);
  // "Where there is an odd number of players, the highest number counts as a bye."
  CHECK(berger_rounds(5) == 5);
  CHECK(pairing_text(berger_round(5, 0)) == "2-5 3-4 bye 1");
  CHECK(pairing_text(berger_round(5, 1)) == "5-3 1-2 bye 4");
  CHECK(pairing_text(berger_round(5, 3)) == "1-4 2-3 bye 5");
}

TEST_CASE("in two cycles of a round robin nobody has one colour three times in a row") {
  // The annex: the last two rounds of the first cycle are exchanged.
  CHECK(pairing_text(berger_round(6, 3, 2)) == "3-6 4-2 5-1");
  CHECK(pairing_text(berger_round(6, 4, 2)) == "6-5 1-4 2-3");
  CHECK(pairing_text(berger_round(6, 5, 2)) == "6-1 5-2 4-3");
  for (const std::size_t players : {4u, 6u, 8u, 10u, 14u}) {
    std::vector<std::string> colors(players);
    std::set<std::pair<std::size_t, std::size_t>> met;
    for (std::size_t r = 0; r < 2 * berger_rounds(players); ++r)
      for (const auto& [black, white] : berger_round(players, r, 2).games) {
        colors[black] += 'b';
        colors[white] += 'w';
        CHECK(met.emplace(black, white).second);
      }
    CHECK(met.size() == players * (players - 1));
    for (const std::string& own : colors) {
      INFO(players << ": " << own);
      CHECK(own.find("bbb") == own.npos);
      CHECK(own.find("www") == own.npos);
    }
  }
}

// Eight players, five rounds. 7 does not come to round 2, 8 leaves after round 3, so that 5 and 7
// have the bye. The pairings follow from FIDE Handbook C.04.3, in force from 1 July 2025:
// round 1, S1 1234 meets S2 5678, colours by 5.2.5; round 2, in each score group the upper half
// meets the lower, and preferences agree; round 3, 1 and 2 lead: 2.5 of 1 would be alone, and 2
// floats up; and so on. bbpPairings, an endorsed program for these rules, has the same pairings.
TEST_CASE("a Swiss of 8 players and 5 rounds, with a forfeit and byes, is paired by the rules") {
  std::vector<PlayedGame> games;
  std::vector<bool> present(8, true);
  CHECK(next_round(games, present) == "1-5 6-2 3-7 8-4");
  add_round(games, 1, "1-5 1 6-2 0 3-7 1 8-4 0");
  CHECK(next_round(games, present) == "4-1 2-3 5-8 7-6");
  add_round(games, 2, "4-1 0 2-3 = 5-8 0 7-6 -");
  CHECK(next_round(games, present) == "1-2 3-4 8-6 7-5");
  add_round(games, 3, "1-2 = 3-4 = 8-6 0 7-5 1");
  present[7] = false;
  CHECK(next_round(games, present) == "3-1 4-6 2-7 bye 5");
  add_round(games, 4, "3-1 0 4-6 1 2-7 1 5-bye 1");
  CHECK(next_round(games, present, true) == "6-1 4-2 5-3 bye 7");
  add_round(games, 5, "6-1 0 4-2 0 5-3 0 7-bye 1");

  // By hand. Unplayed rounds count in Buchholz as opponents with the player's own points (C.07,
  // 16.4): 6 has 4 + 2 + 1 + 2.5 + 4.5, 7 has 3 + 2 + 1 + 4 + 2, 5 has 4.5 + 1 + 2 + 1 + 3.
  struct Row {
    std::size_t player;
    double points, buchholz, sonneborn_berger;
  };
  const Row expected[] = {{1, 4.5, 12.5, 10.5}, {2, 4, 14, 10.25}, {3, 3, 14, 6.25},
                          {4, 2.5, 14.5, 4.5},  {6, 2, 14, 3},     {7, 2, 12, 3},
                          {5, 1, 11.5, 1},      {8, 1, 5.5, 1}};
  const std::vector<Standing> table = standings(games, 8);
  REQUIRE(table.size() == std::size(expected));
  for (std::size_t i = 0; i < table.size(); ++i) {
    INFO("place " << i + 1);
    CHECK(table[i].player + 1 == expected[i].player);
    CHECK(table[i].place == static_cast<int>(i) + 1);
    CHECK(table[i].points == expected[i].points);
    CHECK(table[i].buchholz == expected[i].buchholz);
    CHECK(table[i].sonneborn_berger == expected[i].sonneborn_berger);
  }
  // A bye is no game, a forfeit is one that was won or lost.
  CHECK(table[6].games == 4);
  CHECK(table[4].wins == 2);
}

TEST_CASE("a round robin of 6 with a forfeit has the standings computed by hand") {
  // The stronger number wins, but 6 beats 1, and 5 does not come to play 4.
  std::vector<PlayedGame> games;
  add_round(games, 1, "1-6 0 2-5 1 3-4 1");
  add_round(games, 2, "6-4 0 5-3 0 1-2 1");
  add_round(games, 3, "2-6 1 3-1 0 4-5 +");
  add_round(games, 4, "6-5 0 1-4 1 2-3 1");
  add_round(games, 5, "3-6 1 4-2 0 5-1 0");
  const std::vector<Standing> table = standings(games, 6);
  std::vector<std::string> rows;
  for (const Standing& s : table)
    rows.push_back(
        fmt::format("{} {} {} {}", s.player + 1, s.points, s.buchholz, s.sonneborn_berger));
  // 1: beat 2 (4), 3 (3), 4 (2), 5 (1). 2: beat 3, 4, 5, 6 (1). 3: beat 4, 5, 6. 4: beat 6, and 5
  // by forfeit, which counts as an opponent with 4's own 2 points. 5: beat 6; 4 counts as its
  // own 1.
  CHECK(rows == std::vector<std::string>{"1 4 11 10", "2 4 11 7", "3 3 12 4", "4 2 14 3",
                                         "6 1 14 4", "5 1 13 1"});
}

TEST_CASE("in a Swiss nobody meets twice, has two byes, or one colour three times in a row") {
  std::mt19937 random(46);
  for (const std::size_t players : {5u, 6u, 9u, 12u, 15u, 24u}) {
    std::vector<PlayedGame> games;
    std::vector<std::string> colors(players);
    std::set<std::pair<std::size_t, std::size_t>> met;
    std::set<std::size_t> byes;
    for (int round = 1; round <= (players < 8 ? 3 : 5); ++round) {
      const Result<Pairing> pairing = swiss_round(games, std::vector<bool>(players, true));
      INFO(players << " players, round " << round);
      REQUIRE(pairing);
      CHECK(pairing->games.size() == players / 2);
      for (const auto& [black, white] : pairing->games) {
        CHECK(met.insert(std::minmax(black, white)).second);
        colors[black] += 'b';
        colors[white] += 'w';
        games.push_back(game_of(round, black, white, random()));
      }
      if (!pairing->bye) continue;
      CHECK(byes.insert(*pairing->bye).second);
      games.push_back(game_of(round, *pairing->bye, *pairing->bye, 0));
      games.back().bye = true;
    }
    for (const std::string& own : colors) {
      INFO(own);
      CHECK(own.find("bbb") == own.npos);
      CHECK(own.find("www") == own.npos);
      CHECK(std::abs(std::ranges::count(own, 'b') - std::ranges::count(own, 'w')) <= 2);
    }
  }
}

TEST_CASE("a large Swiss is paired in time") {
  std::mt19937 random(7);
  constexpr std::size_t players = 101;
  std::vector<PlayedGame> games;
  for (int round = 1; round <= 4; ++round) {
    const Result<Pairing> pairing = swiss_round(games, std::vector<bool>(players, true));
    REQUIRE(pairing);
    CHECK(pairing->games.size() == players / 2);
    for (const auto& [black, white] : pairing->games) {
      games.push_back(game_of(round, black, white, random()));
    }
  }
}

TEST_CASE("a Swiss round that cannot be paired says why") {
  std::vector<PlayedGame> games;
  add_round(games, 1, "1-2 1");
  CHECK_THAT(next_round(games, {true, true}), Contains("cannot be paired"));
  games.back().result = GameResult::unknown;
  CHECK_THAT(next_round(games, {true, true, true, true}),
             Contains("a game of round 1 has no result"));
  games.back().round.clear();
  CHECK_THAT(next_round(games, {true, true, true, true}), Contains("no Round tag"));
}

TEST_CASE("players who did not play may meet again, and the winner by forfeit gets no bye") {
  std::vector<PlayedGame> games;
  add_round(games, 1, "1-2 +");
  CHECK(next_round(games, {true, true}) == "1-2");
  add_round(games, 1, "3-bye 1");
  // 2 alone has neither had the bye nor a point without playing.
  CHECK(next_round(games, {true, true, true}) == "1-3 bye 2");
}

TEST_CASE("the largest number of pairs is that of all ways to pair") {
  std::mt19937 random(3);
  for (int n = 0; n < 300; ++n) {
    const std::size_t players = 1 + random() % 8;
    Meetings meetings(players, std::vector<bool>(players, false));
    for (std::size_t i = 0; i < players; ++i)
      for (std::size_t j = 0; j < i; ++j) meetings[i][j] = meetings[j][i] = random() % 3 == 0;
    const auto best = [&](const auto& self, std::vector<bool> used) -> std::size_t {
      const auto first = static_cast<std::size_t>(std::ranges::find(used, false) - used.begin());
      if (first == players) return 0;
      used[first] = true;
      std::size_t most = self(self, used);
      for (std::size_t j = first + 1; j < players; ++j) {
        if (used[j] || !meetings[first][j]) continue;
        used[j] = true;
        most = std::max(most, 1 + self(self, used));
        used[j] = false;
      }
      return most;
    };
    CHECK(most_pairs(meetings) == best(best, std::vector<bool>(players, false)));
  }
}

TEST_CASE("a bye is called so, and no player is") {
  for (const char* name : {"bye", "BYE", "Bye", "-bye-", "(bye)", " b.y.e "}) {
    INFO(name);
    CHECK(people::is_bye(name));
  }
  for (const char* name : {"", "?", "Byers", "bye 2", "A. Bye", "Bye, A.", "byé"}) {
    INFO(name);
    CHECK(!people::is_bye(name));
  }
}

}  // namespace yari::test
