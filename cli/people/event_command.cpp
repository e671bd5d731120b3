// `yari event`: standings, tie-breaks and crosstable of an event.
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/output/result_file.h"
#include "cli/people/event_output.h"
#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

struct EventTask final : Task {
  DatabaseOption database;
  FilterOptions filters;
  TableForm form;
  bool html = false, no_grid = false, crosstable = false, by_rounds = false, results = false;
  std::optional<std::string> title, file;
  std::vector<std::string> names;

  void declare(OptionSet& options) override {
    options.flag("html", html, "write a web page");
    options.flag("short", no_grid, "leave out the rounds or the crosstable");
    options.flag("crosstable", crosstable, "columns are the opponents, whatever the rounds");
    options.flag("rounds", by_rounds, "columns are the rounds");
    options.flag("results", results, "print the games, for 'yari tag --from', and no standings");
    options.text("title", title, "TEXT", "heading of the page [the name of the event]");
    options.text("output,o", file, "FILE", "write to this file instead of standard output");
    form.declare(options);
    database.declare(options);
    filters.declare(options);
    options.arguments(names, "the name of an event", 0, 1);
  }

  Exit run(Terminal& terminal) override {
    if (!names.empty() && filters.filter.event)
      throw UsageError("--event: the event is the one named");
    if (!names.empty()) filters.filter.event = names.front();
    if (filters.filter.empty()) throw UsageError("name an event, or games by conditions");
    if (html && terminal.wants_json()) throw UsageError("--json: the answer is a page");
    if (html && form.csv) throw UsageError("--csv: the answer is a page");
    if (int{crosstable} + int{by_rounds} + int{results} > 1)
      throw UsageError("give one of --crosstable, --rounds and --results");
    if (html && results) throw UsageError("--results: the page has the standings");
    Database games = database.open(OpenMode::read_only);
    if (results) return write_results(terminal, games);
    const EventTable table = event_table(event_games(games, filters.filter), grid());
    if (by_rounds && table.lacks_rounds())
      throw Failure("--rounds: not every game has a Round tag");
    if (table.event.without_players > 0)
      terminal.message(
          fmt::format("{} left out: a player is unknown",
                      counted(static_cast<std::uint64_t>(table.event.without_players), "game")));
    if (table.event.games.empty()) {
      terminal.hint("no game matches: 'yari events' lists the events");
      return Exit::nothing;
    }
    write(terminal, table);
    return Exit::done;
  }

  EventGrid grid() const {
    return crosstable  ? EventGrid::crosstable
           : by_rounds ? EventGrid::rounds
                       : EventGrid::automatic;
  }

  /// Columns that are called as the tags are, so that `yari tag --from` reads them.
  Exit write_results(Terminal& terminal, Database& games) const {
    DataTable table({{"game", "game", true},
                     {"Round", "round"},
                     {"Black", "Black"},
                     {"White", "White"},
                     {"Result", "result"},
                     {"Ending", "ending"}});
    for (const tournament::PlayedGame& game : event_games(games, filters.filter).games) {
      const GameHeader header = *games.header(game.id);
      table.add({game.id, game.round, header.black, header.white, name(header.result),
                 header.ending == Ending::unknown ? Value() : name(header.ending)});
    }
    ResultFile out(terminal, file);
    const bool to_file = file && *file != "-";
    if (terminal.wants_json())
      table.print(terminal, form);
    else if (!table.empty())
      out.write(form.csv ? table.csv() : table.text(to_file ? 0 : terminal.width()));
    out.finish();
    if (table.empty()) terminal.hint("no game matches: 'yari events' lists the events");
    return table.empty() ? Exit::nothing : Exit::done;
  }

  std::string heading(const EventTable& table) const {
    if (title) return *title;
    if (table.event.events.size() == 1 && !table.event.events[0].empty())
      return table.event.events[0];
    return names.empty() ? "Standings" : names.front();
  }

  void write(Terminal& terminal, const EventTable& table) const {
    ResultFile out(terminal, file);
    if (html) {
      out.write(event_page(table, heading(table)));
    } else if (terminal.wants_json()) {
      for (const Json& row : standings_json(table)) out.write(json_line(row));
    } else if (form.csv) {
      out.write(standings_table(table, true).csv());
    } else {
      const bool to_file = file && *file != "-";
      out.write(text(table, to_file ? 0 : terminal.width()));
    }
    out.finish();
  }

  std::string text(const EventTable& table, std::size_t width) const {
    std::string all = printable(heading(table)) + '\n';
    if (table.event.events.size() > 1)
      all += fmt::format("{} of {}\n", counted(table.event.games.size(), "game"),
                         counted(table.event.events.size(), "event"));
    all += standings_table(table, !no_grid).text(width);
    for (const std::string& note : handicap_notes(table)) all += "* " + printable(note) + '\n';
    return all;
  }
};

}  // namespace

extern const Command event_command{
    "event", "[NAME]", "standings, tie-breaks and crosstable of an event",
    R"(Points, Buchholz (BH), Sonneborn-Berger (SB), points among equals, in this order. Columns are the
rounds where all games have a Round tag (3+b: beat the third with Black), else the opponents.
* marks handicap games, f games that were won without playing (Ending=forfeit). A player called
"bye" is no player: the other has the point, or what the result says. The name matches as in
--event; conditions can be given instead. A draw by repetition that was played again in its round
does not count. --results prints the games in columns that 'yari tag --from' reads.

  yari event "Spring Open 2001" --html -o spring.html
  yari event "Spring Open 2001" --crosstable
  yari event "Spring Open 2001" --results --csv -o results.csv)",
    make_task<EventTask>};

}  // namespace yari::cli
