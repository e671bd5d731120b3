/// \file
/// Conditions kept in a database: `yari query save NAME CONDITIONS`, then `--saved NAME` in their
/// place.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/saved_conditions.h"
#include "cli/options/game_options.h"
#include "cli/options/judgement_options.h"
#include "cli/options/query_options.h"

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

/// The options as they can be typed again.
std::vector<std::string> words_of(std::span<const TypedOption> options);

/// Puts the conditions that every `--saved NAME` stands for before what was typed, which wins.
/// Throws UsageError when there is no saved query of the name, or when it has an option that is not
/// among `options`; and what opening the database throws.
void add_saved(TypedWords& typed, const OptionSet& options);

}  // namespace yari::cli
