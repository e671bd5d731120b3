/// \file
/// The part of a KIF or KI2 record before its moves: headers, board, hands, side to move.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "notation/findings.h"
#include "notation/kif/scanner.h"
#include "record/game.h"

namespace yari {

struct KifHeader {
  Variant variant = Variant::shogi;
  std::vector<Tag> tags;
  Setup setup;
  /// How the game ended, as a header says.
  Outcome said;
  bool has_board = false;
  bool has_handicap = false;
  /// The handicap is not known, and there is no board: the moves cannot be played.
  bool start_unknown = false;
  /// Where a line says who moves.
  std::optional<Color> side;
  /// The part of the text that states the start position.
  std::string_view start;
  /// Comments, bookmarks and remarks that stand before a header, and what is no header, as a
  /// comment.
  std::vector<KifLine> notes;
  /// Where the moves begin.
  std::size_t moves_at = 0;
};

/// No value when the start position cannot be read; the findings then say why.
std::optional<KifHeader> read_kif_header(Findings& findings);

}  // namespace yari
