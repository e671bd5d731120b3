// Widths are counted in columns of a terminal, where a kanji takes two.
#include "cli/output/data_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <numeric>

#include "cli/terminal/csv.h"
#include "cli/terminal/table.h"
#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

constexpr std::size_t narrowest_cut = 12;
/// Where texts are not cut: a later text that is longer is printed whole, and widens no other line.
constexpr std::size_t widest_uncut = 1000;
/// What RowPrinter holds back.
constexpr std::size_t most_held_rows = 1000, most_held_bytes = std::size_t{1} << 20;
constexpr std::string_view between_columns = "  ";

/// Takes from the widest columns of text until a row fits; numbers stay whole. False where that is
/// not enough; the widths then are as before.
bool narrow(std::vector<std::size_t>& widths, const std::vector<bool>& may_be_cut,
            std::size_t width) {
  const std::vector<std::size_t> before = widths;
  const auto used = [&] {
    return std::accumulate(widths.begin(), widths.end(),
                           between_columns.size() * (widths.size() - 1));
  };
  while (used() > width) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (may_be_cut[i] && (widest == widths.size() || widths[i] > widths[widest])) widest = i;
    if (widest == widths.size() || widths[widest] <= narrowest_cut) {
      widths = before;
      return false;
    }
    --widths[widest];
  }
  return true;
}

}  // namespace

std::vector<TableColumn> named_columns(const std::vector<std::string>& names,
                                       std::vector<TableColumn> columns) {
  assert(names.size() == columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i].name = names[i];
  return columns;
}

std::string fitted(const std::string& text, std::size_t width, bool right) {
  const std::string out = shortened(text, width);
  const std::size_t used = display_width(out);
  const std::string fill(used < width ? width - used : 0, ' ');
  return right ? fill + out : out + fill;
}

void TableForm::declare(OptionSet& options) {
  options.flag("csv", csv, "print the table as CSV, with a heading");
}

void TableForm::begin(Terminal& terminal) const {
  if (!csv) return;
  if (terminal.wants_json()) throw UsageError("--csv and --json: give one of them");
  terminal.write_objects_as_csv();
}

TableLayout::TableLayout(std::vector<TableColumn> columns,
                         const std::vector<std::vector<Value>>& rows, std::size_t width)
    : columns_(std::move(columns)), is_cut_(width > 0) {
  std::vector<bool> may_be_cut;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].heading.empty()) continue;
    shown_.push_back(c);
    may_be_cut.push_back(!columns_[c].is_number);
    std::size_t wide = display_width(columns_[c].heading);
    for (const auto& row : rows) wide = std::max(wide, display_width(cell(c, row[c])));
    widths_.push_back(std::min(wide, widest_uncut));
  }
  parts_.emplace_back(shown_.size());
  std::iota(parts_[0].begin(), parts_[0].end(), std::size_t{0});
  if (width > 0 && !shown_.empty() && !narrow(widths_, may_be_cut, width)) fold(width);
}

void TableLayout::fold(std::size_t width) {
  const std::size_t widest_text = std::max(width / 2, std::min(width, narrowest_cut));
  for (std::size_t i = 0; i < shown_.size(); ++i)
    widths_[i] = std::min(widths_[i], columns_[shown_[i]].is_number ? width : widest_text);
  std::vector<std::size_t> keys;
  std::size_t keys_width = 0;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    keys.push_back(i);
    keys_width += widths_[i] + between_columns.size();
    if (!columns_[shown_[i]].is_number) break;
  }
  // Keys without any room beside them do not help.
  if (keys.size() == shown_.size() || keys_width > width * 2 / 3) keys.clear(), keys_width = 0;
  // What stands beside keys has the rest of the width.
  for (std::size_t i = keys.size(); i < shown_.size(); ++i)
    if (!columns_[shown_[i]].is_number) widths_[i] = std::min(widths_[i], width - keys_width);
  parts_.clear();
  std::size_t used = width + 1;
  for (std::size_t i = keys.size(); i < shown_.size(); ++i) {
    // The first part has no keys of another.
    if (used + widths_[i] > width && (parts_.empty() || parts_.back().size() > keys.size())) {
      parts_.push_back(keys);
      used = keys_width;
    }
    parts_.back().push_back(i);
    used += widths_[i] + between_columns.size();
  }
}

