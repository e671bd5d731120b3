// A share of what is left, so that it lasts.
#include "analysis/engine/clock.h"

#include <algorithm>

namespace yari {
namespace {

using std::chrono::milliseconds;

/// Moves that the main time is still to last for.
constexpr int moves_to_go = 30;
/// Shares that a hard move may take.
constexpr int most_shares = 3;
/// For starting, answering, and the machine's other work.
constexpr milliseconds margin{30};

}  // namespace

TimeForMove time_for_move(const TimeControl& control, milliseconds left) {
  const milliseconds there_is = left + control.byoyomi;
  const milliseconds share = left / moves_to_go + control.increment * 3 / 4 + control.byoyomi;
  // With little left the margin may not eat it all.
  const milliseconds limit = std::max(there_is - margin, there_is / 2);
  const auto within = [&](milliseconds time) {
    return std::max(std::min(time - std::min(margin, share / 4), limit), milliseconds(1));
  };
  if (left.count() == 0 && control.increment.count() == 0) return {milliseconds(0), within(share)};
  return {within(share), within(most_shares * share)};
}

}  // namespace yari
