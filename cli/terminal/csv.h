/// \file
/// Tables as text that spreadsheets read and write: RFC 4180, in UTF-8.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yari::cli {

/// A field, in quotes where it needs them. A text that a spreadsheet would take for a formula gets
/// an apostrophe before it; numbers ("-1", "+4.32") stay.
std::string csv_field(std::string_view text);

/// Fields with their commas and the line's end.
std::string csv_line(const std::vector<std::string>& fields);

/// JSON objects as rows of CSV. The fields of the first object are the columns; what later ones
/// have beside them is left out, and what they lack is empty. A list of numbers or texts is one
/// text ("1; 2"), other lists and objects are JSON.
class CsvObjects {
 public:
  /// The row, the first time with a heading before it.
  std::string row(const nlohmann::ordered_json& object);

 private:
  std::vector<std::string> names_;
};

/// A row of a CSV file.
struct CsvRow {
  /// Where it begins, from 1.
  std::size_t line = 0;
  std::vector<std::string> fields;
};

/// Reads a whole file; commas part fields, or tabs where the first line has no comma, or semicolons
/// where it has neither: so spreadsheets write them where numbers have decimal commas. Blank lines
/// are skipped, a byte order mark too, and the apostrophe that csv_field adds is taken off. Throws
/// Failure "FILE:LINE: ..." when a quote is not closed.
std::vector<CsvRow> read_csv(const std::string& file, std::string_view text);

/// A CSV file with a heading, whose fields are asked for by name.
class CsvTable {
 public:
  /// Throws Failure, as every function here does, also when there is no heading, when two columns
  /// have one name, or a row has more fields than there are columns: nothing is lost in silence.
  CsvTable(std::string file, std::string_view text);

  /// The place of a column; the names are compared without case. Throws where there is none.
  std::size_t column(std::string_view name) const;
  /// The same; no value where there is none.
  std::optional<std::size_t> find(std::string_view name) const;
  const std::vector<std::string>& heading() const { return heading_; }
  const std::vector<CsvRow>& rows() const { return rows_; }
  /// Throws with the line when the row is too short.
  const std::string& field(const CsvRow& row, std::size_t column) const;
  /// "FILE:LINE: ", for messages.
  std::string place(std::size_t line) const;

 private:
  [[noreturn]] void throw_wrong_number(const CsvRow& row) const;

  std::string file_;
  std::vector<std::string> heading_;
  std::vector<CsvRow> rows_;
};

}  // namespace yari::cli
