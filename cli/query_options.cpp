// Options as conditions of the query language.
#include "cli/query_options.h"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace yari::cli
