#include "cli/terminal/table.h"

#include <utf8proc.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "cli/terminal/escapes.h"
#include "text/utf8.h"

namespace yari::cli {

namespace {

constexpr std::size_t gap = 2;

std::size_t width_of(char32_t c) {
  const auto point = static_cast<utf8proc_int32_t>(c);
  // They have no width there.
  const utf8proc_category_t category = utf8proc_category(point);
  if (category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_MC) return 1;
  return static_cast<std::size_t>(utf8proc_charwidth(point));
}

std::size_t total(const std::vector<Column>& columns, std::size_t Column::*width) {
  return std::accumulate(columns.begin(), columns.end(), (columns.size() - 1) * gap,
                         [&](std::size_t sum, const Column& c) { return sum + c.*width; });
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    width += width_of(c.value);
    at += c.length;
  }
  return width;
}

std::string shortened(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  std::size_t end = 0;
  for (std::size_t used = 1; end < text.size();) {
    const CodePoint c = code_point_at(text, end);
    used += width_of(c.value);
    if (used > width) break;
    end += c.length;
  }
  return text.substr(0, end) + "…";
}

Table::Table(Terminal& terminal, std::vector<Column> columns, std::optional<bool> heading)
    : terminal_(terminal),
      columns_(std::move(columns)),
      places_(columns_.size()),
      heading_(heading.value_or(terminal.width() > 0)) {
  std::iota(places_.begin(), places_.end(), std::size_t{0});
  if (terminal.width() > 0) fit(terminal.width());
}

void Table::leave_out_last() {
  const auto last =
      std::max_element(columns_.rbegin(), columns_.rend(),
                       [](const Column& a, const Column& b) { return a.rank < b.rank; });
  const auto at = columns_.rend() - last - 1;
  columns_.erase(columns_.begin() + at);
  places_.erase(places_.begin() + at);
}

void Table::fit(std::size_t width) {
  while (columns_.size() > 1 && total(columns_, &Column::least) > width) leave_out_last();
  std::size_t wanted = total(columns_, &Column::width);
  // From the right: what matters most stands on the left.
  for (auto c = columns_.rbegin(); c != columns_.rend() && wanted > width; ++c) {
    const std::size_t cut = std::min(wanted - width, c->width - c->least);
    c->width -= cut;
    wanted -= cut;
  }
  if (wanted >= width) return;
  const auto last = std::find_if(columns_.rbegin(), columns_.rend(),
                                 [](const Column& c) { return c.least < c.width; });
  if (last != columns_.rend()) last->width += width - wanted;
}

void Table::row(const std::vector<std::string>& cells) {
  if (std::exchange(heading_, false)) {
    std::vector<std::string> headings;
    for (const Column& c : columns_) headings.emplace_back(c.heading);
    terminal_.write(Paint::bold, line(headings));
    terminal_.write("\n");
  }
  std::vector<std::string> shown;
  for (const std::size_t place : places_) shown.push_back(cells[place]);
  terminal_.write(line(shown) + '\n');
}

std::string Table::line(const std::vector<std::string>& cells) const {
  std::string text;
  std::size_t room = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::string cell = printable(cells[i]);
    if (terminal_.width() > 0) cell = shortened(cell, columns_[i].width);
    if (cell.empty() && !columns_[i].right) {
      room += columns_[i].width + gap;
      continue;
    }
    const std::size_t used = display_width(cell);
    const std::size_t free = columns_[i].width - std::min(columns_[i].width, used);
    // What follows the last text of a line is left out.
    text.append(room + (columns_[i].right ? free : 0), ' ');
    text += cell;
    room = gap + (columns_[i].right ? 0 : free);
  }
  return text;
}

}  // namespace yari::cli
