/// \file
/// Boards as text: drawn for terminals, and read in every form that people paste.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rules/move.h"
#include "rules/setup.h"
#include "text/result.h"

namespace yari {

enum class BoardStyle : std::uint8_t {
  western,  ///< ours, in Hodges letters: " YR", "v+P"
  kanji,    ///< ours, in kanji
  kif,      ///< the diagram of KIF files
  server    ///< a correspondence server's: "/ R\|\+P/"
};

/// How a board is drawn beside its style.
struct BoardView {
  /// Led to the position, and is marked: with a star after the piece, on the server's board with
  /// stars around the square, in KIF's diagram by the line 手数＝2 △３四歩 まで.
  Move last_move = Move::none();
  /// White's side below. KIF's diagram cannot be turned and stays as it is.
  bool flipped = false;
  /// Beside the server's board. One that would be read as something else is left out.
  ByColor<std::string> players = {};
};

/// The board, both hands and the side to move, ready to print; lines end with a newline.
///
/// White's side is on top. On the server's board the pieces of the side below point up; in all
/// other styles White's pieces carry a `v` in front. What this draws, read_diagram reads back to an
/// equal Setup (KIF has a move number only with a last move).
std::string draw_board(const Setup& setup, BoardStyle style = BoardStyle::western,
                       const BoardView& view = {});

/// Reads a board as text: one that draw_board drew, KIF's diagram, or the board of a correspondence
/// server with squares like `|/ P\|\ R/|`. Where the first rank is lettered i, White's side is
/// below.
///
/// Hands and the side to move are taken from lines beside the board as draw_board and KIF write
/// them; without them hands are empty and Black moves. The number of files decides the game.
/// Whether the position can be played is not judged. Error::offset is the byte in `text`.
Result<Setup> read_diagram(std::string_view text);

}  // namespace yari
