// From the options of a drawing to the drawing.
#include "cli/output/drawing_options.h"

#include "analysis/report/svg_board.h"
#include "cli/options/position_options.h"
#include "cli/output/result_file.h"
#include "notation/board/diagram.h"
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

OptionRow& declare_pieces(OptionSet& options, std::optional<BoardStyle>& pieces) {
  const auto read = [&pieces](const std::string& typed) {
    pieces = typed == "kanji" ? BoardStyle::kanji : BoardStyle::western;
  };
  options.value("pieces", "STYLE", "pieces as letters or as kanji", read)
      .one_of({"letters", "kanji"});
  options.old_name("kanji", "pieces", "kanji");
  options.old_name("letters", "pieces", "letters");
  return options.row("pieces");
}

void DrawingOptions::declare(OptionSet& options) {
  options.group("Drawing");
  declare_pieces(options, pieces).assumed("letters; kanji in an SVG");
  options.flag("svg", svg, "draw an SVG image for documents");
  options.flag("flip", flip, "in the SVG: White's side below");
  options.texts("arrow", arrows, "MOVE", "in the SVG: an arrow for this move, in USI");
  options.number("size", size, "in the SVG: pixels of a square, 8 to 200", 8, 200).assumed("48");
  options.text("output,o", file, "FILE", "the file of the SVG")
      .is(ValueKind::file)
      .assumed("standard output");
}

void DrawingOptions::check(const Terminal& terminal) const {
  if (svg) {
    if (terminal.wants_json()) throw UsageError("--json: the answer is a drawing");
    return;
  }
  const char* alone = flip              ? "--flip"
                      : !arrows.empty() ? "--arrow"
                      : size            ? "--size"
                      : file            ? "-o"
                                        : nullptr;
  if (alone) throw UsageError(std::string(alone) + ": goes with --svg");
}

void DrawingOptions::draw(Terminal& terminal, const Setup& setup, Move last_move,
                          const std::string& title) const {
  if (!svg) {
    terminal.write(draw_board(setup, pieces.value_or(BoardStyle::western)));
    terminal.print("SFEN {}\n", write_sfen(setup));
    return;
  }
  SvgOptions options;
  if (pieces) options.pieces = *pieces;
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
