/// \file
/// Moves of a book weighed by what engines said of the positions that they lead to.
#pragma once

#include <functional>
#include <optional>

#include "analysis/book/book.h"
#include "analysis/engine/engine.h"
#include "rules/position.h"

namespace yari {

/// What an engine said of a position, from the view of the side to move.
struct PositionJudgement {
  Score score;
  int depth = 0;
  /// To win, 0..100.
  double chance = 50;
};

/// Gives each move the score and the depth of the position after it, seen from before it, and as
/// its count the chance to win of the side that moves, in thousandths. A move that mates has 1000.
/// Moves to positions of which `judge` knows nothing are taken out; the others are sorted as
/// sort_moves does. Requires: the moves are legal.
void weigh_by_judgements(BookEntry& entry,
                         const std::function<std::optional<PositionJudgement>(Key)>& judge);

}  // namespace yari
