// `yari debug perft`: counts the leaves of the tree of legal moves.
#include "analysis/engine/replayed.h"
#include "cli/options/command.h"
#include "cli/options/position_options.h"
#include "cli/terminal/working.h"
#include "rules/perft.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

struct Perft final : Task {
  PositionOptions position;
  std::optional<int> depth;
  bool divide = false;

  void declare(OptionSet& options) override {
    options.number("depth", depth, "plies to count (required)", 0, 50);
    options.flag("divide", divide, "print the count after every move as well");
    position.declare(options);
  }

  Exit run(Terminal& terminal) override {
    if (!depth) throw UsageError("--depth is needed");
    const Setup setup = setup_of(position.read());
    const Working working(terminal, "counting");
    with_variant(setup.variant, [&]<class V>(V) { count(*Position<V>::from(setup), terminal); });
    return Exit::done;
  }

  template <class V>
  void count(const Position<V>& start, Terminal& terminal) const {
    const std::uint64_t nodes =
        divide && *depth > 0 ? count_each(start, terminal) : perft(start, *depth);
    if (terminal.wants_json())
      terminal.object({{"sfen", write_sfen(start.setup())}, {"depth", *depth}, {"nodes", nodes}});
    else
      terminal.print("{}\n", nodes);
  }

  template <class V>
  std::uint64_t count_each(const Position<V>& start, Terminal& terminal) const {
    std::uint64_t sum = 0;
    for (const Move move : start.legal_moves()) {
      Position<V> next = start;
      next.play(move);
      const std::uint64_t nodes = perft(next, *depth - 1);
      const std::string usi = write_usi_move(move, V::info.variant);
      if (terminal.wants_json())
        terminal.object({{"usi", usi}, {"nodes", nodes}});
      else
        terminal.print("{} {}\n", usi, nodes);
      sum += nodes;
    }
    return sum;
  }
};

}  // namespace

extern const Command perft_command{
    "debug perft", "", "count the sequences of legal moves",
    R"(Counts the sequences of --depth legal moves. The count stands alone on the last line.

  yari debug perft --depth 4
  yari debug perft --variant shogi --depth 3 --divide)",
    make_task<Perft>};

}  // namespace yari::cli
