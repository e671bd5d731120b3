// A book by its file's name.
#include "cli/options/book_options.h"

#include <fmt/format.h>

#include "cli/terminal/failure.h"

namespace yari::cli {

std::shared_ptr<const BookFile> open_book(const std::string& file) {
  Result<std::shared_ptr<const BookFile>> book = BookFile::open(file);
  if (!book) throw Failure(fmt::format("cannot open the book {}: {}", file, book.error().message));
  return *std::move(book);
}

FoundInBook book_moves(Terminal& terminal, const BookFile& book, const std::string& file,
                       const Setup& position) {
  FoundInBook found;
  Result<std::vector<BookMove>> moves = book.find(position, [&](const Diagnostic& finding) {
    terminal.diagnostic(file, finding);
    found.sound = found.sound && finding.severity != Severity::error;
  });
  if (!moves)
    throw Failure(fmt::format("cannot read the book {}: {}", file, moves.error().message));
  found.moves = *std::move(moves);
  return found;
}

void BookOptions::declare(OptionSet& options, const char* help) {
  options.text("book", file, "FILE", help).is(ValueKind::file);
  options.number("book-plies", play.plies, "use the book in the first N plies of a game", 0,
                 most_book_plies);
  options.number("book-seed", play.seed,
                 "of the choice among the book's moves: the same moves again for the same N",
                 std::uint64_t{0});
}

std::unique_ptr<Engine> BookOptions::wrap(std::unique_ptr<Engine> engine) const {
  return wrap(std::move(engine), play.seed);
}

std::unique_ptr<Engine> BookOptions::wrap(std::unique_ptr<Engine> engine,
                                          std::uint64_t seed) const {
  if (!file) return engine;
  return std::make_unique<BookEngine>(std::move(engine), open_book(*file),
                                      BookPlay{play.plies, seed});
}

}  // namespace yari::cli
