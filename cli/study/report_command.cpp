// `yari report`: games as web pages.
#include "analysis/report/report.h"
#include "answers/report_game.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/output/drawing_options.h"
#include "cli/output/result_file.h"
#include "cli/output/sound_games.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"

namespace yari::cli {

namespace {

struct Report final : Task {
  DatabaseOption database;
  FilterOptions filters;
  ListingOptions listing;
  ReportOptions options;
  std::optional<BoardStyle> pieces;
  std::optional<std::string> file;
  std::vector<std::string> ids;

  void declare(OptionSet& set) override {
    set.text("output,o", file, "FILE", "the page (required; - is standard output)")
        .is(ValueKind::file);
    set.value("title", "TEXT", "heading",
              [this](const std::string& typed) { options.title = typed; })
        .assumed("the players, or the number of games");
    declare_pieces(set, pieces).assumed("kanji");
    database.declare(set);
    filters.declare(set);
    listing.declare(set);
    set.arguments(ids, "ID", 0);
  }

  Exit run(Terminal& terminal) override {
    if (!file) throw UsageError("-o is needed: the page to write");
    if (terminal.wants_json() && *file == "-") throw UsageError("--json: the answer is a page");
    filters.choose(ids);
    filters.require_some();
    if (pieces) options.pieces = *pieces;
    Database games = database.open(OpenMode::read_only);
    SoundGames sound(games, terminal);
    const Working working(terminal, "writing the page");
    std::vector<ReportGame> chosen;
    for (const GameId id : filters.games(games, listing.options))
      if (std::optional<Game> game = sound.load(id))
        chosen.push_back(report_game(games, id, std::move(*game)));
    if (chosen.empty()) {
      terminal.message(sound.all_sound() ? "no game fits the conditions: no page is written"
                                         : "no page is written");
      return Exit::nothing;
    }
    ResultFile page(terminal, file);
    page.write(write_report(chosen, options));
    page.finish();
    if (terminal.wants_json() && *file != "-")
      terminal.object({{"games", chosen.size()}, {"file", *file}});
    else if (*file != "-")
      terminal.print("{} written to {}\n", counted(chosen.size(), "game"), *file);
    return sound.all_sound() ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command report_command{
    "report", "[ID...]", "write games as a web page to step through",
    R"(One file that needs no network: board, moves, comments, evaluation graph, players in numbers. Games
are chosen by number or by conditions. A page of several games begins with a list.

  yari report 12 -o game.html)",
    make_task<Report>};

}  // namespace yari::cli
