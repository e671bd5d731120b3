// Widths are counted in columns of a terminal, where a kanji takes two.
#include "cli/output/data_table.h"

#include <fmt/format.h>

#include <algorithm>
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
constexpr std::size_t most_first_rows = 1000, most_first_bytes = std::size_t{1} << 20;
constexpr std::string_view gap = "  ";

/// Takes from the widest columns of text until a row fits; numbers stay whole.
void narrow(std::vector<std::size_t>& widths, const std::vector<bool>& may_be_cut,
            std::size_t width) {
  const auto used = [&] {
    return std::accumulate(widths.begin(), widths.end(), gap.size() * (widths.size() - 1));
  };
  while (used() > width) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (may_be_cut[i] && (widest == widths.size() || widths[i] > widths[widest])) widest = i;
    if (widest == widths.size() || widths[widest] <= narrowest_cut) return;
    --widths[widest];
  }
}

}  // namespace

std::string fitted(const std::string& text, std::size_t width, bool right) {
  const std::string out = shortened(text, width);
  const std::size_t used = display_width(out);
  const std::string fill(used < width ? width - used : 0, ' ');
  return right ? fill + out : out + fill;
}

void TableForm::declare(OptionSet& options) {
  options.flag("csv", csv, "print the table as CSV, with a heading");
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
  if (width > 0) narrow(widths_, may_be_cut, width);
}

std::string TableLayout::cell(std::size_t column, const Value& value) const {
  if (const auto fraction = value.fraction())
    return fmt::format("{:.{}f}", *fraction, columns_[column].decimals);
  return printable(value.text());
}

std::string TableLayout::line_of(const std::vector<std::string>& cells) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += gap;
    // Where nothing is cut, a longer text is printed whole.
    const std::size_t width = is_cut_ ? widths_[i] : std::max(widths_[i], display_width(cells[i]));
    text += fitted(cells[i], width, columns_[shown_[i]].is_number);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text += '\n';
}

std::string TableLayout::heading() const {
  std::vector<std::string> cells;
  for (const std::size_t c : shown_) cells.push_back(columns_[c].heading);
  return line_of(cells);
}

std::string TableLayout::line(const std::vector<Value>& row) const {
  std::vector<std::string> cells;
  for (const std::size_t c : shown_) cells.push_back(cell(c, row[c]));
  return line_of(cells);
}

std::string DataTable::text(std::size_t width) const {
  const TableLayout layout(columns_, rows_, width);
  std::string all = layout.heading();
  for (const auto& row : rows_) all += layout.line(row);
  return all;
}

namespace {

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i > 0 ? "," : "") + csv_field(fields[i]);
  return line += '\n';
}

std::string csv_line(const std::vector<Value>& row) {
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
  for (const auto& row : rows_) all += csv_line(row);
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
  if (form_.csv) return terminal_.write_record(csv_line(values));
  if (layout_) return terminal_.write(layout_->line(values));
  for (const Value& value : values) first_bytes_ += size_of(value);
  first_.push_back(std::move(values));
  if (first_.size() >= most_first_rows || first_bytes_ >= most_first_bytes) decide_layout();
}

void RowPrinter::decide_layout() {
  layout_.emplace(columns_of(names_, first_), first_, terminal_.width());
  terminal_.write(layout_->heading());
  for (const auto& row : first_) terminal_.write(layout_->line(row));
  first_.clear();
}

void RowPrinter::end() {
  if (!first_.empty()) decide_layout();
  layout_.reset();
  first_bytes_ = 0;
}

}  // namespace yari::cli
