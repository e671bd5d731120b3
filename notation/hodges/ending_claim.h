/// \file
/// What words at the end of a record mean by what stands around them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "notation/hodges/scanner.h"
#include "notation/words/ending_words.h"

namespace yari {

/// What the comment after "Jishogi", at token `next`, says: Shogidokoro writes
/// "入玉宣言により勝ち。" there. The claim is the side's to move; one that fails loses.
std::optional<Winner> declared(const ScannedMoves& moves, std::size_t next);

/// Whether the word before token `next`, which no list has, stands where a move's number is
/// ("24.Foo"), with nothing but a time, comments and a result after it. What may be the beginning
/// of a move is none. `text` is the record's.
bool is_unknown_ending(const ScannedMoves& moves, std::size_t next, std::string_view text);

/// Whether words or a comment from token `next` on say that the illegal move before it ended the
/// game.
bool ends_by_illegal_move(const ScannedMoves& moves, std::size_t next);

}  // namespace yari
