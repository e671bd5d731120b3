/// \file
/// Mistakes by the time that was left when they were made.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "db/database.h"

namespace yari {

/// The moves after which this much time was left.
struct ClockGroup {
  /// In seconds: from, and up to but not with `to`; 0: no end.
  int from = 0, to = 0;
  std::int64_t moves = 0;
  /// Inaccuracies, mistakes, blunders.
  std::array<std::int64_t, 3> judged{};
};

/// Of annotated games that the filter takes, the moves whose clock is known, without those of the
/// book; from little time to much. Damaged games are left out.
/// `check` is called for each game; what it throws ends the work.
std::vector<ClockGroup> count_clock_mistakes(Database& database, const GameFilter& filter,
                                             const std::function<void()>& check = {});

}  // namespace yari
