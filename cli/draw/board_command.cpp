// `yari board`: draws a position.
#include <nlohmann/json.hpp>

#include "cli/options/command.h"
#include "cli/options/position_options.h"
#include "cli/output/drawing_options.h"
#include "cli/terminal/text.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

template <class V>
Json board_json(const PlayedPosition& played) {
  Line<V> line(*Position<V>::from(played.start));
  for (const Move move : played.moves) line.play(move);
  const Position<V>& position = line.position();
  Json json{{"variant", V::info.id},
            {"sfen", write_sfen(position.setup())},
            {"side", side_name(position.side_to_move())},
            {"in_check", position.in_check()},
            {"legal_moves", position.count_legal_moves()},
            {"occurrences", line.history().occurrences()}};
  const auto outcome = line.outcome();
  json["result"] = name(outcome ? outcome->result : GameResult::unknown);
  json["ending"] = outcome ? Json(name(outcome->ending)) : Json();
  return json;
}

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
      terminal.json(
          with_variant(played.variant(), [&]<class V>(V) { return board_json<V>(played); }));
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
