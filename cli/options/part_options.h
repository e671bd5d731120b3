/// \file
/// `--no-comments`, `--no-clocks`, `--no-variations`, `--no-evals`: the parts of records that are
/// written.
#pragma once

#include "cli/options/options.h"
#include "record/parts.h"

namespace yari::cli {

struct PartOptions {
  RecordParts parts;
  /// Evaluations were asked for, or left out.
  bool evaluations_typed = false;

  /// One row for each part.
  void declare(OptionSet& options);
  /// One was left out by what was typed.
  bool any_left_out() const { return parts != RecordParts{}; }
};

}  // namespace yari::cli
