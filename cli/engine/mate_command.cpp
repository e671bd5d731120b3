// `yari mate`: looks for a mate by an unbroken series of checks.
#include <nlohmann/json.hpp>

#include "analysis/mate/mate.h"
#include "answers/engine_json.h"
#include "cli/options/command.h"
#include "cli/options/engine_options.h"
#include "cli/options/position_options.h"
#include "cli/output/line_text.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"

namespace yari::cli {

namespace {

struct Mate final : Task {
  PositionOptions place;
  std::optional<std::uint64_t> nodes;
  std::optional<int> movetime;
  int plies = 0;
  bool shortest = false;
  BuiltinOptions solver;

  void declare(OptionSet& options) override {
    options.number("mate-in", plies, "only mates in at most N plies; 0: of any length", 0,
                   most_mate_plies);
    options.flag("shortest", shortest, "search until the shortest mate is known");
    options.number("nodes", nodes, "give up after N positions", std::uint64_t{1});
    options.number("movetime", movetime, "give up after N milliseconds", 1);
    declare_builtin_option(options, solver, engine_option("hash"), "MiB of memory for the search");
    place.declare(options);
  }

  Exit run(Terminal& terminal) override {
    const GamePosition position = place.read();
    StopOnSignal stop;
    const MateLimits limits{.nodes = nodes.value_or(0),
                            .time = std::chrono::milliseconds(movetime.value_or(0)),
                            .plies = plies,
                            .shortest = shortest};
    const Working working(terminal, "searching");
    const MateResult result = MateSolver(solver.hash_mib).solve(position, limits, stop.token());
    if (terminal.wants_json())
      terminal.json(mate_json(position, result));
    else
      print(position, result, terminal);
    return result.verdict == MateVerdict::mate ? Exit::done : Exit::nothing;
  }

  static double seconds(const MateResult& result) {
    return std::chrono::duration<double>(result.time).count();
  }

  static void print(const GamePosition& position, const MateResult& result, Terminal& terminal) {
    if (result.verdict == MateVerdict::mate)
      terminal.print("mate in {}{}: {}\n", counted(result.line.size(), "ply", "plies"),
                     result.shortest ? " (the shortest)" : "", hodges_line(position, result.line));
    else
      terminal.print("{}\n", name(result.verdict));
    terminal.print("{}, {}\n", counted(result.nodes, "node"), duration(seconds(result)));
  }
};

}  // namespace

extern const Command mate_command{
    "mate", "", "find a mate by checks",
    R"(Every move of the side to move gives check. Exit code 1 if there is no such mate, or if none was
found within the limits or before Ctrl-C.

  yari mate --sfen "3k3/7/3+B3/7/7/7/7/7/3K3 b R 1" --shortest)",
    make_task<Mate>};

}  // namespace yari::cli
