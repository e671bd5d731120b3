/// \file
/// Changes of a game's tree: lines added, taken out and put before others.
#pragma once

#include <optional>
#include <vector>

#include "record/game.h"

namespace yari {

/// The child of `parent` with this move; no_node when there is none.
NodeId child_with(const MoveTree& tree, NodeId parent, Move move);

/// The node that `moves` lead to from the root; no value when the tree does not have them.
std::optional<NodeId> node_at(const MoveTree& tree, const std::vector<Move>& moves);

/// Adds what the tree does not have of a line from `from` on, and returns its last node.
NodeId add_line(MoveTree& tree, const std::vector<Move>& moves, NodeId from = root_node);

/// The tree without `node` and what follows it; the next variation takes its place. Requires: not
/// the root.
MoveTree without(const MoveTree& tree, NodeId node);

/// The tree in which the variation that `node` is in stands before the other moves at the place
/// where it begins. The same tree when `node` is in the main line.
MoveTree promoted(const MoveTree& tree, NodeId node);

}  // namespace yari
