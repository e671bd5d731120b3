// `yari report` and `yari graph`: games as web pages and drawings.
#include "analysis/report/report.h"
#include "analysis/report/svg_graph.h"
#include "answers/report_game.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/output/drawing_options.h"
#include "cli/output/graph_text.h"
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

/// What `yari graph` draws with.
enum class GraphForm { svg, text };

struct Graph final : Task {
  DatabaseOption database;
  std::optional<GraphForm> form;
  std::optional<std::string> file;
  std::vector<std::string> ids;

  void declare(OptionSet& set) override {
    set.text("output,o", file, "FILE", "write to this file instead of standard output")
        .is(ValueKind::file);
    set.value("as", "FORM", "the form of the drawing",
              [this](const std::string& typed) {
                form = typed == "svg" ? GraphForm::svg : GraphForm::text;
              })
        .one_of({"svg", "text"})
        .assumed("text on a terminal, else svg")
        .explained("text: columns of blocks, as wide as the terminal, else 80 characters.");
    database.declare(set);
    set.arguments(ids, "the number of a game", 1, 1);
  }

  Exit run(Terminal& terminal) override {
    if (terminal.wants_json()) throw UsageError("--json: the answer is a drawing");
    const GameId id = read_id(ids.front());
    Database games = database.open(OpenMode::read_only);
    const std::optional<Game> game = games.load_game(id);
    if (!game) throw NotFound(no_game(id));
    if (!has_graph(*game))
      throw NotFound(
          fmt::format("game {} has no evaluations: 'yari annotate {}' makes them", id, id));
    const double coefficient = judged_coefficient(load_annotation(games, id), game->variant);
    const bool on_terminal = !file && terminal.width() > 0;
    if (form.value_or(on_terminal ? GraphForm::text : GraphForm::svg) == GraphForm::text) {
      if (file) throw UsageError("-o FILE: only --as svg is written to a file");
      write_graph(terminal, *game, coefficient, on_terminal ? terminal.width() : 80);
      return Exit::done;
    }
    ResultFile drawing(terminal, file);
    drawing.write(draw_graph_svg(*game, {.coefficient = coefficient}));
    drawing.finish();
    return Exit::done;
  }
};

}  // namespace

extern const Command report_command{
    "report", "[ID...]", "write games as a web page to step through",
    R"(One file that needs no network: board, moves, comments, evaluation graph, players in numbers. Games
are chosen by number or by conditions. A page of several games begins with a list.

  yari report 12 -o game.html)",
    make_task<Report>};

extern const Command graph_command{
    "graph", "ID", "draw the evaluations of a game",
    R"(Black's chance to win after each ply, with the moves that were judged ?!, ? or ??. The game must
have evaluations: 'yari annotate' adds them.

  yari graph 12                the curve on the terminal
  yari graph 12 -o graph.svg   a drawing for documents)",
    make_task<Graph>};

}  // namespace yari::cli
