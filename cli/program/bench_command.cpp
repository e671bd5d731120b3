// `yari debug bench`: the signature and the speed of the built-in engine.
#include <algorithm>
#include <array>
#include <ctime>

#include "analysis/engine/signature.h"
#include "cli/options/command.h"
#include "cli/terminal/text.h"

namespace yari::cli {

namespace {

struct Bench final : Task {
  int depth = 15;

  void declare(OptionSet& options) override {
    options.number("depth", depth, "plies that every position is searched", 1, 30);
  }

  Exit run(Terminal& terminal) override {
    std::array<Work, 2> works;
    std::clock_t begin = std::clock();
    const std::uint64_t nodes = search_signature(depth, [&](const SignatureSearch& search) {
      const std::clock_t end = std::clock();
      const Work work{search.nodes, static_cast<double>(end - begin) / CLOCKS_PER_SEC};
      begin = end;
      works[static_cast<std::size_t>(search.variant)] += work;
      const std::string_view variant = info(search.variant).id;
      if (terminal.wants_json())
        terminal.object({{"variant", variant},
                         {"sfen", search.sfen},
                         {"nodes", search.nodes},
                         {"seconds", work.seconds}});
      else
        terminal.print("{:>11}  {:<5} {}\n", grouped(search.nodes), variant, search.sfen);
    });
    Work both = works[0];
    both += works[1];
    if (terminal.wants_json()) {
      terminal.object({{"signature", nodes},
                       {"seconds", both.seconds},
                       {"nodes_per_second", both.speed()},
                       {"yari_nodes_per_second", works[0].speed()},
                       {"shogi_nodes_per_second", works[1].speed()}});
    } else {
      terminal.print("signature {}\n{} nodes a second of CPU time (Yari Shogi {}, Shogi {})\n",
                     nodes, grouped(both.speed()), grouped(works[0].speed()),
                     grouped(works[1].speed()));
    }
    return Exit::done;
  }

 private:
  struct Work {
    std::uint64_t nodes = 0;
    double seconds = 0;

    Work& operator+=(const Work& other) {
      nodes += other.nodes;
      seconds += other.seconds;
      return *this;
    }
    std::uint64_t speed() const {
      return static_cast<std::uint64_t>(static_cast<double>(nodes) / std::max(1e-9, seconds));
    }
  };
};

}  // namespace

extern const Command bench_command{
    "debug bench", "", "measure the built-in engine, and print its signature",
    R"(Searches fixed positions of both games to --depth, with one thread. The sum of the nodes is the
same on every machine and changes whenever the search or the evaluation does.

  yari debug bench
  yari debug bench --depth 8)",
    make_task<Bench>};

}  // namespace yari::cli
