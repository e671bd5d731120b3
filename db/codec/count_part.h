/// \file
/// What the counts of a position with very many games are divided into: years and results, so that
/// a filter on both is answered by adding up.
#pragma once

#include <cstdint>
#include <optional>

#include "db/codec/position_counts.h"

namespace yari {

/// Which games are counted together. On disk: never change.
using CountPart = std::uint32_t;

/// All games of the position.
inline constexpr CountPart all_games = 0;

/// Requires: `year` is 0, for games without a date, to 9999.
constexpr CountPart part_of(int year, GameResult result) {
  return 1 + static_cast<CountPart>(year) * 4 + static_cast<CountPart>(result);
}

constexpr CountPart part_of(const CountedGame& game) {
  return part_of(static_cast<int>(game.date / 1'00'00), game.result);
}

inline constexpr CountPart last_part = part_of(9999, GameResult::draw);

/// Some of the parts.
struct PartFilter {
  int first_year = 0, last_year = 9999;
  /// No value: all.
  std::optional<GameResult> result = std::nullopt;

  /// Requires: `part` is not `all_games`.
  constexpr bool takes(CountPart part) const {
    const int year = static_cast<int>((part - 1) / 4);
    return first_year <= year && year <= last_year &&
           (!result || static_cast<CountPart>(*result) == (part - 1) % 4);
  }
};

}  // namespace yari
