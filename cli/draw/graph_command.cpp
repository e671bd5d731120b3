// `yari graph`: the evaluations of a game, drawn.
#include "analysis/report/svg_graph.h"
#include "answers/report_game.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/options/game_options.h"
#include "cli/output/graph_text.h"
#include "cli/output/result_file.h"

namespace yari::cli {

namespace {

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

extern const Command graph_command{
    "graph", "ID", "draw the evaluations of a game",
    R"(Black's chance to win after each ply, with the moves that were judged ?!, ? or ??. The game must
have evaluations: 'yari annotate' adds them.

  yari graph 12                the curve on the terminal
  yari graph 12 -o graph.svg   a drawing for documents)",
    make_task<Graph>};

}  // namespace yari::cli
