/// \file
/// USEN, a record in one word that fits a link: "~0.7ku2jm.r".
///
/// The start as SFEN with `_` for '/', '.' for blanks and `z` for '+', empty for the even start of
/// Shogi; then sections "~PLY.MOVES.END", the first of which is the main line, the others
/// variations that go back into the line before them. A move is three digits of base 36, END one
/// letter: r resigns, t time, j draw, p broken off.
#pragma once

#include "notation/format.h"

namespace yari {

std::size_t usen_length(std::string_view text, bool at_end);
ReadResult read_usen(std::string_view record, const ReadOptions& options);
WriteResult write_usen(const Game& game, const WriteOptions& options);
int usen_likeness(std::string_view head);
/// Whether the record names a start and nothing but an ending. See Format::has_position.
bool usen_is_without_moves(std::string_view record);

}  // namespace yari
