#include "record/game.h"

#include <algorithm>
#include <utility>

#include "rules/start.h"
#include "text/ascii.h"

namespace yari {

NodeId MoveTree::add(NodeId parent, Move move) {
  assert(parent < nodes_.size());
  const auto id = static_cast<NodeId>(nodes_.size());
  Node node;
  node.move = move;
  node.parent = parent;
  nodes_.push_back(node);
  Node& above = nodes_[parent];
  if (above.first_child == no_node) {
    above.first_child = id;
  } else {
    nodes_[above.last_child].next_sibling = id;
  }
  above.last_child = id;
  return id;
}

void MoveTree::end_main_line() {
  if (ended_at()) return;
  end_ = not_ended;
  NodeId last = root_node;
  while (nodes_[last].first_child != no_node) last = nodes_[last].first_child;
  end_ = last;
}

std::optional<NodeId> MoveTree::ended_at() const {
  return end_ != not_ended && any_child(end_) != no_node ? std::optional(end_) : std::nullopt;
}

bool MoveTree::has_variations() const {
  return ended_at() || std::any_of(nodes_.begin(), nodes_.end(),
                                   [](const Node& n) { return n.next_sibling != no_node; });
}

const Note* MoveTree::note(NodeId n) const {
  const std::uint32_t at = nodes_[n].note;
  return at == 0 ? nullptr : &notes_[at - 1];
}

Note& MoveTree::edit_note(NodeId n) {
  if (nodes_[n].note == 0) {
    notes_.emplace_back();
    nodes_[n].note = static_cast<std::uint32_t>(notes_.size());
  }
  return notes_[nodes_[n].note - 1];
}

void MoveTree::clear_note(NodeId n) {
  if (nodes_[n].note != 0) notes_[nodes_[n].note - 1] = Note{};
}

bool MoveTree::has_notes() const {
  return std::any_of(notes_.begin(), notes_.end(), [](const Note& n) { return !n.empty(); });
}

std::vector<NodeId> MoveTree::main_line() const {
  std::vector<NodeId> line;
  for (NodeId n = first_child(root_node); n != no_node; n = first_child(n)) line.push_back(n);
  return line;
}

std::vector<Move> MoveTree::main_moves() const {
  std::vector<Move> line;
  line.reserve(nodes_.size() - 1);
  for (NodeId n = first_child(root_node); n != no_node; n = first_child(n)) line.push_back(move(n));
  return line;
}

int MoveTree::main_plies() const {
  int plies = 0;
  for (NodeId n = first_child(root_node); n != no_node; n = first_child(n)) ++plies;
  return plies;
}

int MoveTree::ply(NodeId n) const {
  int plies = 0;
  for (; n != root_node; n = parent(n)) ++plies;
  return plies;
}

std::vector<Move> MoveTree::moves_to(NodeId n) const {
  std::vector<Move> moves;
  for (; n != root_node; n = parent(n)) moves.push_back(move(n));
  std::reverse(moves.begin(), moves.end());
  return moves;
}

bool MoveTree::operator==(const MoveTree& other) const {
  if (nodes_.size() != other.nodes_.size()) return false;
  const Note no_note;
  // Pairs of nodes still to compare; their subtrees follow.
  std::vector<std::pair<NodeId, NodeId>> open{{root_node, root_node}};
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    const Note* mine = note(a);
    const Note* theirs = other.note(b);
    if ((mine ? *mine : no_note) != (theirs ? *theirs : no_note)) return false;
    if (a != root_node && move(a) != other.move(b)) return false;
    if ((ended_at() == a) != (other.ended_at() == b)) return false;
    NodeId x = any_child(a);
    NodeId y = other.any_child(b);
    for (; x != no_node && y != no_node; x = next_sibling(x), y = other.next_sibling(y)) {
      open.emplace_back(x, y);
    }
    if (x != y) return false;  // one has more children: exactly one of them is no_node
  }
  return true;
}

std::string_view Game::tag(std::string_view name) const {
  for (const Tag& tag : tags) {
    if (same_ignoring_case(tag.name, name)) return tag.value;
  }
  return {};
}

bool Game::has_tag(std::string_view name) const {
  return std::ranges::any_of(tags,
                             [&](const Tag& tag) { return same_ignoring_case(tag.name, name); });
}

void Game::set_tag(std::string_view name, std::string_view value) {
  for (Tag& tag : tags) {
    if (same_ignoring_case(tag.name, name)) {
      tag.value = value;
      return;
    }
  }
  tags.push_back({std::string(name), std::string(value)});
}

Game new_game(Variant v) {
  Game game;
  game.variant = v;
  game.start = start_setup(v);
  return game;
}

}  // namespace yari
