/// \file
/// A GameFilter as a condition in SQL with bound parameters.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "db/store/postgres/names.h"
#include "db/store/shared/filter_test.h"

namespace yari::pg {

/// A condition on `games g`, and the values of its parameters. Names are compared here, before
/// anything is sent; FilterTest decides on dates, handicaps, tags
/// and notes.
class FilterSql {
 public:
  /// `first`: the number of its first parameter.
  FilterSql(const GameFilter& filter, Names& names, int first = 1);

  /// "g.result = $1 AND ..."; "true" when everything passes.
  const std::string& condition() const { return condition_; }
  /// Views of values that live in this object.
  std::vector<Parameter> parameters() const;
  /// Whether SQL leaves something open.
  bool is_narrowed_only() const { return test_.has_value(); }
  /// The columns that `takes` reads.
  std::string tested_columns() const;
  /// Whether a row that fulfils the condition is taken; its columns from `column` on are
  /// tested_columns.
  bool takes(const Statement& row, int column, Names& names);

 private:
  std::string mark(std::string value);
  void require(const std::string& condition);
  void require_number(const char* column, std::optional<std::int64_t> value);
  template <class Test>
  std::string those_of(NumberedTexts& table, Test test);
  std::string matching(NumberedTexts& table, const std::string& text);
  void require_annotated(const std::string& asked);
  void require_text(const std::string& text, Names& names);

  int next_;
  std::string condition_;
  std::vector<std::string> values_;
  std::optional<FilterTest> test_;
  bool reads_ratings_ = false;
  bool reads_round_ = false;
  bool reads_notes_ = false;
};

}  // namespace yari::pg
