/// \file
/// Names of openings in results: whether they are shown, and a list of the user's own.
#pragma once

#include <optional>
#include <string>

#include "cli/options/options.h"
#include "cli/terminal/terminal.h"
#include "db/openings/opening_list.h"

namespace yari::cli {

/// `--openings-file`, and `--openings` where it is asked for.
struct OpeningOptions {
  std::optional<std::string> file;
  std::optional<bool> typed;

  void declare_file(OptionSet& options);
  /// Both options.
  void declare(OptionSet& options);
  /// On a wide terminal unless they were refused; in a pipe and in JSON where they were asked for.
  bool are_shown(const Terminal& terminal) const;
  /// The shipped names and after them the user's. Throws Failure with file, line and column.
  openings::OpeningList list() const;
};

}  // namespace yari::cli
