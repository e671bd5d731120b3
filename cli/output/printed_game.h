/// \file
/// A game as a book prints it: two columns of moves, comments as text, variations indented.
#pragma once

#include <cstddef>

#include "cli/terminal/terminal.h"
#include "notation/board/diagram.h"
#include "record/game.h"

namespace yari::cli {

struct GamePrinting {
  /// Columns of a line.
  std::size_t width = 80;
  /// Draw a board after every N plies, and at the end; 0: no board.
  int board_every = 0;
  BoardStyle style = BoardStyle::western;
  bool flipped = false;
};

/// Writes the tags, the moves with the times and evaluations that the game has, and the result.
/// Text from anywhere is shown as `printable` has it. Requires: the start is a legal position.
void print_game(Terminal& terminal, const Game& game, const GamePrinting& printing);

}  // namespace yari::cli
