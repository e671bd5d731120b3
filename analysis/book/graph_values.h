/// \file
/// What positions are worth to those who choose among evaluated moves.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace yari {

/// A move from a node of a graph.
struct GraphChoice {
  /// The node that it leads to; no value: it leads out of the graph.
  std::optional<std::size_t> to = {};
  /// Of a move that leads out of the graph: what it is worth to the side that makes it.
  int score = 0;
  /// Of such a move: plies searched.
  int depth = 0;
};

/// What a node is worth to the side to move.
struct GraphValue {
  int score = 0;
  /// Plies of the line to its end, and those searched there; 0 of a line that has no end.
  int depth = 0;
};

/// How a score (see book_score.h) looks one ply further from where it comes: nearer to 0, by
/// `drop`, or by a ply of a mate.
int one_ply_before(int score, int drop);

/// The values of all nodes, where both sides choose the best of their moves, and a line without an
/// end is worth 0 to both. With cycles, too, they depend on the graph alone, and not on the way to
/// a node. A node without choices is worth 0.
///
/// By retrograde analysis: the largest scores spread first, so that each choice is looked at once.
/// `drop`: 0 or more, see one_ply_before.
std::vector<GraphValue> graph_values(std::span<const std::vector<GraphChoice>> nodes, int drop = 0);

}  // namespace yari
