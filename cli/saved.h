/// \file
/// Conditions kept in a database: `yari save NAME -- CONDITIONS`, then `--saved NAME` in their
/// place.
#pragma once

#include <string>
#include <vector>

#include "cli/judgement_text.h"
#include "cli/query_options.h"
#include "cli/shared_options.h"

namespace yari::cli {

/// What can be kept: conditions on headers, and what `yari find` asks for. Nothing that writes, or
/// names a file: a database may come from a stranger.
struct SavedConditions {
  FilterOptions filters;
  QueryOptions questions;
  JudgementOptions judged;

  void declare(OptionSet& options);
};

/// Throws UsageError when `words` are no such conditions.
void check_conditions(const std::vector<std::string>& words);

/// The form in which words are kept, a JSON array of texts; and the words of it.
std::string conditions_text(const std::vector<std::string>& words);
/// No value when the text is none.
std::optional<std::vector<std::string>> conditions_words(const std::string& text);

/// `words` with the conditions themselves in the place of every `--saved NAME`. Throws UsageError
/// when nothing is kept under the name, or an option that is not among `known`, the names of those
/// that the command takes; and what opening the database throws.
std::vector<std::string> with_saved_conditions(const std::vector<std::string>& words,
                                               const std::vector<std::string>& known);

}  // namespace yari::cli
