#include "cli/output/painted_record.h"

#include <algorithm>

namespace yari::cli {

namespace {

/// Cuts off the next piece: a tag line, a comment, white space or a word.
std::string_view next_piece(std::string_view& text, bool line_begins) {
  std::size_t end = 0;
  if (text[0] == '{') {
    for (end = 1; end < text.size() && text[end] != '}'; ++end)
      if (text[end] == '\\') ++end;
    ++end;
  } else if (text[0] == '[' && line_begins) {
    end = text.find('\n');
  } else if (std::string_view(" \n()").find(text[0]) != std::string_view::npos) {
    end = 1;
  } else {
    end = text.find_first_of(" \n(){");
  }
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(piece.size());
  return piece;
}

}  // namespace

Paint paint_of_move(std::string_view word) {
  const std::string_view glyph =
      word.substr(std::min(word.find_last_not_of("!?") + 1, word.size()));
  if (glyph == word) return Paint::none;
  if (glyph == "??") return Paint::red;
  if (glyph == "?" || glyph == "?!") return Paint::yellow;
  if (glyph == "!" || glyph == "!!") return Paint::green;
  return glyph == "!?" ? Paint::cyan : Paint::none;
}

void write_painted(Terminal& terminal, std::string_view hodges) {
  bool line_begins = true;
  while (!hodges.empty()) {
    const std::string_view piece = next_piece(hodges, line_begins);
    const bool is_word = piece[0] != '{' && !(piece[0] == '[' && line_begins);
    terminal.write(is_word ? paint_of_move(piece) : Paint::none, piece);
    line_begins = piece.ends_with('\n');
  }
}

}  // namespace yari::cli
