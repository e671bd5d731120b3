#include "record/unite.h"

#include <algorithm>
#include <vector>

#include "record/tree_edit.h"

namespace yari {

namespace {

/// Takes over a value where there is none; 1 when there is another.
template <class T>
int take_over(T& value, const T& other) {
  if (value == T{}) value = other;
  return other == T{} || value == other ? 0 : 1;
}

void join(std::string& text, const std::string& other) {
  if (text.find(other) != text.npos) return;
  text = other.find(text) != other.npos ? other : text + '\n' + other;
}

template <class T>
void add_missing(std::vector<T>& list, const std::vector<T>& others) {
  for (const T& other : others)
    if (std::ranges::find(list, other) == list.end()) list.push_back(other);
}

void unite_notes(Note& note, const Note& other, NoteClashes& clashes) {
  join(note.before, other.before);
  join(note.comment, other.comment);
  add_missing(note.glyphs, other.glyphs);
  add_missing(note.evaluations, other.evaluations);
  clashes.clocks += take_over(note.spent_ms, other.spent_ms);
  clashes.clocks += take_over(note.left_ms, other.left_ms);
  clashes.bookmarks += take_over(note.bookmark, other.bookmark);
}

/// The child of `parent` with this move, added when there is none.
NodeId child(MoveTree& tree, NodeId parent, Move move) {
  const NodeId node = child_with(tree, parent, move);
  return node != no_node ? node : tree.add(parent, move);
}

}  // namespace

NoteClashes unite(MoveTree& tree, const MoveTree& other) {
  NoteClashes clashes;
  // Moves in the place of the ending do not continue the main line.
  if (other.ended_at() && other.main_plies() == tree.main_plies()) tree.end_main_line();
  std::vector<NodeId> nodes(other.size(), root_node);
  for (NodeId node = root_node; node < other.size(); ++node) {
    if (node != root_node) nodes[node] = child(tree, nodes[other.parent(node)], other.move(node));
    if (const Note* note = other.note(node); note != nullptr)
      unite_notes(tree.edit_note(nodes[node]), *note, clashes);
  }
  return clashes;
}

}  // namespace yari
