// From the options of a drawing to the drawing.
#include "cli/output/drawing_options.h"

#include <algorithm>
#include <utility>

#include "analysis/engine/replayed.h"
#include "analysis/report/svg_board.h"
#include "answers/rule_sentences.h"
#include "cli/options/position_options.h"
#include "cli/output/result_file.h"
#include "cli/terminal/paragraph.h"
#include "cli/terminal/table.h"
#include "notation/board/diagram.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

using NamedStyle = std::pair<std::string_view, BoardStyle>;
constexpr NamedStyle styles[] = {{"letters", BoardStyle::western},
                                 {"kanji", BoardStyle::kanji},
                                 {"server", BoardStyle::server},
                                 {"kif", BoardStyle::kif}};

Move last_move_of(const GamePosition& position) {
  return position.moves.empty() ? Move::none() : position.moves.back();
}

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
  return options.row("pieces");
}

void DrawingOptions::declare(OptionSet& options) {
  declare_text(options);
  declare_pieces(options, pieces).assumed("letters; kanji in an SVG");
  options.flag("svg", svg, "draw an SVG image for documents");
  options.texts("arrow", arrows, "MOVE", "in the SVG: an arrow for this move, in USI");
  options.number("size", size, "in the SVG: pixels of a square, 8 to 200", 8, 200).assumed("48");
  options.text("output,o", file, "FILE", "the file of the SVG")
      .is(ValueKind::file)
      .assumed("standard output");
}

void DrawingOptions::declare_text(OptionSet& options) {
  options.group("Drawing");
  options
      .value("draw", "STYLE",
             "the diagram in letters or kanji, as a correspondence server draws it, or as in KIF",
             [this](const std::string& typed) {
               style = std::ranges::find(styles, typed, &NamedStyle::first)->second;
             })
      .one_of({"letters", "kanji", "server", "kif"})
      .assumed("letters");
  options.flag("flip", flip, "White's side below");
}

void DrawingOptions::check(const Terminal& terminal) const {
  if (svg) {
    if (terminal.wants_json()) throw UsageError("--json: the answer is a drawing");
    if (style) throw UsageError("--draw: goes without --svg, which takes --pieces");
    return;
  }
  if (flip && style == BoardStyle::kif)
    throw UsageError("--flip: in a diagram of KIF Black's side is always below");
  const char* alone = !arrows.empty() ? "--arrow" : size ? "--size" : file ? "-o" : nullptr;
  if (alone) throw UsageError(std::string(alone) + ": goes with --svg");
}

void DrawingOptions::draw_text(Terminal& terminal, const GamePosition& position,
                               const ByColor<std::string>& players) const {
  const BoardStyle drawn = style.value_or(pieces.value_or(BoardStyle::western));
  const Setup setup = setup_of(position);
  terminal.write(fitted_board(
      terminal,
      draw_board(setup, drawn,
                 {.last_move = last_move_of(position), .flipped = flip, .players = players})));
  for (const std::string& sentence : rule_sentences(position)) write_folded(terminal, sentence);
  if (drawn == BoardStyle::western || drawn == BoardStyle::kanji)
    terminal.write(fmt::format("SFEN {}\n", write_sfen(setup)));
}

void DrawingOptions::draw(Terminal& terminal, const GamePosition& position,
                          const ByColor<std::string>& players, const std::string& title) const {
  if (!svg) return draw_text(terminal, position, players);
  const Setup setup = setup_of(position);
  SvgOptions options;
  if (pieces) options.pieces = *pieces;
  options.last_move = last_move_of(position);
  for (const std::string& typed : arrows) options.arrows.push_back(read_arrow(typed, setup));
  options.flipped = flip;
  if (size) options.square_size = *size;
  options.title = title;
  ResultFile drawing(terminal, file);
  drawing.write(draw_board_svg(setup, options));
  drawing.finish();
}

std::string fitted_board(const Terminal& terminal, const std::string& board) {
  std::string narrow;
  bool fits = true;
  for (std::size_t at = 0; at < board.size();) {
    const std::size_t end = std::min(board.find('\n', at), board.size());
    std::string line = board.substr(at, end - at);
    if (const std::size_t bar = line.rfind("| "); bar != line.npos && bar + 3 == line.size()) {
      fits = fits && display_width(line) <= terminal.width();
      line.erase(bar + 1, 1);
    }
    narrow += line;
    if (end < board.size()) narrow += '\n';
    at = end + 1;
  }
  return fits || terminal.width() == 0 ? board : narrow;
}

}  // namespace yari::cli
