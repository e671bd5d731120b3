// `yari list`: games by what their headers say.
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/game_text.h"
#include "cli/shared_options.h"
#include "cli/working.h"
#include "web/json.h"

namespace yari::cli {

namespace {

struct List final : Task {
  DatabaseOption database;
  FilterOptions filters;
  ListingOptions listing;
  bool count = false;
  std::optional<bool> heading;

  void declare(OptionSet& options) override {
    options.flag("count", count, "print how many there are and nothing else");
    options
        .toggle(
            "heading", [this](bool on) { heading = on; }, "print the names of the columns")
        .assumed("on a terminal");
    database.declare(options);
    filters.declare(options);
    listing.declare(options);
  }

  Exit run(Terminal& terminal) override {
    Database games = database.open(OpenMode::read_only);
    const Working working(terminal, "searching");
    if (count) return print_count(games, terminal);
    bool found = false;
    terminal.page();
    std::vector<Column> columns = game_columns();
    columns.push_back({"plies", 5, 5, true});
    columns.push_back({"event", 30, 10});
    Table table(terminal, columns, heading);
    games.list(filters.filter, listing.options, [&](const GameHeader& header) {
      found = true;
      if (terminal.wants_json())
        terminal.json(web::header_json(header));
      else
        table.row(cells_of(header));
      return true;
    });
    return found ? Exit::done : Exit::nothing;
  }

  static std::vector<std::string> cells_of(const GameHeader& header) {
    std::vector<std::string> cells = game_cells(header);
    cells.push_back(std::to_string(header.plies));
    cells.push_back(occasion(header));
    return cells;
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

extern const Command list_command{
    "list", "", "list games by player, event, date, result and more",
    R"(One line a game: number, date, players, result, length, handicap, event. Exit code 1 if there are
none.

  yari list --player habu --date 1995..1999 --sort date)",
    make_task<List>};

}  // namespace yari::cli
