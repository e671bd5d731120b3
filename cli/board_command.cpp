// `yari board`: draws a position.
#include "analysis/svg_board.h"
#include "cli/command.h"
#include "cli/position_options.h"
#include "cli/text.h"
#include "notation/diagram.h"
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
  bool kanji = false;
  bool svg = false;

  void declare(OptionSet& options) override {
    options.flag("kanji", kanji, "draw the pieces in kanji");
    options.flag("svg", svg, "write a drawing for documents, with kanji");
    position.declare(options);
  }

  Exit run(Terminal& terminal) override {
    const PlayedPosition played = position.read();
    if (svg && terminal.wants_json()) throw UsageError("--json: the answer is a drawing");
    if (svg) {
      const Move last = played.moves.empty() ? Move::none() : played.moves.back();
      terminal.write(draw_board_svg(played.setup(), {.last_move = last}));
    } else if (terminal.wants_json()) {
      terminal.json(
          with_variant(played.variant(), [&]<class V>(V) { return board_json<V>(played); }));
    } else {
      const Setup setup = played.setup();
      terminal.write(draw_board(setup, kanji ? BoardStyle::kanji : BoardStyle::western));
      terminal.print("SFEN {}\n", write_sfen(setup));
    }
    return Exit::done;
  }
};

}  // namespace

extern const Command board_command{
    "board", "", "draw a position",
    "Prints the board, both hands, the side to move and the SFEN.\n\n"
    "  yari board --moves \"P-7f P-3d\"\n"
    "  yari board --variant shogi --usi \"startpos moves 7g7f\" --kanji",
    make_task<Board>};

}  // namespace yari::cli
