/// \file
/// The text book of YaneuraOu, ".db", for both games.
///
///     #YANEURAOU-DB2016 1.00
///     sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
///     7g7f 3c3d 0 32 2
///
/// After a line "sfen" come the moves of the position: the move, the answer that is expected, the
/// score for the side that moves, the depth, and how often the move was played. Values may be
/// missing at the end of the line, or be "none". Lines that begin with '#' or "//" are comments.
/// Positions are sorted by the bytes of their SFENs where they are to be looked up in the file.
/// Source: yaneuraou.yaneu.com/2016/02/05/standard-shogi-book-format/.
#pragma once

#include <memory>

#include "analysis/book/book.h"
#include "text/result.h"

namespace yari {

inline constexpr std::string_view yaneuraou_db_header = "#YANEURAOU-DB2016 1.00";

struct DbReaderOptions {
  /// No value: what the first position can be.
  std::optional<Variant> variant = {};
  /// The text was written by this program: positions and moves are not judged again.
  bool trusted = false;
  /// The text begins within a book, and so has no header.
  bool begins_within = false;
  /// So many bytes are read at once: less where the text is short.
  std::size_t buffer_size = std::size_t{64} << 10;
};

/// The number of lines that stand before a position is bounded; a line has at most 4096 bytes.
std::unique_ptr<BookReader> read_yaneuraou_db(BookBytes bytes, const DbReaderOptions& options,
                                              OnBookFinding report);

/// Reads the fields of one line of moves. Error: what was expected, and where.
Result<BookMove> read_book_move(std::string_view line, Variant v);

/// Appends the lines of a position, without a header.
void append_yaneuraou_db(std::string& out, const BookEntry& entry);
/// The line of a move, without its end.
std::string yaneuraou_db_line(const BookMove& move, Variant v);

}  // namespace yari
