/// \file
/// Which games of a match have been played, and what they say: counts, and no games.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "analysis/match/elo.h"
#include "rules/outcome.h"

namespace yari {

/// What stands after some games.
struct MatchState {
  MatchScore score;
  /// Of the test, when there is one.
  SprtState sprt;
  /// Games in which an engine failed.
  int failures = 0;
};

/// Adds up games by their number from 0: 2n and 2n + 1 are a pair, and the first player is Black in
/// the even ones.
class MatchTally {
 public:
  MatchTally(int games, std::optional<SprtSettings> sprt);

  bool has(int index) const { return done_[static_cast<std::size_t>(index)]; }
  /// Counts a game. Requires: 0 <= index < games, !has(index), and `result` is known.
  void add(int index, GameResult result, bool failed);
  MatchState state() const;

 private:
  std::vector<bool> done_;
  std::optional<SprtSettings> sprt_;
  /// Half points of the first player in games whose pair is not complete, by the pair's number.
  std::map<int, int> half_pairs_;
  MatchState state_;
};

}  // namespace yari
