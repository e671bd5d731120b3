/// \file
/// Whether the moves of a tree can be played from a position.
#pragma once

#include <vector>

#include "record/game.h"
#include "rules/position.h"

namespace yari {

/// The first move, variations included, that is not legal when the tree is played from `start`;
/// no_node when all are.
template <class V>
NodeId first_illegal(const Position<V>& start, const MoveTree& tree) {
  // The next variation to look at, and the position it begins from.
  struct Branch {
    NodeId node;
    Position<V> position;
  };
  std::vector<Branch> branches{{tree.any_child(root_node), start}};
  while (!branches.empty()) {
    NodeId node = branches.back().node;
    Position<V> position = branches.back().position;
    branches.pop_back();
    for (; node != no_node; node = tree.any_child(node)) {
      if (const NodeId next = tree.next_sibling(node); next != no_node)
        branches.push_back({next, position});
      if (!position.is_legal(tree.move(node))) return node;
      position.play(tree.move(node));
    }
  }
  return no_node;
}

}  // namespace yari
