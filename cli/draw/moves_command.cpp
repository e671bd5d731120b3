// `yari moves`: lists the legal moves of a position.
#include <nlohmann/json.hpp>

#include "answers/rule_sentences.h"
#include "cli/options/command.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"
#include "notation/json/position_json.h"

namespace yari::cli {

namespace {

struct Moves final : Task {
  PositionOptions position;
  TableForm form;

  void declare(OptionSet& options) override {
    form.declare(options);
    position.declare(options);
  }

  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    const GamePosition played = position.read();
    const Json moves = legal_moves_json(played.start, played.moves, played.rules);
    for (const Json& move : moves) {
      if (terminal.wants_json())
        terminal.json(move);
      else
        terminal.print("{:<12}{}\n", move["move"].get<std::string>(),
                       move["usi"].get<std::string>());
    }
    if (!moves.empty()) return Exit::done;
    for (const std::string& sentence : rule_sentences(played)) terminal.message(sentence);
    return Exit::nothing;
  }
};

}  // namespace

extern const Command moves_command{
    "moves", "", "list the legal moves of a position",
    R"(One move a line, in Hodges notation and in USI. If there are none, the reason
is printed, and the exit code is 1.

  yari moves --sfen "3k3/7/7/7/7/7/7/7/3K3 b P 1")",
    make_task<Moves>};

}  // namespace yari::cli
