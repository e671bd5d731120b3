// Notes and variations are replaced as an annotation replaces them, without touching the index;
// only another main line takes the long way.
#include "db/change/tree_edits.h"

#include <fmt/format.h>

#include "db/change/annotations.h"
#include "db/change/upkeep.h"
#include "record/board_verdict.h"
#include "record/game_size.h"
#include "record/tree_check.h"
#include "record/tree_edit.h"
#include "rules/position.h"
#include "rules/sfen.h"

namespace yari {

namespace {

/// Why the moves of a line cannot all be played, as a sentence; empty when they can.
std::string fault_of_line(const Game& game, const std::vector<Move>& moves) {
  MoveTree line;
  add_line(line, moves);
  return with_variant(game.variant, [&]<class V>(V) -> std::string {
    const NodeId illegal = first_illegal(*Position<V>::from(game.start), line);
    if (illegal == no_node) return {};
    return fmt::format("move {} ({}) is not legal", line.ply(illegal),
                       write_usi_move(line.move(illegal), game.variant));
  });
}

void set_note(MoveTree& tree, NodeId node, const TreeEdit& edit) {
  Note& note = tree.edit_note(node);
  if (edit.before) note.before = *edit.before;
  if (edit.comment) note.comment = *edit.comment;
  if (edit.glyphs) note.glyphs = *edit.glyphs;
  if (edit.spent_ms) note.spent_ms = edit.spent_ms;
}

/// Whether nothing can follow the main line: its end is known, or what follows was not understood.
bool is_over(const Game& game) {
  return game.result != GameResult::unknown || game.ending != Ending::unknown || game.was_cut() ||
         board_verdict(game).end;
}

/// Adds the line, and what is said of its last move. What follows the end of a game that is over
/// becomes a variation in the place of the ending.
void add_with_note(MoveTree& tree, TreeEdit edit, bool over) {
  if (over) tree.end_main_line();
  const NodeId last = add_line(tree, edit.moves);
  const Note* const note = tree.note(last);
  if (edit.comment && note != nullptr && !note->comment.empty())
    edit.comment = note->comment + '\n' + *edit.comment;
  if (edit.comment || edit.spent_ms) set_note(tree, last, edit);
}

/// Makes the change where the tree has the place; else leaves the tree as it is.
MoveTree edited(MoveTree tree, const TreeEdit& edit, bool over) {
  if (edit.kind == TreeEdit::Kind::add) {
    add_with_note(tree, edit, over);
    return tree;
  }
  const std::optional<NodeId> node = node_at(tree, edit.moves);
  if (!node) return tree;
  if (edit.kind == TreeEdit::Kind::remove) return without(tree, *node);
  if (edit.kind == TreeEdit::Kind::promote) return promoted(tree, *node);
  set_note(tree, *node, edit);
  return tree;
}

/// What a person wrote of a comment that ends with the words of an engine: `shown` is the old text
/// and `own` what there was of it before the annotation.
std::string own_part(std::string text, const std::string& shown, const std::string& own) {
  if (!shown.starts_with(own) || shown == own) return text;
  const std::string engines = shown.substr(own.size());
  const std::string words = engines.starts_with('\n') ? engines.substr(1) : engines;
  if (!text.ends_with(words)) return text;
  text.resize(text.size() - words.size());
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

/// The same change of the record without its annotation. A move of the engine's that gets a note of
/// a person's becomes that person's.
MoveTree edited_own(MoveTree own, const MoveTree& shown, TreeEdit edit, bool over) {
  if (edit.kind != TreeEdit::Kind::note) return edited(std::move(own), edit, over);
  const NodeId node = add_line(own, edit.moves);
  const auto comment = [&](const MoveTree& tree, NodeId n) {
    const Note* note = tree.note(n);
    return note != nullptr ? note->comment : std::string();
  };
  if (edit.comment)
    edit.comment =
        own_part(*edit.comment, comment(shown, *node_at(shown, edit.moves)), comment(own, node));
  set_note(own, node, edit);
  return own;
}

TreeEditResult refuse(std::string why) { return {.refused = std::move(why)}; }

/// Whether the variation that the node is in begins in the place of the game's ending.
bool is_behind_end(const MoveTree& tree, NodeId node) {
  while (node != root_node && tree.is_main(node)) node = tree.parent(node);
  return node != root_node && tree.parent(node) == tree.ended_at();
}

std::string fault_of(const Game& game, const TreeEdit& edit) {
  if (edit.kind == TreeEdit::Kind::add) return fault_of_line(game, edit.moves);
  const std::optional<NodeId> node = node_at(game.moves, edit.moves);
  if (!node) return "the game does not have these moves";
  // The main line would go on, and the result, which is that of its end, be false.
  if (edit.kind == TreeEdit::Kind::promote && is_over(game) && is_behind_end(game.moves, *node))
    return "the game ended before this variation";
  if (edit.kind != TreeEdit::Kind::note && edit.moves.empty()) return "the start is no variation";
  return {};
}

}  // namespace

TreeEditResult edit_tree(Database& database, GameId id, const std::string& what,
                         const TreeEdit& edit) {
  const Game game = database.load_game(id).value();
  if (std::string fault = fault_of(game, edit); !fault.empty()) return refuse(std::move(fault));
  Game after = game;
  const bool over = edit.kind == TreeEdit::Kind::add && is_over(game);
  after.moves = edited(game.moves, edit, over);
  if (edit.outcome) {
    after.result = edit.outcome->result;
    after.ending = edit.outcome->ending;
  }
  if (after == game) return {};
  if (const std::string more = grows_beyond_limits(game, after); !more.empty())
    return refuse("it would have " + more);
  const std::optional<StoredAnnotation> annotation = load_annotation(database, id);
  const bool same_tree = after.moves == game.moves;
  const bool notes_alone = after.moves.main_moves() == game.moves.main_moves() && !edit.outcome;
  if (annotation && !same_tree && (!notes_alone || !annotation->own_notes))
    return refuse(notes_alone ? "an older version annotated the game: annotate it again first"
                              : "the game is annotated: remove its annotation first");
  TreeEditResult result{.changed = true, .contradiction = contradiction(after)};
  if (!notes_alone) {
    edit_games(database, what, {id}, [&](GameId, Game& stored) {
      stored = after;
      return true;
    });
    return result;
  }
  AnnotationChange change(database, what);
  if (!annotation) {
    change.clear(id, after);
    return result;
  }
  OwnGame own = load_own_game(database, id).value();
  own.game.moves = edited_own(own.game.moves, game.moves, edit, over);
  change.store(id, own.game, after.moves, *annotation);
  return result;
}

}  // namespace yari
