// `yari book check` and `yari book stats`: whether a book is in order, and what is in it.
#include <fmt/format.h>

#include "cli/options/command.h"
#include "cli/output/book_input.h"
#include "cli/terminal/text.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

/// Counts what passes by, and whether it is in order.
struct BookSums {
  std::uint64_t positions = 0, moves = 0, scored = 0, answered = 0, turned = 0, repeated = 0;
  std::uint64_t not_canonical = 0;
  int last_move_number = 0;
  bool sorted = true;
  std::string last;

  /// What is to be said about the position. `in_order` is the reader's: see BookReader.
  std::optional<std::string> add(const BookEntry& entry, std::optional<bool> in_order) {
    ++positions;
    moves += entry.moves.size();
    for (const BookMove& move : entry.moves) {
      scored += move.score.has_value() ? 1 : 0;
      answered += move.ponder.has_value() ? 1 : 0;
    }
    turned += entry.position.side_to_move == Color::white ? 1 : 0;
    last_move_number = std::max(last_move_number, entry.position.move_number);
    const std::string canonical = write_sfen(entry.position);
    const std::string_view key = without_move_number(entry.sfen);
    std::optional<std::string> finding;
    if (key == without_move_number(last)) {
      ++repeated;
      finding = "the position stands right before this one, too";
    } else if (in_order) {
      sorted = *in_order;
    } else if (entry.sfen < last) {
      if (sorted)
        finding = "not in the order of SFENs: a program that looks up in the file may miss it";
      sorted = false;
    }
    if (key != without_move_number(canonical)) {
      ++not_canonical;
      if (!finding) finding = "programs write this position as " + canonical;
    }
    last = entry.sfen;
    return finding;
  }
};

struct BookCheck final : Task {
  BookInputOptions input;
  std::vector<std::string> files;

  void declare(OptionSet& options) override {
    input.declare(options);
    options.arguments(files, "books", 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    bool sound = true;
    for (const std::string& file : files) {
      BookInput book(terminal, file, input);
      BookSums sums;
      while (const std::optional<BookEntry> entry = book.next())
        if (std::optional<std::string> finding = sums.add(*entry, book.in_order()))
          book.tell(Severity::warning, entry->line, *std::move(finding));
      book.finish();
      if (terminal.wants_json())
        terminal.object({{"file", file},
                         {"positions", sums.positions},
                         {"moves", sums.moves},
                         {"sorted", sums.sorted},
                         {"errors", book.errors()},
                         {"warnings", book.warnings()}});
      else
        terminal.print("{}: {}, {}: {}, {}\n", printable(file),
                       book_size(sums.positions, sums.moves), sums.sorted ? "sorted" : "not sorted",
                       counted(book.errors(), "error"), counted(book.warnings(), "warning"));
      sound = sound && book.errors() == 0 && sums.positions > 0;
    }
    return sound ? Exit::done : Exit::nothing;
  }
};

struct BookStats final : Task {
  BookInputOptions input;
  std::vector<std::string> files;

  void declare(OptionSet& options) override {
    input.declare(options);
    options.arguments(files, "a book", 1, 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    BookInput book(terminal, files.front(), input);
    BookSums sums;
    while (const std::optional<BookEntry> entry = book.next()) sums.add(*entry, book.in_order());
    book.finish();
    const std::string game(book.variant() ? info(*book.variant()).id : "none");
    if (terminal.wants_json()) {
      terminal.object({{"format", book.format().name},
                       {"variant", game},
                       {"positions", sums.positions},
                       {"white_to_move", sums.turned},
                       {"moves", sums.moves},
                       {"scored", sums.scored},
                       {"answered", sums.answered},
                       {"last_move_number", sums.last_move_number},
                       {"sorted", sums.sorted},
                       {"repeated", sums.repeated},
                       {"not_canonical", sums.not_canonical}});
    } else {
      terminal.print("format           {}\n", book.format().what);
      terminal.print("game             {}\n", game);
      terminal.print("positions        {}\n", grouped(sums.positions));
      terminal.print("  White to move  {}\n", grouped(sums.turned));
      terminal.print("  repeated       {}\n", grouped(sums.repeated));
      terminal.print("  not canonical  {}\n", grouped(sums.not_canonical));
      terminal.print("moves            {}\n", grouped(sums.moves));
      terminal.print("  with a score   {}\n", grouped(sums.scored));
      terminal.print("  with an answer {}\n", grouped(sums.answered));
      terminal.print("last move number {}\n", sums.last_move_number);
      terminal.print("sorted           {}\n", sums.sorted ? "yes" : "no");
    }
    return book.errors() == 0 && sums.positions > 0 ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command book_check_command{
    "book check", "BOOK...", "report what is wrong with opening books",
    R"(Reports, with file, line and column, positions that cannot be played, illegal moves, values that
are no numbers; and as warnings what programs stumble over: positions out of order or written
twice, SFENs that are not canonical. Exit code 1 if there are errors, or no position.

  yari book check book.db)",
    make_task<BookCheck>};

extern const Command book_stats_command{"book stats", "BOOK", "count what is in an opening book",
                                        R"(Exit code 1 if there are errors, or no position in it.

  yari book stats book.db)",
                                        make_task<BookStats>};

}  // namespace yari::cli
