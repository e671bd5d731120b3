/// \file
/// Rows of values that a command prints as a table, as CSV or as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "cli/terminal/terminal.h"

namespace yari::cli {

/// `--csv`; `--json` is everywhere.
struct TableForm {
  bool csv = false;

  void declare(OptionSet& options);
  /// For a command whose rows are the objects of --json: with --csv, these become rows of CSV.
  /// Throws UsageError with --json.
  void begin(Terminal& terminal) const;
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

/// The columns with these names, which answers/ gives with its rows. Requires: as many of both.
std::vector<TableColumn> named_columns(const std::vector<std::string>& names,
                                       std::vector<TableColumn> columns);

/// How a table looks as text: which columns are shown, and how wide.
///
/// Where `width` is not 0, the widest texts are cut until a row fits it. Where that is not enough,
/// the table is folded: it has several parts below each other, each with the first columns again,
/// up to the first text.
class TableLayout {
 public:
  /// Wide enough for these rows.
  TableLayout(std::vector<TableColumn> columns, const std::vector<std::vector<Value>>& rows,
              std::size_t width);

  std::size_t parts() const { return parts_.size(); }
  /// With their ends of line.
  std::string heading(std::size_t part) const;
  std::string line(const std::vector<Value>& row, std::size_t part) const;
  /// The rows with headings, part by part.
  std::string text(const std::vector<std::vector<Value>>& rows) const;

 private:
  void fold(std::size_t width);
  std::string cell(std::size_t column, const Value& value) const;
  /// Of the columns that are shown, by place.
  template <class CellOf>
  std::string line_of(std::size_t part, const CellOf& cell_of) const;
  std::vector<TableColumn> columns_;
  /// Of the columns, those with a heading, and their widths.
  std::vector<std::size_t> shown_, widths_;
  /// Places in `shown_`.
  std::vector<std::vector<std::size_t>> parts_;
  bool is_cut_;
};

/// Values in rows.
class DataTable {
 public:
  explicit DataTable(std::vector<TableColumn> columns) : columns_(std::move(columns)) {}

  /// Requires: a value for each column.
  void add(std::vector<Value> values) { rows_.push_back(std::move(values)); }
  bool empty() const { return rows_.empty(); }
  std::size_t size() const { return rows_.size(); }

  /// Text gets headings and the columns that it needs; on a terminal the widest texts are cut, and
  /// a table that is too wide is folded.
  void print(Terminal& terminal, const TableForm& form) const;
  /// The form of CSV alone, for files.
  std::string csv() const;
  /// The form of text, for `width` columns (0: as wide as it is).
  std::string text(std::size_t width) const;

 private:
  std::vector<std::string> names() const;

  std::vector<TableColumn> columns_;
  std::vector<std::vector<Value>> rows_;
};

/// Rows that are printed as they come, so that any number of them takes little memory. As text, the
/// first thousand decide how wide the columns are; a later text that is longer is printed whole. A
/// table that has to be folded is folded a thousand rows at a time.
class RowPrinter {
 public:
  RowPrinter(Terminal& terminal, const TableForm& form) : terminal_(terminal), form_(form) {}

  /// The columns of the rows that follow; ends the table before.
  void begin(const std::vector<std::string>& names);
  /// Requires: a value for each column.
  void add(std::vector<Value> values);
  /// Nothing is held back any more.
  void end();
  /// Of all tables.
  std::size_t rows() const { return count_; }

 private:
  void print_held_back();

  Terminal& terminal_;
  const TableForm& form_;
  std::vector<std::string> names_;
  /// Rows for text, until the layout is known or they are folded, and how large they are.
  std::vector<std::vector<Value>> held_;
  std::size_t held_bytes_ = 0;
  std::optional<TableLayout> layout_;
  std::size_t count_ = 0;
};

/// The text `width` columns wide: cut as `shortened` cuts it, or with spaces added.
std::string fitted(const std::string& text, std::size_t width, bool right = false);

}  // namespace yari::cli
