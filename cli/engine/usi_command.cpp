// `yari usi`: the built-in engine for graphical programs.
#include <iostream>

#include "analysis/usi/usi_server.h"
#include "cli/options/command.h"
#include "cli/options/position_options.h"

namespace yari::cli {

namespace {

struct Usi final : Task {
  VariantOption game;
  std::size_t hash_mib = 64;
  int threads = 1;

  void declare(OptionSet& options) override {
    game.declare(options);
    options.number("hash", hash_mib, "MiB of memory, until the interface sets another size",
                   std::size_t{1}, std::size_t{1} << 20);
    options.number("threads", threads,
                   "threads to search with, until the interface sets another number", 1, 256);
  }

  Exit run(Terminal& terminal) override {
    if (terminal.wants_json()) throw UsageError("--json: the answers are those of USI");
    serve_usi(std::cin, std::cout,
              {.variant = game.meant(), .engine = {.hash_mib = hash_mib, .threads = threads}});
    return Exit::done;
  }
};

}  // namespace

extern const Command usi_command{
    "usi", "", "speak USI: the built-in engine for graphical programs",
    R"(Reads commands from standard input until 'quit'. Enter it as an engine in ShogiHome and other
programs.)",
    make_task<Usi>};

}  // namespace yari::cli
