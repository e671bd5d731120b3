/// \file
/// The evaluations of a game as a drawing: Black's chance to win after every ply.
#pragma once

#include <string>

#include "record/game.h"

namespace yari {

struct GraphOptions {
  /// As in AnnotateOptions.
  double coefficient = 0;
  /// In pixels; 160..4000 and 80..2000, others are brought into that range.
  int width = 720;
  int height = 240;
  /// What the drawing is called; empty: the players' names.
  std::string title = {};
};

/// At least two positions of the main line have an evaluation: there is something to draw.
bool has_graph(const Game& game);

/// The graph as an SVG document: no script, style sheet or font from outside.
///
/// The vertical axis always runs from 0 to 100 %, the horizontal one from the start to the last
/// ply. Plies without an evaluation leave a gap. Judged moves carry a dot.
std::string draw_graph_svg(const Game& game, const GraphOptions& options = {});

}  // namespace yari
