// Everything is counted in one pass for points and one for what depends on them.
#include "db/tournament/standings.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "record/tag_value.h"

namespace yari::tournament {

namespace {

/// Whether the record says in which round it was played.
bool has_round(const PlayedGame& game) { return !says_nothing(game.round); }

auto order(const Standing& s) {
  return std::tuple(s.games > 0 || s.points > 0, s.points, s.buchholz, s.sonneborn_berger,
                    s.mutual);
}

void add_points(std::vector<Standing>& table, const PlayedGame& game) {
  if (game.bye) {
    table[game.black].points += game.points(Color::black);
    return;
  }
  for (const Color side : {Color::black, Color::white}) {
    Standing& s = table[side == Color::black ? game.black : game.white];
    const double points = game.points(side);
    s.points += points;
    ++s.games;
    ++(points == 1 ? s.wins : points == 0 ? s.losses : s.draws);
  }
}

/// Whether all players met each other, all pairs equally often.
bool all_have_met(const std::vector<const PlayedGame*>& games, std::size_t players) {
  const std::size_t pairs = players * (players - 1) / 2;
  if (players < 3 || games.size() < pairs) return false;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> met;
  for (const PlayedGame* game : games)
    if (!game->bye) ++met[std::minmax(game->black, game->white)];
  return met.size() == pairs && std::ranges::all_of(met, [&](const auto& pair) {
           return pair.second == met.begin()->second;
         });
}

void add_tie_breaks(std::vector<Standing>& table, const PlayedGame& game, bool round_robin) {
  if (game.bye && round_robin) return;
  const double of_black = table[game.black].points, of_white = table[game.white].points;
  for (const Color side : {Color::black, Color::white}) {
    if (game.bye && side == Color::white) return;
    Standing& s = table[side == Color::black ? game.black : game.white];
    const double opponent = !game.was_played() && !round_robin ? s.points
                            : side == Color::black             ? of_white
                                                               : of_black;
    s.buchholz += opponent;
    s.sonneborn_berger += opponent * game.points(side);
    if (of_black == of_white && !game.bye) s.mutual += game.points(side);
  }
}

}  // namespace

double PlayedGame::points(Color side) const {
  if (bye && result == GameResult::unknown) return 1;
  return result == GameResult::draw ? 0.5 : result == win_for(side) ? 1 : 0;
}

std::vector<bool> replayed(const std::vector<PlayedGame>& games) {
  std::vector<bool> marks(games.size(), false);
  std::set<std::tuple<std::string, std::size_t, std::size_t>> later;
  for (std::size_t i = games.size(); i-- > 0;) {
    const PlayedGame& game = games[i];
    if (!has_round(game)) continue;
    const bool no_contest = game.ending == Ending::repetition || game.ending == Ending::impasse ||
                            game.ending == Ending::move_limit || game.ending == Ending::unknown;
    const auto [lesser, greater] = std::minmax(game.black, game.white);
    const bool again = !later.emplace(round_name(game.round), lesser, greater).second;
    marks[i] = again && game.result == GameResult::draw && no_contest;
  }
  return marks;
}

std::vector<Standing> standings(const std::vector<PlayedGame>& games, std::size_t players) {
  std::vector<Standing> table(players);
  for (std::size_t p = 0; p < players; ++p) table[p].player = p;
  const std::vector<bool> again = replayed(games);
  std::vector<const PlayedGame*> counting;
  for (std::size_t i = 0; i < games.size(); ++i)
    if (games[i].counts() && !again[i]) counting.push_back(&games[i]);
  for (const PlayedGame* game : counting) add_points(table, *game);
  const bool round_robin = all_have_met(counting, players);
  for (const PlayedGame* game : counting) add_tie_breaks(table, *game, round_robin);
  std::ranges::stable_sort(table, std::ranges::greater(), order);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const bool shared = i > 0 && order(table[i]) == order(table[i - 1]);
    table[i].place = shared ? table[i - 1].place : static_cast<int>(i) + 1;
  }
  return table;
}

std::vector<std::string> rounds(const std::vector<PlayedGame>& games) {
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  for (const PlayedGame& game : games) {
    if (!has_round(game)) return {};
    const std::string name = round_name(game.round);
    if (known.insert(name).second) names.push_back(name);
  }
  // Rounds with a number come first; finals and the like keep the order they were played in.
  std::ranges::stable_sort(names, {}, [](const std::string& name) {
    const int number = round_number(name);
    return number == 0 ? INT32_MAX : number;
  });
  return names;
}

}  // namespace yari::tournament
