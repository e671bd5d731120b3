/// \file
/// Tables: with a heading and as wide as the terminal there, whole lines in a pipe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/terminal.h"

namespace yari::cli {

/// Columns that a terminal needs for `text`: two for a wide character, none for a combining one.
/// Control characters count one.
std::size_t display_width(std::string_view text);

/// The beginning of `text` that fits into `width` columns, ending in "…" when something is left
/// out.
std::string shortened(const std::string& text, std::size_t width);

struct Column {
  std::string_view heading;
  /// As wide as it is where there is room, and in a pipe.
  std::size_t width;
  /// It is never narrower on a terminal.
  std::size_t least;
  bool right = false;
  /// Where there is no room for all, the column of the highest rank is left out first; of several,
  /// the one on the right.
  int rank = 0;
};

/// Writes rows as they come. A cell is one line of text from anywhere, shown as `printable` has it.
///
/// On a terminal a cell that is too long ends in "…"; columns on the right give way first, and get
/// the room that is left. In a pipe no cell is cut and none left out.
class Table {
 public:
  /// `heading`: whether to print one; no value: on a terminal.
  Table(Terminal& terminal, std::vector<Column> columns, std::optional<bool> heading = {});

  /// Requires: a cell for each column.
  void row(const std::vector<std::string>& cells);

 private:
  void fit(std::size_t width);
  void leave_out_last();
  std::string line(const std::vector<std::string>& cells) const;

  Terminal& terminal_;
  std::vector<Column> columns_;
  /// The places of their cells in a row.
  std::vector<std::size_t> places_;
  bool heading_;
};

}  // namespace yari::cli
