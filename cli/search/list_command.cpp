// `yari list`: games by what their headers say.
#include <nlohmann/json.hpp>

#include "answers/json.h"
#include "answers/opening_text.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/options/opening_options.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"
#include "cli/output/game_text.h"
#include "cli/terminal/working.h"
#include "text/utf8.h"

namespace yari::cli {

namespace {

constexpr std::size_t origin_width = 24;

struct List final : Task {
  DatabaseOption database;
  FilterOptions filters;
  ListingOptions listing;
  TableForm form;
  bool count = false;
  std::optional<bool> heading;
  bool origins = false;
  OpeningOptions openings;
  bool with_openings = false;
  bool on_terminal = false;
  openings::OpeningList names;

  void declare(OptionSet& options) override {
    options.flag("count", count, "print how many games there are and nothing else");
    options
        .toggle(
            "heading", [this](bool on) { heading = on; }, "print the names of the columns")
        .assumed("on a terminal");
    options.flag("origin", origins, "print the file and the record that each game comes from");
    form.declare(options);
    openings.declare(options);
    database.declare(options);
    filters.declare(options);
    listing.declare(options);
  }

  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    Database games = database.open(OpenMode::read_only);
    const Working working(terminal, "searching");
    if (count) return print_count(games, terminal);
    bool found = false;
    with_openings = openings.are_shown(terminal);
    on_terminal = terminal.width() > 0;
    names = openings.list();
    terminal.page();
    Table table(terminal, columns(), heading);
    games.list(filters.filter, listing.options, [&](const GameHeader& header) {
      found = true;
      if (terminal.wants_json())
        terminal.json(as_json(games, header));
      else
        table.row(cells_of(games, header));
      return true;
    });
    if (!found) explain_nothing(terminal, games, filters.filter.variant);
    return found ? Exit::done : Exit::nothing;
  }

  /// What was asked for by name stands before the event, which gives way on a narrow terminal.
  std::vector<Column> columns() const {
    const bool with_more = origins || (with_openings && openings.typed);
    std::vector<Column> columns = with_more ? game_columns(14) : game_columns();
    columns.push_back({"plies", 5, 5, true, 4});
    if (origins) columns.push_back({"origin", 34, origin_width, false, 1});
    if (with_openings && openings.typed) columns.push_back({"opening", 34, 20, false, 1});
    columns.push_back({"event", 30, 10, false, 5});
    if (with_openings && !openings.typed) columns.push_back({"opening", 34, 10, false, 6});
    return columns;
  }

  /// On a terminal the end of a long name, where files differ.
  std::string origin_cell(const std::string& text) const {
    if (!on_terminal) return text;
    std::size_t begin = 0;
    while (display_width(text.substr(begin)) + 1 > origin_width)
      begin += code_point_at(text, begin).length;
    return begin == 0 ? text : "…" + text.substr(begin);
  }

  std::vector<std::string> cells_of(Database& games, const GameHeader& header) const {
    std::vector<std::string> cells = game_cells(header);
    cells.push_back(std::to_string(header.plies));
    if (origins) cells.push_back(origin_cell(origin_text(origin_of(games, header.id))));
    const std::string opening =
        with_openings ? opening_text(opening_of(games, header.id, names)) : "";
    if (with_openings && openings.typed) cells.push_back(opening);
    cells.push_back(occasion(header));
    if (with_openings && !openings.typed) cells.push_back(opening);
    return cells;
  }

  Json as_json(Database& games, const GameHeader& header) const {
    Json json = header_json(header);
    if (origins) json.update(origin_json(origin_of(games, header.id)));
    if (with_openings) json.update(opening_json(opening_of(games, header.id, names)));
    return json;
  }

  Exit print_count(Database& games, Terminal& terminal) const {
    const std::int64_t n = games.count(filters.filter);
    if (terminal.wants_json())
      terminal.object({{"games", n}});
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

  yari list --player habu --date 1995..1999 --sort date
  yari list --variant shogi --openings --limit 20
  yari list --date 2001 --csv > games.csv
  yari list --from-file club.zip --origin)",
    make_task<List>};

}  // namespace yari::cli
