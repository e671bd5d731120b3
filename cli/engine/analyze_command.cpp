// `yari analyze`: what an engine thinks of a position.
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "answers/engine_json.h"
#include "cli/options/book_options.h"
#include "cli/options/command.h"
#include "cli/options/engine_options.h"
#include "cli/options/limit_options.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"
#include "cli/output/line_text.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"

namespace yari::cli {

namespace {

struct Analyze final : Task {
  static constexpr Limits default_limits{.time = std::chrono::milliseconds(1000)};

  PositionOptions place;
  EngineOptions engine;
  LimitOptions limits;
  BookOptions book;
  TableForm form;
  int multipv = 1;

  void declare(OptionSet& options) override {
    options.number("multipv", multipv, "show the N best moves", 1, 500);
    limits.declare(options, "--movetime 1000");
    // Somebody waits for the answer.
    engine.builtin.threads = 0;
    engine.declare(options);
    engine.declare_byoyomi(options);
    book.declare(options, "answer with a move of this opening book where it knows the position");
    form.declare(options);
    place.declare(options);
  }

  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    const GamePosition position = place.read();
    Limits bounds = limits.limits(engine.default_limits(default_limits));
    bounds.multipv = multipv;
    StopOnSignal stop;
    const std::unique_ptr<Engine> worker = book.wrap(engine.make());
    const Working working(terminal, "searching");
    const Analysis analysis = worker->analyze(position, bounds, stop.token());
    for (const std::string& note : worker->take_notes()) terminal.message(note);
    if (form.csv)
      print_rows(analysis_json(position, analysis, worker->name()), terminal);
    else if (terminal.wants_json())
      terminal.json(analysis_json(position, analysis, worker->name()));
    else
      print(position, analysis, terminal);
    return analysis.lines.empty() ? Exit::nothing : Exit::done;
  }

  /// A row for each line; the score in two columns, of which one is empty.
  static void print_rows(const Json& analysis, Terminal& terminal) {
    std::size_t number = 0;
    for (const Json& line : analysis["lines"]) {
      Json row{{"line", ++number}};
      const Json& score = line["score"];
      for (const char* kind : {"cp", "mate"})
        row[kind] = score.is_object() ? score.value(kind, Json()) : Json();
      for (const auto& [name, value] : line.items())
        if (name != "score") row[name] = value;
      terminal.json(row);
    }
  }

  void print(const GamePosition& position, const Analysis& analysis, Terminal& terminal) const {
    const Variant variant = position.start.variant;
    int number = 0;
    for (const ScoredLine& line : analysis.lines) {
      const std::string head = fmt::format(
          "{}. {}", ++number, analysis.scored ? score_text(line.score, variant) : "no score");
      terminal.write(hanging(head, head.size() + 2, hodges_line(position, line.pv),
                             terminal.width() > 0 ? terminal.width() : SIZE_MAX));
    }
    if (analysis.lines.empty())
      terminal.print("{}: {}\n",
                     legal_moves(position).empty() ? "no legal move" : "the engine names no move",
                     score_text(analysis.score, variant));
    if (!analysis.scored && book.file && analysis.nodes == 0) {
      terminal.print("from the book {}\n", printable(*book.file));
      return;
    }
    terminal.print("depth {}, {}, {}\n", analysis.depth, counted(analysis.nodes, "node"),
                   duration(std::chrono::duration<double>(analysis.time).count()));
  }
};

}  // namespace

extern const Command analyze_command{
    "analyze", "", "let an engine find the best moves of a position",
    R"(Scores are in pawns (in Shogi in hundredths of a pawn), or plies to mate, for the side to move.
Ctrl-C ends the search and prints what is known. Exit code 1 if there is no legal move, or if the
engine names none.

  yari analyze --moves "P-7f P-3d" --multipv 3 --nodes 100000)",
    make_task<Analyze>};

}  // namespace yari::cli
