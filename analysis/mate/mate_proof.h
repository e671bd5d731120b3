/// \file
/// Walks through a proof of mate move by move: every defence is answered down to the mate, or the
/// proof is worth nothing.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/mate/mate_search.h"

namespace yari {

/// Checks what a MateSearch found against the rules alone, and finds the line to show.
///
/// The search's table only suggests which check to look at first, so that a damaged or overwritten
/// entry costs time and never a wrong answer.
template <class V>
class MateProof {
 public:
  MateProof(MateSearch<V>& search, MateBudget& budget) : search_(search), budget_(budget) {}

  /// How long the mate takes at most, if there is one within `plies`; no value when there is none
  /// or the budget was spent. Requires: the attacker is to move.
  std::optional<int> attack(const Position<V>& position, int plies);

  /// The mate from a position that attack() had an answer for, the longest defence known.
  std::vector<Move> line(Position<V> position) const;
  /// The same with the defences that really take longest. Requires: no mate is shorter than
  /// `plies`. No value when the budget was spent.
  std::optional<std::vector<Move>> exact_line(Position<V> position, int plies);

 private:
  struct Mate {
    int length;
    Move move;
  };

  std::optional<int> defend(const Position<V>& position, int plies);
  std::vector<std::pair<int, Move>> candidates(const Position<V>& position, int plies) const;
  std::optional<int> try_move(const Position<V>& position, Move m, int plies);
  std::optional<int> length_of(const Position<V>& position) const;

  MateSearch<V>& search_;
  MateBudget& budget_;
  std::unordered_map<Key, Mate> mates_;
};

extern template class MateProof<YariShogi>;
extern template class MateProof<Shogi>;

}  // namespace yari
