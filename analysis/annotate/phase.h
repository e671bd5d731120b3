/// \file
/// Opening, middlegame and endgame: where a game stands, found from simple facts of the board.
#pragma once

#include "analysis/annotate/annotate.h"

namespace yari {

/// Tells the phase of position after position of a game; it never goes back.
///
/// The opening lasts until four pieces have been captured. The endgame begins when a side has two
/// pieces in its promotion zone.
template <class V>
class PhaseClock {
 public:
  /// The phase in which `move` is played from `p`, which counts what it captures for the next.
  Phase before(const Position<V>& p, Move move);

 private:
  int captures_ = 0;
  Phase phase_ = Phase::opening;
};

}  // namespace yari
