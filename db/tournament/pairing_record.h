/// \file
/// What the players of a Swiss have done so far, as far as it matters for the next round.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "db/tournament/standings.h"

namespace yari::tournament {

using Numbers = std::vector<std::size_t>;

/// How much a player wants a colour (FIDE Handbook C.04.3, 1.7).
enum class Strength : std::uint8_t { none, mild, strong, absolute };

/// What a player has done so far. Scores are in half points.
struct PairingRecord {
  int score = 0;
  /// Of games played, in order.
  std::vector<Color> colors = {};
  Numbers opponents = {};
  /// Has had a bye, or won a game that was not played.
  bool scored_unplayed = false;
  int unplayed = 0;
  /// By round: -1 down, 1 up.
  std::vector<int> floats = {};

  int color_difference() const {
    return static_cast<int>(std::ranges::count(colors, Color::black)) -
           static_cast<int>(std::ranges::count(colors, Color::white));
  }
  Strength strength() const {
    const int difference = std::abs(color_difference());
    const std::size_t n = colors.size();
    if (n == 0) return Strength::none;
    if (difference > 1 || (n > 1 && colors[n - 1] == colors[n - 2])) return Strength::absolute;
    return difference == 1 ? Strength::strong : Strength::mild;
  }
  /// Requires: strength() is not none.
  Color preference() const {
    const std::size_t n = colors.size();
    const int difference = color_difference();
    if (std::abs(difference) > 1 || (std::abs(difference) == 1 && strength() == Strength::strong))
      return difference > 0 ? Color::white : Color::black;
    return ~colors[n - 1];
  }
  int float_before(std::size_t rounds) const {
    return floats.size() >= rounds ? floats[floats.size() - rounds] : 0;
  }
};

/// More are of no tournament, and what is kept of a player grows with them.
inline constexpr std::size_t most_rounds = 1000;

/// Why no round can be paired after these games; no value when one can.
std::optional<std::string> why_nothing_follows(const std::vector<PlayedGame>& games);

/// The rounds one after the other. Requires: the players of the games are below `players`.
std::vector<PairingRecord> pairing_records(const std::vector<PlayedGame>& games,
                                           std::size_t players);

/// Whether the first player began with Black; so it is where nobody has played.
bool first_was_black(const std::vector<PlayedGame>& games);

/// Whether `a` has Black against `b` (FIDE Handbook C.04.3, 5.2).
bool has_black(const std::vector<PairingRecord>& records, std::size_t a, std::size_t b,
               bool first_is_black);

}  // namespace yari::tournament
