/// \file
/// A record in colours for a terminal.
#pragma once

#include <string_view>

#include "cli/terminal/terminal.h"

namespace yari::cli {

/// The colour of a move as text, by the glyph (! ? !! ?? !? ?!) at its end.
Paint paint_of_move(std::string_view word);

/// Writes a record in Hodges notation with each move that has a glyph (! ? !! ?? !? ?!) in a
/// colour.
void write_painted(Terminal& terminal, std::string_view hodges);

}  // namespace yari::cli
