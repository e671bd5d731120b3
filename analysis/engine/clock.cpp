// A share of what is left, so that it lasts.
#include "analysis/engine/clock.h"

#include <algorithm>

#include "analysis/engine/search_constants.h"

namespace yari {
namespace {

using std::chrono::milliseconds;

/// For starting, answering, and the machine's other work.
constexpr milliseconds margin{30};

}  // namespace

TimeForMove time_for_move(const TimeControl& control, milliseconds left,
                          const SearchConstants& constants) {
  const milliseconds there_is = left + control.byoyomi;
  const milliseconds share =
      left / constants.moves_to_go + control.increment * 3 / 4 + control.byoyomi;
  // With little left the margin may not eat it all.
  const milliseconds limit = std::max(there_is - margin, there_is / 2);
  const auto within = [&](milliseconds time) {
    return std::max(std::min(time - std::min(margin, share / 4), limit), milliseconds(1));
  };
  if (left.count() == 0 && control.increment.count() == 0) return {milliseconds(0), within(share)};
  return {within(share), within(share * constants.most / 100)};
}

}  // namespace yari
