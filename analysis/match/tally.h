/// \file
/// Which games of a match have been played, and what they say: counts, and no games.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include "analysis/match/elo.h"
#include "record/game.h"

namespace yari {

/// What stands after some games.
struct MatchState {
  MatchScore score;
  /// Of the test, when there is one.
  SprtState sprt;
  /// Games in which an engine failed.
  int failures = 0;
  /// Games that were played, and are not counted: one before had the same moves and colours, so
  /// they say nothing new.
  int repeated = 0;
  /// So many games in a row were repeated that no other ones are to be expected.
  bool only_repeats = false;

  int played() const { return score.games() + repeated; }
};

/// Adds up games by their number from 0: 2n and 2n + 1 are a pair, and the first player is Black in
/// the even ones. A game with the moves, the colours and the ending of an earlier one is not
/// counted, unless an engine failed in it.
class MatchTally {
 public:
  MatchTally(int games, std::optional<SprtSettings> sprt);

  bool has(int index) const { return done_[static_cast<std::size_t>(index)]; }
  /// Requires: 0 <= index < games, !has(index), and the game's result is known.
  void add(int index, const Game& game);
  MatchState state() const;

 private:
  bool is_repeated(int index, const Game& game);
  void count(int index, GameResult result);

  std::vector<bool> done_;
  std::optional<SprtSettings> sprt_;
  /// Half points of the first player in games whose pair is not complete, by the pair's number.
  std::map<int, int> half_pairs_;
  /// Hashes of the games so far.
  std::unordered_set<std::size_t> seen_;
  int repeated_in_a_row_ = 0;
  MatchState state_;
};

}  // namespace yari
