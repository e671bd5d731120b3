/// \file
/// Clocks, and how long to think when one is running.
#pragma once

#include <chrono>

namespace yari {

/// A clock for each side: main time, an increment for every move, and seconds that are there for
/// every move once the main time is gone (byo-yomi).
struct TimeControl {
  std::chrono::milliseconds main{0};
  std::chrono::milliseconds increment{0};
  std::chrono::milliseconds byoyomi{0};

  bool empty() const { return main.count() == 0 && byoyomi.count() == 0; }
  bool operator==(const TimeControl&) const = default;
};

/// What an engine without a clock of its own may spend on a move with `left` on its clock: a share
/// of the main time, the increment and the byo-yomi, less a margin. At least 1 ms.
std::chrono::milliseconds time_for_move(const TimeControl& control, std::chrono::milliseconds left);

}  // namespace yari
