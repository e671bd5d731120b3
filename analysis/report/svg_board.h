/// \file
/// A position as a drawing for documents and web pages: one SVG, complete in itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "notation/board/diagram.h"
#include "rules/move.h"
#include "rules/setup.h"

namespace yari {

/// A move drawn as an arrow; a drop starts at the hand of the side that makes it.
struct SvgArrow {
  enum class Meaning : std::uint8_t { played, better };

  Move move;
  Color mover = Color::black;
  Meaning meaning = Meaning::played;
};

struct SvgOptions {
  BoardStyle pieces = BoardStyle::kanji;
  /// The move that led to the position: its squares are marked. None: no mark.
  Move last_move = Move::none();
  std::vector<SvgArrow> arrows = {};
  bool coordinates = true;
  /// White's side below.
  bool flipped = false;
  /// Width and height of one square, in pixels; 8..200, others are brought into that range.
  int square_size = 48;
  /// What the drawing is called; empty: "Position, Black to move".
  std::string title = {};
};

/// The board with both hands as an SVG document: no script, style sheet or font from outside.
///
/// Anything that a Setup can hold is drawn, valid or not. The description inside names every piece
/// with its square, for those who cannot see the drawing.
/// Requires: the squares of moves lie on the board.
std::string draw_board_svg(const Setup& setup, const SvgOptions& options = {});

}  // namespace yari
