/// \file
/// The moves of one node, best guess first, made no sooner than they are needed.
#pragma once

#include <array>

#include "analysis/engine/history.h"
#include "rules/position.h"

namespace yari {

/// What the ordering of one node's moves can draw on.
template <class V>
struct OrderingHints {
  MoveHistory<V>* history = nullptr;
  Move hash_move;
  std::array<Move, 2> killers{};
  /// Moves after the last three moves but the second (the opponent's last, ours, ours before that).
  std::array<const typename MoveHistory<V>::Continuation*, 3> after{};
};

/// Hands out legal moves: hash move, good captures and promotions, killers, quiet moves by their
/// history, bad captures.
///
/// In check all moves come in one go. `tactical_only` leaves out quiet moves and losing captures.
template <class V>
class MovePicker {
 public:
  MovePicker(const Position<V>& p, const OrderingHints<V>& hints, bool tactical_only);

  /// The next move, or no move at the end.
  Move next();
  /// From now on no quiet move is handed out.
  void skip_quiets() { skip_quiets_ = true; }
  /// The move handed out last is a quiet one.
  bool at_quiets() const { return stage_ == Stage::quiets || stage_ == Stage::killers; }
  /// The move handed out last is a capture that loses material.
  bool at_bad_captures() const { return stage_ == Stage::bad_captures; }

 private:
  enum class Stage {
    hash,
    make_tactical,
    tactical,
    killers,
    make_quiets,
    quiets,
    bad_captures,
    done
  };

  void score_tactical(int first);
  void score_quiets(int first);
  int quiet_score(Move m) const;
  int tactical_score(Move m) const;
  bool usable_killer(Move m) const;
  /// Takes the best of the moves not yet handed out.
  Move take_best();
  bool was_handed_out(Move m) const;

  const Position<V>& p_;
  const OrderingHints<V>& hints_;
  const Color us_;
  const Bitboard<V> enemy_general_;
  const bool tactical_only_;
  bool skip_quiets_ = false;
  Stage stage_ = Stage::hash;
  int at_ = 0;
  int taken_ = 0;
  int killer_ = 0;
  int bad_at_ = 0;
  MoveList moves_;
  MoveList bad_;
  std::array<int, max_moves> scores_;
};

}  // namespace yari
