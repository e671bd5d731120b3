// Pairings against the published rules and tables.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
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

/// "1. 3: 2.5 BH 7 SB 4.25" for each place.
std::vector<std::string> table_text(const std::vector<PlayedGame>& games, std::size_t players) {
  std::vector<std::string> rows;
  for (const Standing& s : standings(games, players))
    rows.push_back(fmt::format("{}. {}: {} BH {} SB {}", s.place, s.player + 1, s.points,
                               s.buchholz, s.sonneborn_berger));
  return rows;
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

// The Swiss tables below were computed by hand from FIDE Handbook C.04.3, "FIDE (Dutch) System", in
// force from 1 July 2025 (handbook.fide.com/chapter/C0403202507), in the numbers of its criteria,
// before the program was asked. "BW" are the colours so far; a player wants the other colour,
// strongly where one colour leads by 1, absolutely after two games with the same (1.7).
// Buchholz and Sonneborn-Berger: C.07; an unplayed round counts as an opponent with the player's
// own points (16.4).
//
// Eight players, five rounds. 7 does not come to round 2, 8 leaves after round 3.
// Round 1: the upper half 1234 meets 5678; odd numbers have Black (5.2.5).
// Round 2: 1 point: 1 B, 2 W, 3 B, 4 W: 1-3 2-4 denies two colours, 1-4 2-3 none (C12). 0 points:
//   5 W, 6 B, 7 W, 8 B: 5-8 6-7 for the same reason.
// Round 3: 1 has 2 points and comes down to 2 and 3 (1.5); 1 BW meets 2 WB. 3 BW comes down to
//   4 WB, 6 B, 8 BW (1): 3-4, and 6-8. 5 WB and 7 W (0) are left; 7 wants Black strongly.
// Round 4, seven players: the bye goes to 5, who has 0 (C5). 1 (2.5) comes down to 2, 3, 6 (2) and
//   has met 2. 1-6 would leave 3 without an opponent (it has met 2, 4 and 7: C4), so 1-3, although
//   both are BWB; the higher has its colour (5.2.4). 2 and 6 have met and come down to 4 (1.5), who
//   wants Black, as both do: 2 WBW strongly, 6 BW mildly, so 4-6 denies no strong wish (C13). 2-7.
// Round 5: of those with 1 point 7 has had no bye. 1 has met all but 6 and 7, so 1-6; then 3 has
//   only 5, and 2-4 is left. 6 BWW must have Black; 2 and 4 are both WBWB, and the higher has
//   White; 3 BWBB must have White.
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
  // Points of the opponents, round by round; [n] is a round that was not played.
  // 1: beat 5 (1), 4 (2.5), drew 2 (4), beat 3 (3), 6 (2)          BH 12.5  SB 1+2.5+2+3+2
  // 2: beat 6 (2), drew 3 (3), 1 (4.5), beat 7 (2), 4 (2.5)        BH 14    SB 2+1.5+2.25+2+2.5
  // 3: beat 7 (2), drew 2 (4), 4 (2.5), lost to 1 (4.5), beat 5 (1) BH 14   SB 2+2+1.25+1
  // 4: beat 8 (1), lost to 1 (4.5), drew 3 (3), beat 6 (2), lost to 2 (4)  BH 14.5  SB 1+1.5+2
  // 5: lost to 1 (4.5), 8 (1), 7 (2), bye [1], lost to 3 (3)       BH 11.5  SB 1
  // 6: lost to 2 (4), forfeit [2], beat 8 (1), lost to 4 (2.5), 1 (4.5)    BH 14    SB 2+1
  // 7: lost to 3 (3), forfeit [2], beat 5 (1), lost to 2 (4), bye [2]      BH 12    SB 1+2
  // 8: lost to 4 (2.5), beat 5 (1), lost to 6 (2)                  BH 5.5   SB 1
  CHECK(table_text(games, 8) ==
        std::vector<std::string>{"1. 1: 4.5 BH 12.5 SB 10.5", "2. 2: 4 BH 14 SB 10.25",
                                 "3. 3: 3 BH 14 SB 6.25", "4. 4: 2.5 BH 14.5 SB 4.5",
                                 "5. 6: 2 BH 14 SB 3", "6. 7: 2 BH 12 SB 3", "7. 5: 1 BH 11.5 SB 1",
                                 "8. 8: 1 BH 5.5 SB 1"});
  // A bye is no game, a forfeit is one that was won or lost.
  const std::vector<Standing> table = standings(games, 8);
  CHECK(table[6].games == 4);
  CHECK(table[4].wins == 2);
}

