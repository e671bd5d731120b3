/// \file
/// What a search learns about moves: which captures cut off, and which quiet moves after which
/// moves.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "analysis/engine/search_score.h"
#include "rules/position.h"

namespace yari {

/// A board seen from the mover's side, so that both colours teach each other.
template <class V>
constexpr int seen_from(Color c, Square s) {
  return c == Color::black ? s.index() : Bitboard<V>::square_count - 1 - s.index();
}

/// Moves `entry` by `bonus`, the less the nearer it is to `bound` or `-bound`, which it never
/// passes. Requires: |bonus| <= bound.
inline void pull(std::int16_t& entry, int bonus, int bound) {
  entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / bound);
}

/// Scores of moves that decay towards a bound.
///
/// Sources: Chess Programming Wiki, "History Heuristic" and "Continuation History". Quiet moves
/// have no history of their own, only after earlier moves: docs/engine.md has what it cost.
template <class V>
class MoveHistory {
 public:
  static constexpr int bound = 1 << 14;
  static constexpr int squares = Bitboard<V>::square_count;
  static constexpr int pieces_to = kind_count * squares;

  /// The moves after one particular (kind, target) of an earlier ply.
  using Continuation = std::array<std::int16_t, static_cast<std::size_t>(pieces_to)>;

  void clear() { std::memset(static_cast<void*>(this), 0, sizeof *this); }

  static std::size_t piece_to(Color c, Kind k, Square to) {
    return static_cast<std::size_t>(index(k) * squares + seen_from<V>(c, to));
  }
  std::int16_t& capture(Color c, Kind mover, Square to, int taken) {
    return capture_[piece_to(c, mover, to)][static_cast<std::size_t>(taken)];
  }
  Continuation& after(Color c, Kind k, Square to) { return after_[piece_to(c, k, to)]; }
  static_assert(pieces_to < 4096);
  /// A number below 4096 for what one particular move leads to.
  std::size_t number(const Continuation& c) const {
    return static_cast<std::size_t>(&c - after_.data());
  }
  /// Continuation of no move.
  Continuation& after_nothing() { return after_.back(); }

  static void reward(std::int16_t& entry, int bonus) { pull(entry, bonus, bound); }

 private:
  std::array<std::array<std::int16_t, kind_count>, static_cast<std::size_t>(pieces_to)> capture_;
  std::array<Continuation, static_cast<std::size_t>(pieces_to) + 1> after_;
};

}  // namespace yari
