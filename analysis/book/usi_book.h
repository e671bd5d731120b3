/// \file
/// Games as USI lines, and lists of positions as SFENs, read as books; and books written as such.
///
/// A line "startpos moves 7g7f 3c3d" gives the start and the position after the first move, each
/// with the move played there; a line without moves gives its position alone. docs/formats/usi.md
/// says what a line may be.
#pragma once

#include <memory>

#include "analysis/book/book.h"

namespace yari {

/// A line of up to 64 KiB is read strictly: what is wrong with it refuses the line.
std::unique_ptr<BookReader> read_usi_book(BookBytes bytes, std::optional<Variant> variant,
                                          OnBookFinding report);

/// A line "sfen ... moves ..." for each move, or one for the position where it has none.
void append_usi_book(std::string& out, const BookEntry& entry);
/// The position alone.
void append_sfen_book(std::string& out, const BookEntry& entry);

}  // namespace yari
