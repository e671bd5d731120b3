/// \file
/// The options that the commands of `yari drill` share.
#pragma once

#include <optional>
#include <vector>

#include "cli/options/options.h"
#include "db/drill_cards.h"

namespace yari::cli {

/// `--today`: the day of a review.
struct TodayOption {
  std::optional<DateNumber> typed;

  void declare(OptionSet& options);
  /// What was typed, else the day of this machine's time zone.
  DateNumber day() const;
};

/// `--source` and `--variant`.
struct CardOptions {
  CardFilter filter;

  void declare(OptionSet& options);
};

}  // namespace yari::cli
