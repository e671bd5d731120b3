// Widths are counted in columns of a terminal, where a kanji takes two.
#include "cli/data_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "cli/csv.h"
#include "cli/table.h"
#include "cli/text.h"

namespace yari::cli {

namespace {

constexpr std::size_t narrowest_cut = 12;
constexpr std::string_view gap = "  ";

std::string plain(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string all;
  for (const Json& part : value) {
    if (!all.empty()) all += "; ";
    all += plain(part);
  }
  return all;
}

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

std::string DataTable::cell(std::size_t column, const Json& value) const {
  if (value.is_number_float())
    return fmt::format("{:.{}f}", value.get<double>(), columns_[column].decimals);
  return printable(plain(value));
}

std::string DataTable::text(std::size_t width) const {
  std::vector<std::size_t> shown;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    if (!columns_[c].heading.empty()) shown.push_back(c);
  std::vector<std::vector<std::string>> lines(1);
  for (const std::size_t c : shown) lines[0].push_back(columns_[c].heading);
  for (const auto& row : rows_) {
    lines.emplace_back();
    for (const std::size_t c : shown) lines.back().push_back(cell(c, row[c]));
  }
  std::vector<std::size_t> widths(shown.size(), 0);
  std::vector<bool> may_be_cut;
  for (const std::size_t c : shown) may_be_cut.push_back(!columns_[c].is_number);
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], display_width(line[i]));
  if (width > 0) narrow(widths, may_be_cut, width);
  std::string all;
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i)
      text += (i > 0 ? std::string(gap) : "") +
              fitted(line[i], widths[i], columns_[shown[i]].is_number);
    text.erase(text.find_last_not_of(' ') + 1);
    all += text + '\n';
  }
  return all;
}

std::string DataTable::csv() const {
  std::string all;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    all += (c > 0 ? "," : "") + csv_field(columns_[c].name);
  all += '\n';
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c)
      all += (c > 0 ? "," : "") + csv_field(plain(row[c]));
    all += '\n';
  }
  return all;
}

void DataTable::print(Terminal& terminal, const TableForm& form) const {
  if (terminal.wants_json()) {
    for (const auto& row : rows_) {
      Json object = Json::object();
      for (std::size_t c = 0; c < columns_.size(); ++c) object[columns_[c].name] = row[c];
      terminal.json(object);
    }
  } else if (form.csv) {
    terminal.write_record(csv());
  } else if (!rows_.empty()) {
    terminal.write(text(terminal.width()));
  }
}

}  // namespace yari::cli
