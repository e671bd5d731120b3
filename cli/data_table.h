/// \file
/// Rows of values that a command prints as a table, as CSV or as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/terminal.h"

namespace yari::cli {

/// `--csv`; `--json` is everywhere.
struct TableForm {
  bool csv = false;

  void declare(OptionSet& options);
};

/// One column: its name in CSV and JSON, and its heading in text.
struct TableColumn {
  std::string name;
  /// Empty: only in CSV and JSON.
  std::string heading;
  bool is_number = false;
  /// Decimals of a fraction, in text.
  int decimals = 1;
};

/// Values in rows. A value is null, a number, a text, or a list, whose texts are joined by "; ".
class DataTable {
 public:
  explicit DataTable(std::vector<TableColumn> columns) : columns_(std::move(columns)) {}

  /// Requires: a value for each column.
  void add(std::vector<Json> values) { rows_.push_back(std::move(values)); }
  bool empty() const { return rows_.empty(); }
  std::size_t size() const { return rows_.size(); }

  /// Text gets headings and the columns that it needs; on a terminal the widest texts are cut so
  /// that a row fits.
  void print(Terminal& terminal, const TableForm& form) const;
  /// The form of CSV alone, for files.
  std::string csv() const;
  /// The form of text, cut to `width` columns (0: not cut).
  std::string text(std::size_t width) const;

 private:
  std::string cell(std::size_t column, const Json& value) const;
  std::vector<TableColumn> columns_;
  std::vector<std::vector<Json>> rows_;
};

/// The text `width` columns wide: cut as `shortened` cuts it, or with spaces added.
std::string fitted(const std::string& text, std::size_t width, bool right = false);

}  // namespace yari::cli
