#include "record/parts.h"

#include <utility>

namespace yari {

namespace {

MoveTree main_line_of(const MoveTree& tree) {
  MoveTree result;
  if (const Note* note = tree.note(root_node)) result.edit_note(root_node) = *note;
  NodeId last = root_node;
  for (const NodeId n : tree.main_line()) {
    last = result.add(last, tree.move(n));
    if (const Note* note = tree.note(n)) result.edit_note(last) = *note;
  }
  return result;
}

void keep_parts(Note& note, const RecordParts& parts) {
  if (!parts.comments) {
    note.before.clear();
    note.comment.clear();
    note.bookmark.clear();
  }
  if (!parts.clocks) note.spent_ms = note.left_ms = std::nullopt;
  if (!parts.evaluations) note.evaluations.clear();
}

}  // namespace

void keep_parts(Game& game, const RecordParts& parts) {
  if (!parts.variations) game.moves = main_line_of(game.moves);
  for (NodeId n = 0; n < game.moves.size(); ++n)
    if (game.moves.note(n) != nullptr) keep_parts(game.moves.edit_note(n), parts);
}

}  // namespace yari
