/// \file
/// The next round of a Swiss tournament, by the Dutch rules of FIDE.
#pragma once

#include <cstddef>
#include <vector>

#include "db/tournament/berger.h"
#include "db/tournament/standings.h"
#include "text/result.h"

namespace yari::tournament {

/// A round for the players who are `present`, by their numbers from 0, which are their pairing
/// numbers: the strongest is 0. Black moves first, as White does in the rules of FIDE.
///
/// FIDE Handbook C.04.3, in force from 1 July 2025, in the numbers of its criteria: nobody meets
/// twice or has the bye twice (C1, C2), nobody has one colour three times in a row or three times
/// more than the other (C3), the round can be completed (C4), the bye goes to the lowest score
/// (C5), as many pairs as possible within a score group and the lowest floaters (C6 to C8),
/// unplayed games (C9), in the last round the top scorers' colours (C10, C11), colour preferences
/// (C12, C13), floats of the last two rounds (C14 to C17); then the order of transpositions and
/// exchanges. Not here: the score differences of repeated floats (C18 to C21). In large score
/// groups the search is cut off; a pairing that is allowed, though perhaps not the best, then
/// stands.
///
/// `games` are those of all rounds before. A bye and a forfeit are no games: the colours do not
/// count, and the two may meet. In the `last` round the players of more than half of the points may
/// have a colour for the third time. The error says why there is no round: a game without a result,
/// too many rounds, or nobody can be paired any more.
Result<Pairing> swiss_round(const std::vector<PlayedGame>& games, const std::vector<bool>& present,
                            bool last = false);

}  // namespace yari::tournament
