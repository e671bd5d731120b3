/// \file
/// How well games went, as tables show it.
#pragma once

#include <cstdint>
#include <optional>

namespace yari {

/// The points of the games that ended, in percent, a draw half a point; no value without any.
inline std::optional<double> score_percent(std::int64_t wins, std::int64_t draws,
                                           std::int64_t losses) {
  const std::int64_t ended = wins + draws + losses;
  if (ended == 0) return std::nullopt;
  return 100 * (static_cast<double>(wins) + static_cast<double>(draws) / 2) /
         static_cast<double>(ended);
}

}  // namespace yari
