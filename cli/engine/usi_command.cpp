// `yari usi`: the built-in engine for graphical programs.
#include <iostream>

#include "analysis/usi/usi_server.h"
#include "cli/options/book_options.h"
#include "cli/options/command.h"
#include "cli/options/engine_options.h"
#include "cli/options/position_options.h"

namespace yari::cli {

namespace {

struct Usi final : Task {
  VariantOption game;
  BuiltinOptions engine;
  BookOptions book;

  void declare(OptionSet& options) override {
    game.declare(options);
    declare_builtin_options(options, engine, ", until the interface says another");
    book.declare(options, "play from this opening book, until the interface says another");
  }

  Exit run(Terminal& terminal) override {
    if (terminal.wants_json()) throw UsageError("--json: the answers are those of USI");
    if (book.file) open_book(*book.file);
    serve_usi(std::cin, std::cout,
              {.variant = game.meant(),
               .engine = engine,
               .book_file = book.file.value_or(""),
               .book = book.play});
    return Exit::done;
  }
};

}  // namespace

extern const Command usi_command{
    "usi", "", "speak USI: the built-in engine for graphical programs",
    R"(Reads commands from standard input until 'quit'. Enter it as an engine in ShogiHome and other
programs. The interface may name an opening book in the option BookFile, and switch it off with
USI_OwnBook (docs/books.md).)",
    make_task<Usi>};

}  // namespace yari::cli
