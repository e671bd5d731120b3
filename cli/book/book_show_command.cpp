// `yari book show`: the moves of a position.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "analysis/book/book_score.h"
#include "analysis/engine/replayed.h"
#include "answers/book_json.h"
#include "cli/options/book_options.h"
#include "cli/options/command.h"
#include "cli/options/position_options.h"
#include "cli/output/book_text.h"
#include "cli/output/data_table.h"
#include "cli/output/line_text.h"
#include "cli/terminal/table.h"

namespace yari::cli {

namespace {

struct BookShow final : Task {
  PositionOptions place;
  TableForm form;
  std::vector<std::string> files;

  void declare(OptionSet& options) override {
    form.declare(options);
    place.declare(options);
    options.arguments(files, "a book", 1, 1).is(ValueKind::file);
  }

  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    const GamePosition position = place.read();
    const Setup setup = setup_of(position);
    const std::string& file = files.front();
    const FoundInBook found = book_moves(terminal, *open_book(file), file, setup);
    const std::vector<BookMove>& moves = found.moves;
    if (moves.empty()) terminal.hint("the book does not have this position");
    if (terminal.wants_json())
      for (const Json& move : book_moves_json(position, moves)) terminal.json(move);
    else if (!moves.empty())
      print(terminal, setup, moves);
    return moves.empty() || !found.sound ? Exit::nothing : Exit::done;
  }

  static void print(Terminal& terminal, const Setup& setup, const std::vector<BookMove>& moves) {
    const double all =
        std::accumulate(moves.begin(), moves.end(), 0.0, [](double sum, const BookMove& m) {
          return sum + static_cast<double>(m.count.value_or(1));
        });
    Table table(terminal,
                {{"move and answer", 24, 12},
                 {"score", 12, 5, true},
                 {"depth", 6, 5, true},
                 {"count", 10, 5, true},
                 {"share", 8, 7, true}},
                true);
    for (const BookMove& move : moves) {
      std::vector<Move> line{move.move};
      if (move.ponder) line.push_back(*move.ponder);
      table.row({hodges_line({setup, {}}, line), book_score_text(move.score, setup.variant),
                 book_value(move.depth), book_value(move.count),
                 all > 0 ? fmt::format("{:.1f} %",
                                       100 * static_cast<double>(move.count.value_or(1)) / all)
                         : "-"});
    }
  }
};

}  // namespace

extern const Command book_show_command{
    "book show", "BOOK", "show what an opening book has about a position",
    R"(The moves of a db, ybb or apery book, as far as it says them with the answer that is expected, the
score for the side to move, the depth and how often the move was played. A position whose colours
are exchanged in the book is found, too, and the move number does not count. Exit code 1 if the
book does not have the position, or something of it there cannot be read.

  yari book show book.db
  yari book show book.db --variant shogi --moves "P-7f P-3d")",
    make_task<BookShow>};

}  // namespace yari::cli
