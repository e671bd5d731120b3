// Options as conditions of the query language.
#include "cli/options/query_options.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "answers/conditions.h"
#include "cli/terminal/failure.h"
#include "notation/findings.h"
#include "rules/square.h"

namespace yari::cli {

void QueryOptions::declare(OptionSet& options) {
  options.texts("query", queries, "TEXT", "a question: \"check and drop\"");
  options.texts("pattern", patterns, "ROWS", "part of a board, anywhere unless it has nine rows");
  options.texts("material", materials, "COUNTS", "pieces counted: \"hand P - hand p >= 1\"");
}

std::vector<std::string> QueryOptions::conditions() const {
  std::vector<std::string> all = queries;
  for (const std::string& rows : patterns) {
    const bool whole = std::ranges::count(rows, '/') == rank_count - 1;
    all.push_back(fmt::format("pattern \"{}\"{}", rows, whole ? "" : " anywhere"));
  }
  all.insert(all.end(), materials.begin(), materials.end());
  return all;
}

std::string joined(const std::vector<std::string>& conditions) {
  if (conditions.size() < 2) return conditions.empty() ? "" : conditions.front();
  // A line end closes a comment in what was typed.
  return fmt::format("({}\n)", fmt::join(conditions, "\n) and ("));
}

query::Query parse_query(const std::string& text, Variant variant) {
  Result<query::Query> query = read_query(text, variant);
  if (query) return std::move(*query);
  const Diagnostic found = located(text, query.error());
  throw UsageError(fmt::format("query: {}\n    {}\n    {:{}}^", found.message, found.excerpt, "",
                               found.caret > 0 ? found.caret - 1 : 0));
}

}  // namespace yari::cli
