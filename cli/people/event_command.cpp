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
  bool html = false, no_grid = false;
  std::optional<std::string> title, file;
  std::vector<std::string> names;

  void declare(OptionSet& options) override {
    options.flag("html", html, "write a web page");
    options.flag("short", no_grid, "leave out the rounds or the crosstable");
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
    Database games = database.open(OpenMode::read_only);
    const EventTable table = event_table(event_games(games, filters.filter));
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
      out.write(text(table));
    }
    out.finish();
  }

  std::string text(const EventTable& table) const {
    std::string all = printable(heading(table)) + '\n';
    if (table.event.events.size() > 1)
      all += fmt::format("{} of {}\n", counted(table.event.games.size(), "game"),
                         counted(table.event.events.size(), "event"));
    all += standings_table(table, !no_grid).text(0);
    for (const std::string& note : handicap_notes(table)) all += "* " + printable(note) + '\n';
    return all;
  }
};

}  // namespace

extern const Command event_command{
    "event", "[NAME]", "standings, tie-breaks and crosstable of an event",
    R"(Points, Buchholz (BH), Sonneborn-Berger (SB), points among equals, in this order. Columns are the
rounds where all games have a Round tag (3+b: beat the third with Black), else the opponents.
* marks handicap games. The name matches as in --event; conditions can be given instead. A draw by
repetition that was played again in its round does not count.

  yari event "Spring Open 2001" --html -o spring.html)",
    make_task<EventTask>};

}  // namespace yari::cli
