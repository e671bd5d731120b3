/// \file
/// How far the rest of a line can be played from several positions: what settles a move text that
/// can mean several moves, and a start position that the record has lost.
#pragma once

#include <limits>
#include <vector>

#include "notation/hodges/scanner.h"
#include "notation/moves/playback.h"
#include "rules/position.h"

namespace yari {

/// A position from which the rest of a line might have been played.
template <class V>
struct Candidate {
  Position<V> position;
  /// Where the move before it ended.
  std::optional<Square> last = {};
};

struct LookAhead {
  /// Plies that could be played from each candidate.
  std::vector<int> plies;
  /// The look-ahead was stopped by its budget, or by the number of positions, before anything was
  /// decided.
  bool gave_up = false;

  /// The candidates that got farthest.
  std::vector<std::size_t> best() const;
};

/// Work that look-aheads may still do in a record; each token read and each ply played takes one.
using LookAheadBudget = long long;
inline constexpr LookAheadBudget look_ahead_budget = 600'000;

/// Plays the moves from token `i` on, to the end of their line, from every candidate.
///
/// Move texts that can mean several moves split a candidate; at most 64 positions are kept alive.
/// With `stop_at_one` it ends as soon as one candidate is left, and after `most_plies` in any case.
template <class V>
LookAhead look_ahead(const ScannedMoves& moves, std::size_t i,
                     const std::vector<Candidate<V>>& candidates, bool stop_at_one,
                     LookAheadBudget& budget, int most_plies = std::numeric_limits<int>::max());

/// Whether the move among the next few tokens from `i` on can be played where `at` stands: a
/// variation that follows a game's ending is in its place, or in that of the last move.
template <class V>
bool next_move_fits(const ScannedMoves& moves, std::size_t i, const Playback<V>& at);

}  // namespace yari
