// Writes the pages and drawings that the browser test opens into the folder named on its command
// line.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "analysis/report/report.h"
#include "analysis/report/svg_board.h"
#include "analysis/report/svg_graph.h"
#include "rules/handicap.h"
#include "rules/position.h"
#include "rules/start.h"
#include "tests/pages/sample_games.h"

using namespace yari;
using namespace yari::test;

namespace {

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

Setup last_position(const Game& game) {
  return with_variant(game.variant, [&]<class V>(V) {
    Position<V> position = *Position<V>::from(game.start);
    for (const Move move : game.moves.main_moves()) position.play(move);
    return position.setup();
  });
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return std::cerr << "usage: page_samples FOLDER\n", 2;
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);

  const Game yari = annotated_game(start_setup(Variant::yari), 1);
  const Game shogi = annotated_game(start_setup(Variant::shogi), 2);
  const Game handicap = annotated_game(*read_handicap("YR", Variant::yari), 3);
  write(folder / "yari.html", write_report({{yari}}));
  write(folder / "shogi.html", write_report({{shogi}}, {.pieces = BoardStyle::western}));
  write(folder / "handicap.html", write_report({{handicap}}));
  write(folder / "marked.html", write_report({{yari,
                                               0,
                                               {},
                                               {{1, "book"},
                                                {2, "book"},
                                                {7, "only-move"},
                                                {9, "missed-mate", 5},
                                                {11, "missed-mate", 3},
                                                {11, "turned"}}}}));
  write(folder / "plain.html", write_report({{plain_game()}}));
  write(folder / "hostile.html",
        write_report({{hostile_game()}}, {.title = std::string(hostile_text)}));
  write(folder / "many.html",
        write_report(
            {{yari, 7}, {plain_game(), 12}, {shogi, 30}, {handicap, 101}, {hostile_game(), 102}},
            {.title = "Club games of May"}));

  const std::vector<Move> moves = yari.moves.main_moves();
  const Setup end = last_position(yari);
  const SvgOptions arrows{.last_move = moves.back(),
                          .arrows = {{moves.back(), ~end.side_to_move, SvgArrow::Meaning::played},
                                     {moves.front(), Color::black, SvgArrow::Meaning::better}}};
  SvgOptions western = arrows;
  western.pieces = BoardStyle::western;
  western.flipped = true;
  western.title = std::string(hostile_text);
  write(folder / "board.svg", draw_board_svg(end, arrows));
  write(folder / "board-western.svg", draw_board_svg(last_position(shogi), western));
  write(folder / "graph.svg", draw_graph_svg(yari));
  write(folder / "graph-hostile.svg", draw_graph_svg(shogi, {.title = std::string(hostile_text)}));
}
