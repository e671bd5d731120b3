// `yari bench`: the signature and the speed of the built-in engine.
#include <ctime>

#include "analysis/signature.h"
#include "cli/command.h"
#include "cli/text.h"

namespace yari::cli {

namespace {

struct Bench final : Task {
  int depth = 11;

  void declare(OptionSet& options) override {
    options.number("depth", depth, fmt::format("plies that every position is searched [{}]", depth),
                   1, 30);
  }

  Exit run(Terminal& terminal) override {
    const std::clock_t begin = std::clock();
    const std::uint64_t nodes = search_signature(depth, [&](const SignatureSearch& search) {
      const std::string_view variant = info(search.variant).id;
      if (terminal.wants_json())
        terminal.json({{"variant", variant}, {"sfen", search.sfen}, {"nodes", search.nodes}});
      else
        terminal.print("{:>11}  {:<5} {}\n", grouped(search.nodes), variant, search.sfen);
    });
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    const auto speed = static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds);
    if (terminal.wants_json())
      terminal.json({{"signature", nodes}, {"seconds", seconds}, {"nodes_per_second", speed}});
    else
      terminal.print("signature {}\n{} nodes a second of CPU time\n", nodes, grouped(speed));
    return Exit::done;
  }
};

}  // namespace

extern const Command bench_command{
    "bench", "", "the signature and the speed of the built-in engine",
    "Searches fixed positions of both games to --depth, with one thread. The sum of the nodes is "
    "the\n"
    "same on every machine and changes whenever the search or the evaluation does.\n\n"
    "  yari bench\n"
    "  yari bench --depth 8",
    make_task<Bench>};

}  // namespace yari::cli
