// A tree is only ever added to, so that what is taken out or moved makes a new one.
#include "record/tree_edit.h"

#include <algorithm>
#include <functional>

namespace yari {

namespace {

/// The children of a node, in order, those in the place of the ending, too.
std::vector<NodeId> children_of(const MoveTree& tree, NodeId parent) {
  std::vector<NodeId> children;
  for (NodeId n = tree.any_child(parent); n != no_node; n = tree.next_sibling(n))
    children.push_back(n);
  return children;
}

bool on_main_line(const MoveTree& tree, NodeId n) {
  while (n != root_node && tree.is_main(n)) n = tree.parent(n);
  return n == root_node;
}

/// The tree with the children of every node as `arrange` leaves them. `same_main`: the main line
/// stays as it is, and ends where it does.
MoveTree rebuilt(const MoveTree& tree, bool same_main,
                 const std::function<void(std::vector<NodeId>&)>& arrange) {
  MoveTree result;
  result.reserve(tree.size());
  const std::optional<NodeId> end = tree.ended_at();
  // Nodes of both trees whose notes and children are still to be copied.
  std::vector<std::pair<NodeId, NodeId>> open{{root_node, root_node}};
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    if (const Note* note = tree.note(from); note != nullptr && !note->empty())
      result.edit_note(to) = *note;
    std::vector<NodeId> children = children_of(tree, from);
    arrange(children);
    if (same_main && from == end) result.end_main_line();
    for (const NodeId child : children) open.emplace_back(child, result.add(to, tree.move(child)));
  }
  return result;
}

}  // namespace

NodeId child_with(const MoveTree& tree, NodeId parent, Move move) {
  NodeId node = tree.any_child(parent);
  while (node != no_node && tree.move(node) != move) node = tree.next_sibling(node);
  return node;
}

std::optional<NodeId> node_at(const MoveTree& tree, const std::vector<Move>& moves) {
  NodeId node = root_node;
  for (const Move move : moves) {
    node = child_with(tree, node, move);
    if (node == no_node) return std::nullopt;
  }
  return node;
}

NodeId add_line(MoveTree& tree, const std::vector<Move>& moves, NodeId from) {
  NodeId node = from;
  for (const Move move : moves) {
    const NodeId next = child_with(tree, node, move);
    node = next != no_node ? next : tree.add(node, move);
  }
  return node;
}

MoveTree without(const MoveTree& tree, NodeId node) {
  return rebuilt(tree, !on_main_line(tree, node),
                 [&](std::vector<NodeId>& children) { std::erase(children, node); });
}

MoveTree promoted(const MoveTree& tree, NodeId node) {
  while (node != root_node && tree.is_main(node)) node = tree.parent(node);
  const bool same_main = node == root_node || !on_main_line(tree, tree.parent(node));
  return rebuilt(tree, same_main, [&](std::vector<NodeId>& children) {
    const auto at = std::find(children.begin(), children.end(), node);
    if (at != children.end()) std::rotate(children.begin(), at, at + 1);
  });
}

}  // namespace yari
