// `yari list`: games by what their headers say.
#include "cli/command.h"
#include "cli/game_text.h"
#include "cli/shared_options.h"

namespace yari::cli {

namespace {

struct List final : Task {
  DatabaseOption database;
  FilterOptions filters;
  ListingOptions listing;
  bool count = false;

  void declare(OptionSet& options) override {
    options.flag("count", count, "print how many there are and nothing else");
    database.declare(options);
    filters.declare(options);
    listing.declare(options);
  }

  Exit run(Terminal& terminal) override {
    Database games = database.open(OpenMode::read_only);
    if (count) return print_count(games, terminal);
    bool found = false;
    games.list(filters.filter, listing.options, [&](const GameHeader& header) {
      found = true;
      if (terminal.wants_json())
        terminal.json(header_json(header));
      else
        terminal.write(header_line(header) + '\n');
      return true;
    });
    return found ? Exit::done : Exit::nothing;
  }

  Exit print_count(Database& games, Terminal& terminal) const {
    const std::int64_t n = games.count(filters.filter);
    if (terminal.wants_json())
      terminal.json({{"games", n}});
    else
      terminal.print("{}\n", n);
    return n > 0 ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command list_command{"list", "", "list games by player, event, date, result and more",
                                  "One game a line: number, date, players, result, length, "
                                  "handicap, event. Exit code 1 when there\n"
                                  "is none.\n\n"
                                  "  yari list --player habu --date 1995..1999 --sort date",
                                  make_task<List>};

}  // namespace yari::cli
