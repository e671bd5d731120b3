// `yari board`: draws a position.
#include <nlohmann/json.hpp>

#include "analysis/engine/replayed.h"
#include "cli/options/command.h"
#include "cli/options/position_options.h"
#include "cli/output/data_table.h"
#include "cli/output/drawing_options.h"
#include "cli/terminal/text.h"
#include "notation/json/position_json.h"
#include "notation/words/handicap_text.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari::cli {

namespace {

/// The squares of the pieces that a start lacks. One of the starts has pieces in hand for them, and
/// is none of those that handicap_squares() knows.
std::string taken_off(const Setup& start) {
  std::string squares;
  for (const Square s : all_squares)
    if (start[s] != start_setup(start.variant)[s])
      squares += (squares.empty() ? "" : " ") + square_name(s);
  return squares;
}

/// As an SFEN has it: "3p".
std::string in_hand(const Setup& start) {
  const std::string sfen = write_sfen_without_number(start);
  const std::string hand = sfen.substr(sfen.rfind(' ') + 1);
  return hand == "-" ? "" : hand;
}

/// The names that `--handicap` takes, of both games.
DataTable handicap_table() {
  DataTable table({{"game", "game"},
                   {"name", "name"},
                   {"kanji", "kanji"},
                   {"taken_off", "taken off"},
                   {"hand", "in hand"}});
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    for (const HandicapNames& names : handicap_names(v)) {
      const Setup start = *read_recorded_handicap(names.english, v);
      table.add({info(v).id, names.english, names.kanji, taken_off(start), in_hand(start)});
    }
  }
  return table;
}

struct Board final : Task {
  PositionOptions position;
  DrawingOptions drawing;
  TableForm form;

  void declare(OptionSet& options) override {
    options.flag("csv", form.csv, "with --handicap list: print the table as CSV, with a heading");
    drawing.declare(options);
    position.declare(options);
  }

  Exit run(Terminal& terminal) override {
    if (position.handicap == "list") {
      handicap_table().print(terminal, form);
      if (!terminal.wants_json() && !form.csv)
        terminal.print("{}",
                       "\nOther starts are named by pieces and squares: YR1a+YN5a, \"7a 1a\"\n");
      return Exit::done;
    }
    if (form.csv) throw UsageError("--csv: goes with --handicap list");
    const GamePosition played = position.read();
    drawing.check(terminal);
    if (terminal.wants_json()) {
      terminal.json(board_json(played.start, played.moves, played.rules));
    } else {
      drawing.draw(terminal, played);
    }
    return Exit::done;
  }
};

}  // namespace

extern const Command board_command{
    "board", "", "draw a position",
    "Prints the board, both hands, the side to move, what the rules say (check, mate, repetition,\n"
    "points where a general has entered the promotion zone) and the SFEN. A star marks the last\n"
    "move. --handicap list prints the names of all handicaps instead.\n\n"
    "  yari board --moves \"P-7f P-3d\"\n"
    "  yari board --variant shogi --usi \"startpos moves 7g7f\" --draw kanji\n"
    "  yari board --game 12:40 --draw server\n"
    "  yari board --handicap list\n"
    "  yari board --moves P-7f --svg --pieces letters --arrow 3c3d -o board.svg",
    make_task<Board>};

}  // namespace yari::cli
