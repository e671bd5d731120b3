/// \file
/// Moves as people type them: in any case, in full-width characters, with words for the pieces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "notation/hodges/move_text.h"

namespace yari {

/// Reads the move at the start of `text` in a spelling that read_move_text does not know: "p-2f",
/// "P-7F", "Ｐ－７ｆ", "Pawn-7f", "pawn to 2f", "yari rook x 3a", "silver from 7i to 6h", "gold
/// drops 5b", "7G7F". The target is always said.
///
/// Returns its length in bytes; 0 where there is none, or where a letter or digit follows.
std::size_t read_spelled_move(std::string_view text, MoveText& move);

/// Whether a word can be the beginning of a move in any spelling, or damage to one: it names a
/// piece, or has more in it than letters, or Japanese signs of squares and players.
bool may_begin_spelled_move(std::string_view word);

/// Length in bytes of the full-width number of a move at the start of `text`, with the sign after
/// it ("１．"); 0 where there is none.
std::size_t wide_number_length(std::string_view text);

/// The text with ASCII characters for full-width ones.
std::string narrow(std::string_view text);

}  // namespace yari
