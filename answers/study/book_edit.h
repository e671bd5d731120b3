/// \file
/// Changing one move of an opening book on disk, and taking that back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "analysis/book/book.h"
#include "text/result.h"

namespace yari {

/// What is to become of a value: nothing where there is none; else the value, or that there is
/// none.
template <class T>
using Change = std::optional<std::optional<T>>;

inline constexpr int largest_book_score = 1'000'000;
inline constexpr int largest_book_depth = 1'000'000;

/// What is to become of one move of a position.
struct BookEdit {
  Setup position;
  /// Legal in the position.
  Move move = Move::none();
  /// The move is taken out; else it is put in where it is missing, and changed where it is not.
  bool remove = false;
  /// Legal after the move.
  Change<Move> answer = {};
  Change<int> score = {};
  Change<int> depth = {};
  Change<std::uint64_t> count = {};
};

/// A book after an edit.
struct EditedBook {
  /// False: there was no such move to remove, and the book is as it was.
  bool changed = false;
  std::uint64_t positions = 0, moves = 0;
};

/// Writes the book anew, in its format and order and with its comments, in the place of the old
/// one, which stays under the name of book_before. Where the book has the position with the colours
/// exchanged, and not as it is, that is changed, as look-ups find it; of several entries for one
/// position each is.
///
/// Error: why the book is as it was. One in which something is wrong is never changed: that would
/// be lost. `report` gets what is wrong as far as the first error, `progress` the bytes that were
/// read; either may be empty. May throw UnreadableBook.
Result<EditedBook> edit_book(const std::string& file, const BookEdit& edit,
                             const OnBookFinding& report = {},
                             const std::function<void(std::uint64_t)>& progress = {});

/// Exchanges the book and the one before the last change. False: there is none before.
Result<bool> undo_book_edit(const std::string& file);

/// "book.db~".
std::filesystem::path book_before(const std::string& file);

/// Says of two moments whether a file is the same, as far as its size and its time show; empty
/// where there is none.
std::string book_version(const std::filesystem::path& file);

}  // namespace yari
