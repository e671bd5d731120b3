#include "analysis/annotate/ply_table.h"

#include <algorithm>

#include "analysis/annotate/judge.h"
#include "analysis/annotate/record_chances.h"
#include "analysis/engine/win_chance.h"
#include "notation/hodges/move_text.h"

namespace yari {
namespace {

template <class V>
std::string text_of(const Position<V>& position, Move move) {
  std::string text;
  if (move) append_move_text(text, position, move);
  return text;
}

/// The engine's choice before a move, where the record names one that can be played.
template <class V>
Move best_of(const Evaluation* evaluation, const Position<V>& position) {
  if (!evaluation || evaluation->pv.empty()) return Move::none();
  const Move best = evaluation->pv.front();
  return position.is_legal(best) ? best : Move::none();
}

void fill_in(PlyRow& row, const std::optional<WeighedScore>& before,
             const std::optional<WeighedScore>& after) {
  if (before) {
    row.before = before->score;
    row.chance_before = before->chance;
  }
  if (after) {
    row.after = for_mover(after->score);
    row.chance_after = 100 - after->chance;
  }
  if (!row.before || !row.after) return;
  row.loss = row.best == row.move ? 0 : std::max(0.0, *row.chance_before - *row.chance_after);
}

}  // namespace

std::vector<PlyRow> ply_table(const Game& game, double coefficient) {
  const std::vector<std::optional<WeighedScore>> scores = known_scores(game, coefficient);
  std::vector<PlyRow> rows;
  with_variant(game.variant, [&]<class V>(V) {
    Position<V> position = *Position<V>::from(game.start);
    NodeId before = root_node;
    for (const NodeId node : game.moves.main_line()) {
      PlyRow& row = rows.emplace_back();
      const std::size_t i = rows.size();
      row.ply = static_cast<int>(i);
      row.mover = position.side_to_move();
      row.move = game.moves.move(node);
      row.text = text_of(position, row.move);
      row.best = best_of(shown_evaluation(game, before), position);
      row.best_text = text_of(position, row.best);
      fill_in(row, scores[i - 1], scores[i]);
      const Note* note = game.moves.note(node);
      row.judgement = judgement_of(note);
      if (note) row.spent_ms = note->spent_ms;
      position.play(row.move);
      before = node;
    }
  });
  return rows;
}

}  // namespace yari
