/// \file
/// Which judged moves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/options.h"

namespace yari::cli {

/// `--judgement`, `--by`, `--missed-mate`, `--turned`, `--lost-win`: as typed.
struct JudgementOptions {
  std::optional<std::string> kinds;
  std::optional<std::string> by;
  std::optional<int> missed_mate;
  bool turned = false;
  bool lost_win = false;

  void declare(OptionSet& options);
  /// The same as conditions of the query language. Throws UsageError when `--by` stands alone.
  std::vector<std::string> conditions() const;
};

}  // namespace yari::cli
