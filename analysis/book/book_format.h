/// \file
/// The table of book formats.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analysis/book/book.h"

namespace yari {

/// A row of the table.
struct BookFormat {
  /// As the command line names it.
  std::string_view name;
  /// Of the names of its files: ".db".
  std::string_view ending;
  /// One line for people.
  std::string_view what;
  /// The only game whose books it can hold; no value: it can hold both.
  std::optional<Variant> only;
  std::unique_ptr<BookReader> (*read)(BookBytes, std::optional<Variant>, OnBookFinding);
  std::unique_ptr<BookWriter> (*write)(BookSink);
  /// What it cannot say; empty at the end.
  std::array<std::string_view, 6> loses;
};

std::span<const BookFormat> book_formats();
/// Null when there is none of that name.
const BookFormat* book_format_named(std::string_view name);
/// By the ending of a file's name, that of a packed file apart; null when no format has it.
const BookFormat* book_format_of_name(std::string_view file);
/// By how a file begins, and for Apery's books, which begin in no way of their own, by its name.
/// A text is YaneuraOu's where its header or a line of "sfen" without moves and a line of a move
/// stand there, else USI lines. Null: bytes that are no text and no book.
const BookFormat* book_format_of(std::string_view head, std::string_view file = {});

/// What a book of `from` may say and `to` cannot: "answers, counts"; empty when there is nothing.
std::string lost_between(const BookFormat& from, const BookFormat& to);

}  // namespace yari
