/// \file
/// The part of a KIF or KI2 record before its moves: headers, board, hands, side to move.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "notation/text.h"
#include "rules/game.h"

namespace yari {

/// One line of a text, without its end, and where it begins.
struct TextLine {
  std::string_view text;
  std::size_t offset = 0;
};

/// Goes through a text line by line.
class Lines {
 public:
  explicit Lines(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}
  bool next(TextLine& line);

 private:
  std::string_view text_;
  std::size_t at_;
};

struct KifHeader {
  Variant variant = Variant::shogi;
  std::vector<Tag> tags;
  Setup setup;
  bool has_board = false;
  bool has_handicap = false;
  /// Where a line says who moves.
  std::optional<Color> side;
  /// Where the start position is stated.
  std::size_t start_offset = 0;
  /// Comments and bookmarks that stand before a header.
  std::vector<TextLine> notes;
  /// Where the moves begin.
  std::size_t moves_at = 0;
};

/// No value when the start position cannot be read; the findings then say why.
std::optional<KifHeader> read_kif_header(std::string_view text, Findings& findings);

/// True for ▲ △ ▼ ▽ ☗ ☖ at the front.
bool starts_with_player_mark(std::string_view text);
/// Splits "name：value", both without blanks around them.
bool split_kif_header(std::string_view line, std::string_view& name, std::string_view& value);

}  // namespace yari
