/// \file
/// Boards as text: drawn for terminals, and read in every form that people paste.
#pragma once

#include <string>
#include <string_view>

#include "rules/setup.h"
#include "text/result.h"

namespace yari {

enum class BoardStyle : std::uint8_t {
  western,  ///< ours, in Hodges letters: " YR", "v+P"
  kanji,    ///< ours, in kanji
  kif,      ///< the diagram of KIF files
  server    ///< a correspondence server's: "/ R\|\+P/"
};

/// The board, both hands and the side to move, ready to print; lines end with a newline.
///
/// White's side is on top, and in all styles but the server's White's pieces carry a `v` in front.
/// What this draws, read_diagram reads back to an equal Setup (KIF has no move number).
std::string draw_board(const Setup& setup, BoardStyle style = BoardStyle::western);

/// Reads a board as text: one that draw_board drew, KIF's diagram, or the board of a correspondence
/// server with squares like `|/ P\|\ R/|`.
///
/// Hands and the side to move are taken from lines beside the board as draw_board and KIF write
/// them; without them hands are empty and Black moves. The number of files decides the game.
/// Whether the position can be played is not judged. Error::offset is the byte in `text`.
Result<Setup> read_diagram(std::string_view text);

}  // namespace yari
