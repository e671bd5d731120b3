/// \file
/// The moves of a record in Hodges notation that come later, for look-aheads.
#pragma once

#include "notation/hodges/scanner.h"
#include "notation/moves/look_ahead.h"
#include "notation/moves/playback.h"

namespace yari {

/// look_ahead over the moves from token `i` on, to the end of their line.
template <class V>
LookAhead look_ahead(const ScannedMoves& moves, std::size_t i,
                     const std::vector<PossibleStart<V>>& candidates, bool stop_at_one,
                     LookAheadBudget& budget, int most_plies = std::numeric_limits<int>::max());

/// Whether the move among the next few tokens from `i` on can be played where `at` stands: a
/// variation that follows a game's ending is in its place, or in that of the last move.
template <class V>
bool next_move_fits(const ScannedMoves& moves, std::size_t i, const Playback<V>& at);

}  // namespace yari
