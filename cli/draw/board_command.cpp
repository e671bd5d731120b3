// `yari board`: draws a position.
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/position_options.h"
#include "cli/output/drawing_options.h"
#include "notation/json/position_json.h"

namespace yari::cli {

namespace {

struct Board final : Task {
  PositionOptions position;
  DrawingOptions drawing;

  void declare(OptionSet& options) override {
    drawing.declare(options);
    position.declare(options);
  }

  Exit run(Terminal& terminal) override {
    const PlayedPosition played = position.read();
    drawing.check(terminal);
    if (terminal.wants_json()) {
      terminal.json(board_json(played.start, played.moves));
    } else {
      const Move last = played.moves.empty() ? Move::none() : played.moves.back();
      drawing.draw(terminal, played.setup(), last);
    }
    return Exit::done;
  }
};

}  // namespace

extern const Command board_command{
    "board", "", "draw a position",
    "Prints the board, both hands, the side to move and the SFEN.\n\n"
    "  yari board --moves \"P-7f P-3d\"\n"
    "  yari board --variant shogi --usi \"startpos moves 7g7f\" --kanji\n"
    "  yari board --moves P-7f --svg --letters --arrow 3c3d -o board.svg",
    make_task<Board>};

}  // namespace yari::cli
