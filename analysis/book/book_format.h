/// \file
/// The table of book formats.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "analysis/book/book.h"

namespace yari {

/// A row of the table.
struct BookFormat {
  /// As the command line names it.
  std::string_view name;
  /// With which its files end.
  std::string_view ending;
  /// One line for people.
  std::string_view what;
  /// What a file begins with.
  std::string_view header;
  std::unique_ptr<BookReader> (*read)(BookBytes, std::optional<Variant>, OnBookFinding);
  void (*append)(std::string&, const BookEntry&);
  /// What it cannot say of a move, or of a position; empty: it says everything.
  std::string_view loses;
};

std::span<const BookFormat> book_formats();
/// Null when there is none of that name.
const BookFormat* book_format_named(std::string_view name);
/// By the ending of a file's name, that of a packed file apart; null when no format has it.
const BookFormat* book_format_of_name(std::string_view file);
/// By how a file begins: that of YaneuraOu where its header or a line of "sfen" without moves and
/// a line of a move stand there, else USI lines.
const BookFormat& book_format_of_head(std::string_view head);

}  // namespace yari
