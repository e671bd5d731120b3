#include "db/tournament/pairing_record.h"

#include <fmt/format.h>

#include <string>
#include <unordered_map>

#include "record/tag_value.h"

namespace yari::tournament {

namespace {

int half_points(const PlayedGame& game, Color side) {
  return static_cast<int>(2 * game.points(side));
}

}  // namespace

std::optional<std::string> why_nothing_follows(const std::vector<PlayedGame>& games) {
  const std::size_t played = rounds(games).size();
  if (!games.empty() && played == 0) return "a game has no Round tag";
  if (played > most_rounds)
    return fmt::format("at most {} rounds can have been played, found {}", most_rounds, played);
  for (const PlayedGame& game : games)
    if (game.result == GameResult::unknown && !game.bye)
      return "a game of round " + round_name(game.round) + " has no result";
  return std::nullopt;
}

std::vector<PairingRecord> pairing_records(const std::vector<PlayedGame>& games,
                                           std::size_t players) {
  std::vector<PairingRecord> records(players);
  const std::vector<bool> again = replayed(games);
  std::size_t done = 0;
  std::unordered_map<std::string, std::vector<std::size_t>> of_round;
  for (std::size_t i = 0; i < games.size(); ++i)
    if (!again[i]) of_round[round_name(games[i].round)].push_back(i);
  for (const std::string& round : rounds(games)) {
    ++done;
    std::vector<int> before;
    for (const PairingRecord& r : records) before.push_back(r.score);
    for (PairingRecord& r : records) r.floats.push_back(0);
    for (const std::size_t i : of_round[round]) {
      const PlayedGame& game = games[i];
      for (const Color side : both_colors) {
        if (game.bye && side == Color::white) continue;
        const std::size_t own = side == Color::black ? game.black : game.white;
        const std::size_t other = side == Color::black ? game.white : game.black;
        PairingRecord& r = records[own];
        const int points = half_points(game, side);
        r.score += points;
        if (game.was_played()) {
          r.colors.push_back(side);
          r.opponents.push_back(other);
          r.floats.back() = before[own] > before[other] ? -1 : before[own] < before[other] ? 1 : 0;
        } else {
          ++r.unplayed;
          if (points == 2) r.scored_unplayed = true;
          if (points > 0) r.floats.back() = -1;
        }
      }
    }
    for (PairingRecord& r : records)
      if (r.colors.size() + static_cast<std::size_t>(r.unplayed) < done) ++r.unplayed;
  }
  return records;
}

bool first_was_black(const std::vector<PlayedGame>& games) {
  const std::vector<std::string> names = rounds(games);
  for (const PlayedGame& game : games) {
    if (!game.was_played() || round_name(game.round) != names.front()) continue;
    const std::size_t higher = std::min(game.black, game.white);
    return (higher % 2 == 0) == (game.black == higher);
  }
  return true;
}

bool has_black(const std::vector<PairingRecord>& records, std::size_t a, std::size_t b,
               bool first_is_black) {
  const PairingRecord& x = records[a];
  const PairingRecord& y = records[b];
  const bool a_is_higher = std::pair(-x.score, a) < std::pair(-y.score, b);
  const std::size_t higher = a_is_higher ? a : b;
  if (x.strength() == Strength::none && y.strength() == Strength::none)
    return a_is_higher == ((higher % 2 == 0) == first_is_black);
  if (x.strength() == Strength::none) return y.preference() == Color::white;
  if (y.strength() == Strength::none) return x.preference() == Color::black;
  if (x.preference() != y.preference()) return x.preference() == Color::black;
  if (x.strength() != y.strength())
    return (x.strength() > y.strength() ? x.preference() : ~y.preference()) == Color::black;
  const int dx = std::abs(x.color_difference()), dy = std::abs(y.color_difference());
  if (x.strength() == Strength::absolute && dx != dy)
    return (dx > dy ? x.preference() : ~y.preference()) == Color::black;
  // The last time that they had other colours, counted from the last game.
  for (std::size_t i = 1; i <= std::min(x.colors.size(), y.colors.size()); ++i) {
    const Color of_x = x.colors[x.colors.size() - i];
    if (of_x != y.colors[y.colors.size() - i]) return of_x == Color::white;
  }
  return (records[higher].preference() == Color::black) == a_is_higher;
}

}  // namespace yari::tournament