// Seven players, five rounds, a bye in each. 6 does not come to round 1.
// Round 1: 123 meets 456, and 7 is left.
// Round 2: 1 point: 1 B, 2 W, 3 (by forfeit) and 7 (bye) have no colour: 1-3 2-7. 0 points: 4 W,
//   5 B, 6 without a game. 4-5 would give the bye to 6, who has an unplayed round already; 4-6 does
//   not (C9).
// Round 3: 2 points: 1 BW and 2 WB meet. 1 point: 3 B, 5 B, 7 W, of whom one comes down. Not 7,
//   since 3 and 5 want the same colour (C12); not 5, who came down in round 2 with the bye (C14);
//   so 3, who came down in round 1 (C16). 5-7. 3 meets 4 or 6 (0.5): the bye goes to 4, who has
//   played both rounds (C9).
// Round 4: the bye goes to 6 (0.5). 1 and 2 (2.5) have met and come down to 3 and 5 (2). 1 has met
//   3, so 1-5, and 2 WBW meets 3 BW, which both want Black: 2 strongly. 4 WB and 7 WB are left: the
//   same colours, so the higher has White.
// Round 5: 4, 5, 6 and 7 have had the bye, 3 has won without playing (C2): it goes to 1 or 2.
//   1 has met 2, 3, 4 and 5. 2 comes down to 3, 4, 5 (2 points): 2-4 3-5. 1 comes down further, and
//   has the bye: 6-7. 2 WBWB and 5 BWB want White, 7 WBB must have it.
TEST_CASE("a Swiss of 7 players and 5 rounds, with a bye in each, is paired by the rules") {
  std::vector<PlayedGame> games;
  const std::vector<bool> present(7, true);
  CHECK(next_round(games, present) == "1-4 5-2 3-6 bye 7");
  add_round(games, 1, "1-4 1 5-2 0 3-6 + 7-bye 1");
  CHECK(next_round(games, present) == "3-1 2-7 4-6 bye 5");
  add_round(games, 2, "3-1 0 2-7 1 4-6 = 5-bye 1");
  CHECK(next_round(games, present) == "1-2 7-5 6-3 bye 4");
  add_round(games, 3, "1-2 = 7-5 0 6-3 0 4-bye 1");
  CHECK(next_round(games, present) == "5-1 2-3 7-4 bye 6");
  add_round(games, 4, "5-1 0 2-3 1 7-4 = 6-bye 1");
  CHECK(next_round(games, present, true) == "4-2 3-5 6-7 bye 1");
  add_round(games, 5, "4-2 0 3-5 1 6-7 1 1-bye 1");
  // 1: beat 4 (2), 3 (3), drew 2 (4.5), beat 5 (2), bye [4.5]      BH 16    SB 2+3+2.25+2+4.5
  // 2: beat 5 (2), 7 (1.5), drew 1 (4.5), beat 3 (3), 4 (2)        BH 13    SB 2+1.5+2.25+3+2
  // 3: forfeit [3], lost to 1 (4.5), beat 6 (2.5), lost to 2 (4.5), beat 5 (2)  BH 16.5  SB 3+2.5+2
  // 4: lost to 1 (4.5), drew 6 (2.5), bye [2], drew 7 (1.5), lost to 2 (4.5)  BH 15
  //                                                                SB 1.25+2+0.75
  // 5: lost to 2 (4.5), bye [2], beat 7 (1.5), lost to 1 (4.5), 3 (3)  BH 15.5  SB 2+1.5
  // 6: forfeit [2.5], drew 4 (2), lost to 3 (3), bye [2.5], beat 7 (1.5)  BH 11.5  SB 1+2.5+1.5
  // 7: bye [1.5], lost to 2 (4.5), 5 (2), drew 4 (2), lost to 6 (2.5)  BH 12.5  SB 1.5+1
  CHECK(table_text(games, 7) ==
        std::vector<std::string>{"1. 1: 4.5 BH 16 SB 13.75", "2. 2: 4.5 BH 13 SB 10.75",
                                 "3. 3: 3 BH 16.5 SB 7.5", "4. 6: 2.5 BH 11.5 SB 5",
                                 "5. 5: 2 BH 15.5 SB 3.5", "6. 4: 2 BH 15 SB 4",
                                 "7. 7: 1.5 BH 12.5 SB 2.5"});
}

// Where all meet all, a forfeit is a game against that opponent (C.07, 15.2), and Buchholz is the
// points of all others: it decides nothing, and Sonneborn-Berger does.
TEST_CASE("a round robin of 6 with a forfeit has the standings computed by hand") {
  // The stronger number wins, but 6 beats 1, and 5 does not come to play 4.
  std::vector<PlayedGame> games;
  add_round(games, 1, "1-6 0 2-5 1 3-4 1");
  add_round(games, 2, "6-4 0 5-3 0 1-2 1");
  add_round(games, 3, "2-6 1 3-1 0 4-5 +");
  add_round(games, 4, "6-5 0 1-4 1 2-3 1");
  add_round(games, 5, "3-6 1 4-2 0 5-1 0");
  // 1: beat 2 (4), 3 (3), 4 (2), 5 (1). 2: beat 3, 4, 5, 6 (1). 3: beat 4, 5, 6. 4: beat 6, and 5
  // by forfeit. 5: beat 6. 6: beat 1.
  CHECK(table_text(games, 6) ==
        std::vector<std::string>{"1. 1: 4 BH 11 SB 10", "2. 2: 4 BH 11 SB 7", "3. 3: 3 BH 12 SB 4",
                                 "4. 4: 2 BH 13 SB 2", "5. 6: 1 BH 14 SB 4", "6. 5: 1 BH 14 SB 1"});
}

