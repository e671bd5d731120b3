// `yari book convert` and `yari book merge`: books in another format, in order, together.
#include <fmt/format.h>

#include "analysis/book/book_sort.h"
#include "cli/options/command.h"
#include "cli/output/book_input.h"
#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

void tell_losses(Terminal& terminal, const BookFormat& from, const BookFormat& to) {
  if (const std::string lost = lost_between(from, to); !lost.empty())
    terminal.message(fmt::format("{} cannot express these, dropped: {}", to.name, lost));
}

struct BookConvert final : Task {
  BookInputOptions input;
  BookOutputOptions output;
  bool sort = false;
  std::vector<std::string> files;

  void declare(OptionSet& options) override {
    options.flag("sort", sort,
                 "sort the positions by their SFENs, and unite those that come more than once");
    output.declare(options);
    input.declare(options);
    options.arguments(files, "a book", 1, 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    BookInput book(terminal, files.front(), input);
    const BookFormat& to = output.format(book_formats().front(), terminal);
    tell_losses(terminal, book.format(), to);
    BookOutput out(terminal, output, to);
    if (sort) {
      BookSort sorted(true);
      while (std::optional<BookEntry> entry = book.next()) sorted.add(*std::move(entry));
      sorted.each([&](const BookEntry& entry) { out.write(entry); });
    } else {
      std::string last;
      bool in_order = true;
      while (const std::optional<BookEntry> entry = book.next()) {
        in_order = in_order && entry->sfen >= last;
        last = entry->sfen;
        out.write(*entry);
      }
      if (!in_order && to.name == "db")
        terminal.hint("the positions are not in order: --sort makes them so");
    }
    out.write_comments(book.last_comments());
    book.finish();
    out.finish();
    return book.errors() > 0 ? Exit::nothing : Exit::done;
  }
};

struct BookMerge final : Task {
  BookInputOptions input;
  BookOutputOptions output;
  std::vector<std::string> files;

  void declare(OptionSet& options) override {
    output.declare(options);
    input.declare(options);
    options.arguments(files, "books", 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    BookSort sorted(true);
    std::optional<Variant> game;
    std::uint64_t errors = 0;
    std::vector<std::string> last_comments;
    const BookFormat& to = output.format(book_formats().front(), terminal);
    for (const std::string& file : files) {
      BookInput book(terminal, file, input);
      tell_losses(terminal, book.format(), to);
      while (std::optional<BookEntry> entry = book.next()) {
        if (!game) game = entry->position.variant;
        if (*game != entry->position.variant)
          throw Failure(fmt::format("{} is of {}, the books before it of {}", file,
                                    info(entry->position.variant).name, info(*game).name));
        sorted.add(*std::move(entry));
      }
      for (std::string& line : book.last_comments()) last_comments.push_back(std::move(line));
      book.finish();
      errors += book.errors();
    }
    BookOutput out(terminal, output, to);
    sorted.each([&](const BookEntry& entry) { out.write(entry); });
    out.write_comments(last_comments);
    out.finish();
    return errors > 0 ? Exit::nothing : Exit::done;
  }
};

}  // namespace

extern const Command book_convert_command{
    "book convert", "BOOK", "write an opening book in another format, or sorted",
    R"(Formats: db is the text book of YaneuraOu, ybb its binary one, apery the book of Apery (.bin),
usi lines of games, sfen positions alone; db, usi and sfen are of either game. What a book says is
kept, comments too, and what the other format cannot express is reported; a book that another
program wrote comes back byte for byte. Positions that cannot be played and moves that are illegal
are reported with their places and left out: exit code 1. Programs that look up in a db book on
disk need it sorted; ybb and apery always are.

  yari book convert games.usi --sort -o book.db
  yari book convert book.db -o book.ybb
  yari book convert book.db --to sfen -o positions.sfen)",
    make_task<BookConvert>};

extern const Command book_merge_command{
    "book merge", "BOOK...", "unite opening books into one that is sorted",
    R"(Counts of a move that several books have are added. Of several scores the one of the greatest
depth counts, of equally deep ones that of the book named first. Memory does not grow with the
books.

  yari book merge joseki.db mine.db -o book.db)",
    make_task<BookMerge>};

}  // namespace yari::cli
