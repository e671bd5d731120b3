// `yari moves`: lists the legal moves of a position.
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/position_options.h"
#include "notation/hodges/move_text.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

template <class V>
void list_moves(const Position<V>& position, Terminal& terminal) {
  for (const Move move : position.legal_moves()) {
    const std::string usi = write_usi_move(move, V::info.variant);
    std::string text;
    append_move_text(text, position, move);
    if (terminal.wants_json())
      terminal.json({{"move", text},
                     {"usi", usi},
                     {"capture", position.is_capture(move)},
                     {"promotion", move.promotes()},
                     {"drop", move.is_drop()},
                     {"check", position.gives_check(move)}});
    else
      terminal.print("{:<12}{}\n", text, usi);
  }
}

struct Moves final : Task {
  PositionOptions position;

  void declare(OptionSet& options) override { position.declare(options); }

  Exit run(Terminal& terminal) override {
    const PlayedPosition played = position.read();
    return with_variant(played.variant(), [&]<class V>(V) {
      const Position<V> here = *Position<V>::from(played.setup());
      list_moves(here, terminal);
      return here.has_legal_move() ? Exit::done : Exit::nothing;
    });
  }
};

}  // namespace

extern const Command moves_command{
    "moves", "", "list the legal moves of a position",
    R"(One move a line, in Hodges notation and in USI. Exit code 1 if there are none.

  yari moves --sfen "3k3/7/7/7/7/7/7/7/3K3 b P 1")",
    make_task<Moves>};

}  // namespace yari::cli
