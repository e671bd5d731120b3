/// \file
/// The evaluations of a game drawn with characters, for a terminal.
#pragma once

#include <cstddef>

#include "cli/terminal/terminal.h"
#include "record/game.h"

namespace yari::cli {

/// Black's chance to win after each ply of the main line, eight lines high and at most `width`
/// columns wide: a column of blocks is one ply or, in a long game, the mean of several. A gap
/// stands for plies without an evaluation. Below them the plies, and `?!`, `?` or `??` written
/// downwards where a move was judged so: of several moves in a column the worst.
///
/// `coefficient` as in AnnotateOptions.
void write_graph(Terminal& terminal, const Game& game, double coefficient, std::size_t width);

}  // namespace yari::cli