// C.05, annex 1, the table of 6 with nobody as 6: who would meet 6 has the bye, which is worth
// nothing, because all have it once.
TEST_CASE("a round robin of 6 places with a bye and a forfeit is the one computed by hand") {
  const std::vector<std::string> table{"2-5 3-4 bye 1", "5-3 1-2 bye 4", "3-1 4-5 bye 2",
                                       "1-4 2-3 bye 5", "4-2 5-1 bye 3"};
  for (std::size_t r = 0; r < table.size(); ++r)
    CHECK(pairing_text(berger_round(5, r)) == table[r]);
  std::vector<PlayedGame> games;
  add_round(games, 1, "2-5 1 3-4 + 1-bye 0");
  add_round(games, 2, "5-3 0 1-2 = 4-bye 0");
  add_round(games, 3, "3-1 0 4-5 1 2-bye 0");
  // After three rounds not all have met, so that the rules of a Swiss hold for what was not played:
  // 1: bye [1.5], drew 2 (1.5), beat 3 (2); 2: beat 5 (0), drew 1 (1.5), bye [1.5];
  // 3: forfeit [2], beat 5 (0), lost to 1 (1.5); 4: forfeit [1], bye [1], beat 5 (0);
  // 5: lost to 2 (1.5), 3 (2), 4 (1).
  CHECK(table_text(games, 5) ==
        std::vector<std::string>{"1. 3: 2 BH 3.5 SB 2", "2. 1: 1.5 BH 5 SB 2.75",
                                 "3. 2: 1.5 BH 3 SB 0.75", "4. 4: 1 BH 2 SB 0",
                                 "5. 5: 0 BH 4.5 SB 0"});
  add_round(games, 4, "1-4 1 2-3 = 5-bye 0");
  add_round(games, 5, "4-2 0 5-1 1 3-bye 0");
  //        1   2   3   4   5   points  BH: 10 less the points  SB
  //   1    *   =   1   1   0   2.5     7.5                     3/2 + 2.5 + 1 = 5
  //   2    =   *   =   1   1   3       7                       2.5/2 + 2.5/2 + 1 + 1 = 4.5
  //   3    0   =   *   +   1   2.5     7.5                     3/2 + 1 + 1 = 3.5
  //   4    0   0   -   *   1   1       9                       1
  //   5    1   0   0   0   *   1       9                       2.5
  CHECK(table_text(games, 5) ==
        std::vector<std::string>{"1. 2: 3 BH 7 SB 4.5", "2. 1: 2.5 BH 7.5 SB 5",
                                 "3. 3: 2.5 BH 7.5 SB 3.5", "4. 5: 1 BH 9 SB 2.5",
                                 "5. 4: 1 BH 9 SB 1"});
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

TEST_CASE("a file from anywhere may name more rounds than a tournament has") {
  std::vector<PlayedGame> games;
  for (int round = 1; round <= 1000; ++round) games.push_back(game_of(round, 0, 1, 0));
  CHECK_THAT(next_round(games, {true, true}), Contains("cannot be paired"));
  games.push_back(game_of(1001, 0, 1, 0));
  CHECK_THAT(next_round(games, {true, true}),
             Contains("at most 1000 rounds can have been played, found 1001"));
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

// Two rings of five who may meet their neighbours, and one of each who may meet one of the other:
// whoever is left over in a ring finds a partner only by going around it the other way.
TEST_CASE("players in two rings are all paired") {
  std::mt19937 random(4);
  std::vector<std::size_t> name(10);
  std::iota(name.begin(), name.end(), std::size_t{0});
  for (int n = 0; n < 50; ++n, std::shuffle(name.begin(), name.end(), random)) {
    Meetings meetings(10, std::vector<bool>(10, false));
    const auto may_meet = [&](std::size_t a, std::size_t b) {
      meetings[name[a]][name[b]] = meetings[name[b]][name[a]] = true;
    };
    for (const std::size_t ring : {0U, 5U})
      for (std::size_t i = 0; i < 5; ++i) may_meet(ring + i, ring + (i + 1) % 5);
    CHECK(most_pairs(meetings) == 4);
    may_meet(0, 5);
    CHECK(most_pairs(meetings) == 5);
  }
}

TEST_CASE("a bye is called so, and no player is") {
  for (const char* name : {"bye", "BYE", "Bye", "-bye-", "(bye)", " b.y.e "}) {
    INFO(name);
    CHECK(people::is_bye(name));
  }
  for (const char* name : {"", "?", "Byers", "bye 2", "A. Bye", "Bye, A.", "byé", "Bye太郎"}) {
    INFO(name);
    CHECK(!people::is_bye(name));
  }
}

}  // namespace yari::test
