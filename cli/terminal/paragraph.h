/// \file
/// Running text that is folded to a width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/terminal.h"

namespace yari::cli {

/// Collects words and text, and writes them as lines of a width. Lines are broken at blanks and
/// beside characters of East Asian width, never before a closing mark (。」); a word that is longer
/// than a line is cut. Text from anywhere is shown as `printable` has it.
class Paragraph {
 public:
  Paragraph(Terminal& terminal, std::size_t width) : terminal_(terminal), width_(width) {}

  /// It is not broken, unless it is longer than a line.
  void word(std::string_view text, Paint paint = Paint::none);
  /// Words as they come; a line end in it begins a new line.
  void text(std::string_view text);
  bool empty() const { return pieces_.empty(); }
  /// Writes the lines, each `indent` columns from the left, and begins anew.
  void end(std::size_t indent);

 private:
  /// What stays on one line.
  struct Piece {
    std::string text;
    Paint paint = Paint::none;
    bool blank_before = true;
    bool begins_line = false;
  };
  void add_line(std::string_view line, bool begins_line);
  void write_broken(const Piece& piece, std::size_t room, std::size_t indent);

  Terminal& terminal_;
  std::size_t width_;
  std::vector<Piece> pieces_;
};

/// The text, folded and indented on a terminal; a pipe gets whole lines.
void write_folded(Terminal& terminal, std::string_view text, std::size_t indent = 0);

}  // namespace yari::cli
