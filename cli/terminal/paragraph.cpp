#include "cli/terminal/paragraph.h"

#include <algorithm>
#include <cstdint>

#include "cli/terminal/escapes.h"
#include "cli/terminal/table.h"
#include "text/utf8.h"

namespace yari::cli {

namespace {

/// No line is shorter, however narrow the terminal.
constexpr std::size_t least_room = 8;

bool closes(std::string_view character) {
  constexpr std::string_view marks[] = {"。", "、", "，", "．", "」", "』", "）", "】", "〉",
                                        "》", "！", "？", "ー", "・", "：", "；", "々"};
  return std::ranges::find(marks, character) != std::end(marks);
}

}  // namespace

void Paragraph::word(std::string_view text, Paint paint) {
  pieces_.push_back({printable(text), paint, true, false});
}

void Paragraph::text(std::string_view text) {
  for (bool first = true; !text.empty(); first = false) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    add_line(text.substr(0, end), !first);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void Paragraph::add_line(std::string_view line, bool begins_line) {
  const std::string safe = printable(line);
  bool blank = true;
  bool glue = false;
  for (std::size_t at = 0; at < safe.size();) {
    const std::string_view character =
        std::string_view(safe).substr(at, code_point_at(safe, at).length);
    at += character.size();
    if (character == " ") {
      blank = true;
      continue;
    }
    const std::size_t width = display_width(character);
    // A character without a width belongs to the one before it.
    if (!blank && (glue || width == 0 || closes(character)) && (width < 2 || closes(character)))
      pieces_.back().text += character;
    else
      pieces_.push_back({std::string(character), Paint::none, blank, begins_line});
    begins_line = blank = false;
    glue = width < 2;
  }
}

void Paragraph::write_broken(const Piece& piece, std::size_t room, std::size_t indent) {
  std::string_view rest = piece.text;
  while (display_width(rest) > room) {
    std::size_t end = 0;
    for (std::size_t used = 0; end < rest.size();) {
      const std::size_t length = code_point_at(rest, end).length;
      used += display_width(rest.substr(end, length));
      if (used > room && end > 0) break;
      end += length;
    }
    terminal_.write(piece.paint, rest.substr(0, end));
    rest.remove_prefix(end);
    if (!rest.empty()) terminal_.write('\n' + std::string(indent, ' '));
  }
  terminal_.write(piece.paint, rest);
}

void Paragraph::end(std::size_t indent) {
  if (pieces_.empty()) return;
  const std::size_t room = std::max(width_ > indent ? width_ - indent : 0, least_room);
  std::size_t used = 0;
  terminal_.write(std::string(indent, ' '));
  for (const Piece& piece : pieces_) {
    const std::size_t width = display_width(piece.text);
    const std::size_t gap = piece.blank_before && used > 0 ? 1 : 0;
    if (used > 0 && (piece.begins_line || used + gap + width > room)) {
      terminal_.write('\n' + std::string(indent, ' '));
      used = 0;
    } else if (gap > 0) {
      terminal_.write(" ");
      ++used;
    }
    write_broken(piece, room, indent);
    used += width > room ? room : width;
  }
  terminal_.write("\n");
  pieces_.clear();
}

void write_folded(Terminal& terminal, std::string_view text, std::size_t indent) {
  Paragraph paragraph(terminal, terminal.width() > 0 ? terminal.width() : SIZE_MAX);
  paragraph.text(text);
  paragraph.end(indent);
}

}  // namespace yari::cli
