/// \file
/// A GameFilter as a condition in SQL with bound parameters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "db/query/filter.h"
#include "db/store/sqlite/file/connection.h"
#include "text/no_value.h"

namespace yari {

/// A condition on `games g` (joined as header_tables is), and the values of its `?`. Names are
/// compared by the function name_matches, tags and notes by those of filter_functions.h; FilterTest
/// decides on dates and handicaps. No index on games is used for it (few_games.h does where that is
/// quick): SQLite cannot know that a name stands in half of the games.
class FilterSql {
 public:
  /// Throws DamagedFile where the filter asks for words while their index is being rebuilt.
  FilterSql(Connection& connection, const GameFilter& filter);

  /// "g.result = ? AND ..."; "1" when everything passes.
  const std::string& condition() const { return condition_; }
  /// Views of values that live in this object.
  std::vector<Parameter> parameters() const;

 private:
  /// Always one of the first two.
  using Value = std::variant<std::int64_t, std::string, NoValue>;
  void require(const std::string& condition, std::vector<Value> values);
  void require_players(const std::string& one, const std::string& other);
  void require_annotated(const std::string& asked);
  void require_date(const GameFilter& filter);
  void require_handicap(const GameFilter& filter);
  void require_text(const std::string& text);

  std::string condition_;
  std::vector<Value> values_;
};

/// The column of header_tables by which a listing is sorted.
std::string_view sort_column(SortBy sort);
/// "ORDER BY ... LIMIT ..." of a listing; `after` is not looked at.
std::string order_sql(const ListOptions& options);

}  // namespace yari
