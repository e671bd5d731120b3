// One walk over the notes; writers state their powers and get the report.
#include "notation/write/losses.h"

namespace yari {

namespace {

struct Counts {
  std::size_t comments = 0, comments_before = 0, glyphs = 0, spent = 0, left = 0, evaluations = 0,
              bookmarks = 0, spent_parts = 0, left_parts = 0, evaluation_details = 0;

  void add(const Note& n) {
    if (!n.comment.empty()) ++comments;
    if (!n.before.empty()) ++comments_before;
    glyphs += n.glyphs.size();
    if (n.spent_ms) ++spent;
    if (n.left_ms) ++left;
    evaluations += n.evaluations.size();
    if (n.spent_ms.value_or(0) % 1000 != 0) ++spent_parts;
    if (n.left_ms.value_or(0) % 1000 != 0) ++left_parts;
    for (const Evaluation& e : n.evaluations) {
      if (e.mate || e.depth != 0 || e.nodes != 0 || !e.engine.empty()) ++evaluation_details;
    }
    if (!n.bookmark.empty()) ++bookmarks;
  }
};

std::size_t count_variations(const MoveTree& moves) {
  std::size_t n = 0;
  for (NodeId node = 1; node < moves.size(); ++node) {
    if (!moves.is_main(node)) ++n;
  }
  return n;
}

}  // namespace

void add_loss(std::vector<std::string>& list, std::size_t n, std::string_view what) {
  if (n != 0) list.push_back(std::string(what) + " (" + std::to_string(n) + ")");
}

void add_unsaid_outcome(std::vector<std::string>& list, const Game& game, std::string_view ending) {
  add_loss(list, game.result != GameResult::unknown, "result");
  add_loss(list, game.ending != Ending::unknown, ending);
}

void add_losses(std::vector<std::string>& list, const NoteLosses& lost) {
  add_loss(list, lost.broken, "line ends or outer blanks in tags, names and comments");
  add_loss(list, lost.unplayable, "moves of evaluations that cannot be played");
}

std::vector<std::string> losses(const Game& game, const Powers& powers) {
  Counts counts;
  const auto count = [&](NodeId n) {
    if (const Note* note = game.moves.note(n)) counts.add(*note);
  };
  if (powers.variations) {
    for (NodeId n = 0; n < game.moves.size(); ++n) count(n);
  } else {
    count(root_node);
    for (const NodeId n : game.moves.main_line()) count(n);
  }
  std::vector<std::string> list;
  const auto lose = [&list](bool can, std::size_t n, std::string_view what) {
    if (!can) add_loss(list, n, what);
  };
  lose(powers.tags, game.tags.size(), "tags");
  lose(powers.result, game.result != GameResult::unknown, "result");
  lose(powers.ending, game.ending != Ending::unknown, "ending");
  lose(powers.rules, game.rules != RuleSet::standard, "rule set");
  lose(powers.variations, count_variations(game.moves), "variations");
  lose(powers.comments, counts.comments, "comments");
  lose(powers.comments_before, counts.comments_before, "comments before a move");
  lose(powers.glyphs, counts.glyphs, "glyphs");
  lose(powers.spent_time, counts.spent, "times spent");
  lose(powers.time_left, counts.left, "times left");
  lose(powers.evaluations, counts.evaluations, "evaluations");
  lose(powers.bookmarks, counts.bookmarks, "bookmarks");
  const std::size_t parts =
      (powers.spent_time ? counts.spent_parts : 0) + (powers.time_left ? counts.left_parts : 0);
  lose(powers.milliseconds, parts, "parts of seconds");
  lose(powers.evaluation_details || !powers.evaluations, counts.evaluation_details,
       "mates, depth, nodes or engines of evaluations");
  lose(powers.move_number, game.start.move_number != 1, "number of the first move");
  lose(powers.unread, game.unread.empty() ? 0 : 1, "unread rest of the record");
  return list;
}

}  // namespace yari
