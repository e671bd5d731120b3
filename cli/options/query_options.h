/// \file
/// The questions that `yari find` asks and `yari query save` keeps.
#pragma once

#include <string>
#include <vector>

#include "cli/options/options.h"
#include "db/query/query.h"

namespace yari::cli {

/// `--query`, `--pattern`, `--material`: as typed.
struct QueryOptions {
  std::vector<std::string> queries;
  std::vector<std::string> patterns;
  std::vector<std::string> materials;

  void declare(OptionSet& options);
  /// The same as conditions of the query language (docs/query.md), not checked.
  std::vector<std::string> conditions() const;
};

/// Conditions as one that asks for all of them; empty for none.
std::string joined(const std::vector<std::string>& conditions);

/// The query that `text` is about games of `variant`. Throws UsageError with the place of what is
/// wrong.
query::Query parse_query(const std::string& text, Variant variant);

}  // namespace yari::cli
