/// \file
/// A problem's moves played on its start, and what is there then.
#pragma once

#include <vector>

#include "analysis/engine/engine.h"
#include "rules/outcome.h"

namespace yari {

/// The line of play that leads to the problem's position. Requires: V is the problem's game.
template <class V>
Line<V> replayed(const Problem& problem) {
  Line<V> line(Position<V>::from_unchecked(problem.start), problem.rules);
  for (const Move move : problem.moves) line.play(move);
  return line;
}

/// The problem's position.
Setup setup_of(const Problem& problem);
/// What may be played in it, by the rules on repetition too.
std::vector<Move> legal_moves(const Problem& problem);

}  // namespace yari
