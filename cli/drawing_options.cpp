// From the options of a drawing to the drawing.
#include "cli/drawing_options.h"

#include "analysis/svg_board.h"
#include "cli/position_options.h"
#include "cli/result_file.h"
#include "notation/diagram.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

SvgArrow read_arrow(const std::string& typed, const Setup& setup) {
  const Result<Move> move = read_usi_move(typed, setup.variant);
  if (!move || !is_legal(setup, *move))
    throw UsageError("--arrow: expected a legal move in USI, like 7g7f, found '" + typed + "'");
  return {*move, setup.side_to_move, SvgArrow::Meaning::better};
}

}  // namespace

void DrawingOptions::declare(OptionSet& options) {
  options.group("Drawing");
  options.flag("kanji", kanji, "the pieces in kanji");
  options.flag("svg", svg, "an SVG for documents, with kanji");
  options.flag("letters", letters, "in the SVG: pieces as letters, not as kanji");
  options.flag("flip", flip, "in the SVG: White's side below");
  options.texts("arrow", arrows, "MOVE", "in the SVG: an arrow for this move, in USI");
  options.number("size", size, "in the SVG: pixels of a square, 8 to 200 [48]", 8, 200);
  options.text("output,o", file, "FILE", "the file of the SVG [standard output]");
}

void DrawingOptions::check(const Terminal& terminal) const {
  if (svg) {
    if (terminal.wants_json()) throw UsageError("--json: the answer is a drawing");
    return;
  }
  const char* alone = letters           ? "--letters"
                      : flip            ? "--flip"
                      : !arrows.empty() ? "--arrow"
                      : size            ? "--size"
                      : file            ? "-o"
                                        : nullptr;
  if (alone) throw UsageError(std::string(alone) + ": goes with --svg");
}

void DrawingOptions::draw(Terminal& terminal, const Setup& setup, Move last_move,
                          const std::string& title) const {
  if (!svg) {
    terminal.write(draw_board(setup, kanji ? BoardStyle::kanji : BoardStyle::western));
    terminal.print("SFEN {}\n", write_sfen(setup));
    return;
  }
  SvgOptions options;
  if (letters) options.pieces = BoardStyle::western;
  options.last_move = last_move;
  for (const std::string& typed : arrows) options.arrows.push_back(read_arrow(typed, setup));
  options.flipped = flip;
  if (size) options.square_size = *size;
  options.title = title;
  ResultFile drawing(terminal, file);
  drawing.write(draw_board_svg(setup, options));
  drawing.finish();
}

}  // namespace yari::cli
