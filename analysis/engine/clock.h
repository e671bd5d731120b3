/// \file
/// Clocks, and how long to think when one is running.
#pragma once

#include <chrono>

namespace yari {

struct SearchConstants;

/// A clock for each side: main time, an increment for every move, and seconds that are there for
/// every move once the main time is gone (byo-yomi).
struct TimeControl {
  std::chrono::milliseconds main{0};
  std::chrono::milliseconds increment{0};
  std::chrono::milliseconds byoyomi{0};

  bool empty() const { return main.count() == 0 && byoyomi.count() == 0; }
  bool operator==(const TimeControl&) const = default;
};

/// What an engine without a clock of its own may spend on a move.
struct TimeForMove {
  std::chrono::milliseconds aim;   ///< on average; 0: all of `most`, because nothing is saved
  std::chrono::milliseconds most;  ///< at least 1 ms
};

/// With `left` on its clock: aims at a share of the main time, the increment and the byo-yomi; at
/// most a multiple of that (`constants.most`). Both are less than the clock has, by a margin.
TimeForMove time_for_move(const TimeControl& control, std::chrono::milliseconds left,
                          const SearchConstants& constants);

}  // namespace yari
