/// \file
/// A position's history played through, and what is there then.
#pragma once

#include <vector>

#include "analysis/engine/engine.h"
#include "rules/outcome.h"

namespace yari {

/// The line of play that leads to the position. Requires: V is its game.
template <class V>
Line<V> replayed(const GamePosition& position) {
  Line<V> line(Position<V>::from_unchecked(position.start), position.rules);
  for (const Move move : position.moves) line.play(move);
  return line;
}

/// What stands on the board after the last move.
Setup setup_of(const GamePosition& position);
/// What may be played in it, by the rules on repetition too.
std::vector<Move> legal_moves(const GamePosition& position);

}  // namespace yari
