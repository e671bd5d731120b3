/// \file
/// What the texts of moves leave open in every notation: promotions and drops.
#pragma once

#include <cstdint>

#include "rules/position.h"

namespace yari {

enum class Promotion : std::uint8_t { unsaid, taken, declined };

/// Of both forms of a promotion, keeps the one that is meant: where nothing is said, the one
/// without, unless it is not among them.
inline void keep_meant(MoveList& moves, Promotion said) {
  moves.keep_if([&](Move m) {
    if (said != Promotion::unsaid) return m.promotes() == (said == Promotion::taken);
    // Moves without a promotion are all kept, so that `has` finds them while others go.
    return !m.promotes() || !moves.has(Move::board(m.from(), m.to(), false));
  });
}

/// Adds the legal move of a piece whose origin is said, if there is one.
template <class V>
void add_move_from(const Position<V>& position, Kind kind, Square from, Square to, Promotion said,
                   MoveList& moves) {
  if (position.at(from) != Piece(position.side_to_move(), kind)) return;
  const Move move = Move::board(from, to, said == Promotion::taken);
  const Move forced = Move::board(from, to, true);
  if (position.is_legal(move)) {
    moves.push(move);
  } else if (said == Promotion::unsaid && position.is_legal(forced)) {
    moves.push(forced);
  }
}

/// Adds the drop, if it is legal and no promotion is said.
template <class V>
void add_drop(const Position<V>& position, Kind kind, Square to, Promotion said, MoveList& moves) {
  if (index(kind) >= hand_kind_count || said == Promotion::taken) return;
  if (const Move drop = Move::drop(kind, to); position.is_legal(drop)) moves.push(drop);
}

}  // namespace yari
