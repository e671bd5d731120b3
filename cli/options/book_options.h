/// \file
/// `--book`: an opening book that an engine plays from, or that is shown beside something else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "analysis/book/book_engine.h"
#include "analysis/book/book_file.h"
#include "cli/options/options.h"
#include "cli/terminal/terminal.h"

namespace yari::cli {

/// Throws Failure, which names the file, where the book cannot be opened.
std::shared_ptr<const BookFile> open_book(const std::string& file);
struct FoundInBook {
  std::vector<BookMove> moves;
  /// Nothing that the book has of the position had to be left out.
  bool sound = true;
};
/// The moves of the position; what is wrong with them is printed. Throws Failure, which names the
/// file, where it cannot be read.
FoundInBook book_moves(Terminal& terminal, const BookFile& book, const std::string& file,
                       const Setup& position);

/// `--book`, `--book-plies`, `--book-seed`.
struct BookOptions {
  std::optional<std::string> file;
  BookPlay play;

  /// `help` of --book.
  void declare(OptionSet& options,
               const char* help = "play from this opening book (docs/books.md)");
  /// The engine, which plays from the book where one was named. Throws Failure.
  std::unique_ptr<Engine> wrap(std::unique_ptr<Engine> engine) const;
  /// The same with another seed: for engines that play at the same time.
  std::unique_ptr<Engine> wrap(std::unique_ptr<Engine> engine, std::uint64_t seed) const;
};

}  // namespace yari::cli
