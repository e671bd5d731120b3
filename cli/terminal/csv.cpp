#include "cli/terminal/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "cli/terminal/escapes.h"
#include "cli/terminal/failure.h"
#include "text/ascii.h"
#include "text/counted.h"
#include "text/cursor.h"

namespace yari::cli {

namespace {

constexpr std::string_view formula_starts = "=+-@\t\r\n";

bool is_plain_decimal(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return std::ranges::any_of(text, is_digit) && std::ranges::count(text, '.') <= 1 &&
         std::ranges::all_of(text, [](char c) { return is_digit(c) || c == '.'; });
}

std::string json_text(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string field_text(const nlohmann::ordered_json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  const auto is_plain = [](const auto& v) { return v.is_primitive(); };
  if (!value.is_array() || !std::ranges::all_of(value, is_plain)) return json_text(value);
  std::string text;
  for (const auto& one : value) text += (text.empty() ? "" : "; ") + field_text(one);
  return text;
}

/// Reads fields from a text, one at a time.
class CsvScanner : Cursor {
 public:
  CsvScanner(const std::string& file, std::string_view text) : Cursor(text), file_(file) {
    take("\xEF\xBB\xBF");
    const std::string_view first = rest().substr(0, rest().find('\n'));
    for (const char separator : {';', '\t', ','})
      if (first.find(separator) != first.npos) separator_ = separator;
  }

  using Cursor::at_end;

  CsvRow row() {
    CsvRow row{line_, {}};
    do row.fields.push_back(field());
    while (take(separator_));
    take('\r');
    if (take('\n')) ++line_;
    return row;
  }

 private:
  std::string field() {
    std::string field = take('"') ? quoted() : plain();
    const bool protects = field.size() > 1 && field[0] == '\'' &&
                          formula_starts.find(field[1]) != formula_starts.npos;
    return protects ? field.substr(1) : field;
  }
  std::string plain() {
    return std::string(
        take_while([this](char c) { return c != separator_ && c != '\n' && c != '\r'; }));
  }
  std::string quoted() {
    const std::size_t begun = line_;
    std::string field;
    for (;;) {
      if (at_end())
        throw Failure(fmt::format("{}:{}: a quote is opened and not closed", file_, begun));
      const char c = peek();
      skip(1);
      if (c == '"' && !take('"')) break;
      if (c == '\n') ++line_;
      field += c;
    }
    return field + plain();
  }

  const std::string& file_;
  char separator_ = ',';
  std::size_t line_ = 1;
};

}  // namespace

std::string csv_field(std::string_view text) {
  std::string field(text);
  const bool is_formula = !field.empty() && formula_starts.find(field[0]) != formula_starts.npos;
  if (is_formula && !is_plain_decimal(field)) field.insert(field.begin(), '\'');
  if (field.find_first_of(",\"\r\n\t") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i > 0 ? "," : "") + csv_field(fields[i]);
  return line += '\n';
}

std::string CsvObjects::row(const nlohmann::ordered_json& object) {
  std::string heading;
  if (names_.empty()) {
    for (const auto& [name, value] : object.items()) names_.push_back(name);
    heading = csv_line(names_);
  }
  std::vector<std::string> fields;
  for (const std::string& name : names_) {
    const auto found = object.find(name);
    fields.push_back(found == object.end() ? "" : field_text(*found));
  }
  return heading + csv_line(fields);
}

std::vector<CsvRow> read_csv(const std::string& file, std::string_view text) {
  std::vector<CsvRow> rows;
  for (CsvScanner scanner(file, text); !scanner.at_end();) {
    CsvRow row = scanner.row();
    if (row.fields.size() > 1 || !row.fields[0].empty()) rows.push_back(std::move(row));
  }
  return rows;
}

CsvTable::CsvTable(std::string file, std::string_view text)
    : file_(std::move(file)), rows_(read_csv(file_, text)) {
  if (rows_.empty()) throw Failure(file_ + ": expected a line with the names of the columns");
  const std::size_t line = rows_.front().line;
  heading_ = std::move(rows_.front().fields);
  rows_.erase(rows_.begin());
  std::unordered_set<std::string> names;
  for (const std::string& name : heading_)
    // Spreadsheets write columns without a name where somebody has emptied them.
    if (!name.empty() && !names.insert(ascii_lower(name)).second)
      throw Failure(fmt::format("{}expected each column once, found '{}' twice", place(line),
                                printable(name)));
  for (CsvRow& row : rows_) {
    while (row.fields.size() > heading_.size() && row.fields.back().empty()) row.fields.pop_back();
    if (row.fields.size() > heading_.size()) throw_wrong_number(row);
  }
}

std::optional<std::size_t> CsvTable::find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      heading_, [&](const std::string& h) { return same_ignoring_case(h, name); });
  if (found == heading_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - heading_.begin());
}

std::size_t CsvTable::column(std::string_view name) const {
  if (const std::optional<std::size_t> found = find(name)) return *found;
  throw Failure(fmt::format("{}:1: expected a column named '{}'", file_, name));
}

const std::string& CsvTable::field(const CsvRow& row, std::size_t column) const {
  if (column < row.fields.size()) return row.fields[column];
  throw_wrong_number(row);
}

void CsvTable::throw_wrong_number(const CsvRow& row) const {
  throw Failure(fmt::format("{}expected {}, found {}", place(row.line),
                            counted(heading_.size(), "field"), row.fields.size()));
}

std::string CsvTable::place(std::size_t line) const { return fmt::format("{}:{}: ", file_, line); }

}  // namespace yari::cli