std::string TableLayout::cell(std::size_t column, const Value& value) const {
  if (const auto fraction = value.fraction())
    return fmt::format("{:.{}f}", *fraction, columns_[column].decimals);
  return printable(value.text());
}

template <class CellOf>
std::string TableLayout::line_of(std::size_t part, const CellOf& cell_of) const {
  std::string text;
  for (const std::size_t i : parts_[part]) {
    if (!text.empty()) text += between_columns;
    const std::string cell = cell_of(shown_[i]);
    // Where nothing is cut, a longer text is printed whole.
    const std::size_t width = is_cut_ ? widths_[i] : std::max(widths_[i], display_width(cell));
    text += fitted(cell, width, columns_[shown_[i]].is_number);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text += '\n';
}

std::string TableLayout::heading(std::size_t part) const {
  return line_of(part, [&](std::size_t c) { return columns_[c].heading; });
}

std::string TableLayout::line(const std::vector<Value>& row, std::size_t part) const {
  return line_of(part, [&](std::size_t c) { return cell(c, row[c]); });
}

std::string TableLayout::text(const std::vector<std::vector<Value>>& rows) const {
  std::string all;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    if (part > 0) all += '\n';
    all += heading(part);
    for (const auto& row : rows) all += line(row, part);
  }
  return all;
}

std::string DataTable::text(std::size_t width) const {
  return TableLayout(columns_, rows_, width).text(rows_);
}

namespace {

std::string csv_line_of(const std::vector<Value>& row) {
  std::vector<std::string> fields;
  for (const Value& value : row) fields.push_back(value.text());
  return csv_line(fields);
}

/// About what it takes of memory.
std::size_t size_of(const Value& value) { return sizeof value + value.text().size(); }

/// A column holds numbers when every value that it has is one.
std::vector<TableColumn> columns_of(const std::vector<std::string>& names,
                                    const std::vector<std::vector<Value>>& rows) {
  std::vector<TableColumn> columns;
  for (std::size_t c = 0; c < names.size(); ++c) {
    bool numbers = !rows.empty();
    for (const auto& row : rows) numbers = numbers && (row[c].is_number() || row[c].is_null());
    columns.push_back({names[c], names[c].empty() ? "?" : names[c], numbers, 2});
  }
  return columns;
}

}  // namespace

std::vector<std::string> DataTable::names() const {
  std::vector<std::string> all;
  for (const TableColumn& column : columns_) all.push_back(column.name);
  return all;
}

std::string DataTable::csv() const {
  std::string all = csv_line(names());
  for (const auto& row : rows_) all += csv_line_of(row);
  return all;
}

void DataTable::print(Terminal& terminal, const TableForm& form) const {
  if (terminal.wants_json()) {
    const std::vector<std::string> fields = names();
    for (const auto& row : rows_) terminal.json(object(fields, row));
  } else if (form.csv) {
    terminal.write_record(csv());
  } else if (!rows_.empty()) {
    terminal.write(text(terminal.width()));
  }
}

void RowPrinter::begin(const std::vector<std::string>& names) {
  end();
  names_ = names;
  if (form_.csv && !terminal_.wants_json()) terminal_.write_record(csv_line(names_));
}

void RowPrinter::add(std::vector<Value> values) {
  ++count_;
  if (terminal_.wants_json()) return terminal_.json(object(names_, values));
  if (form_.csv) return terminal_.write_record(csv_line_of(values));
  if (layout_ && layout_->parts() == 1) return terminal_.write(layout_->line(values, 0));
  for (const Value& value : values) held_bytes_ += size_of(value);
  held_.push_back(std::move(values));
  if (held_.size() >= most_held_rows || held_bytes_ >= most_held_bytes) print_held_back();
}

void RowPrinter::print_held_back() {
  if (layout_) terminal_.write("\n");
  if (!layout_) layout_.emplace(columns_of(names_, held_), held_, terminal_.width());
  terminal_.write(layout_->text(held_));
  held_.clear();
  held_bytes_ = 0;
}

void RowPrinter::end() {
  if (!held_.empty()) print_held_back();
  layout_.reset();
  held_bytes_ = 0;
}

}  // namespace yari::cli
