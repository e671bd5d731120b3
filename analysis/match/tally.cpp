// Every game is added once; nothing is looked at again.
#include "analysis/match/tally.h"

#include <cassert>

namespace yari {

namespace {

/// The first player's points in a game, in halves.
int half_points(int index, GameResult result) {
  if (result == GameResult::draw) return 1;
  const bool first_is_black = index % 2 == 0;
  return (result == GameResult::black_wins) == first_is_black ? 2 : 0;
}

}  // namespace

MatchTally::MatchTally(int games, std::optional<SprtSettings> sprt)
    : done_(static_cast<std::size_t>(games)), sprt_(sprt) {}

void MatchTally::add(int index, GameResult result, bool failed) {
  assert(!has(index) && result != GameResult::unknown);
  done_[static_cast<std::size_t>(index)] = true;
  const int points = half_points(index, result);
  MatchScore& score = state_.score;
  ++(points == 2 ? score.wins : points == 1 ? score.draws : score.losses);
  state_.failures += failed;
  const auto [other, alone] = half_pairs_.emplace(index / 2, points);
  if (alone) {
    ++score.others[static_cast<std::size_t>(points)];
    return;
  }
  --score.others[static_cast<std::size_t>(other->second)];
  ++score.pairs[static_cast<std::size_t>(other->second + points)];
  half_pairs_.erase(other);
}

MatchState MatchTally::state() const {
  MatchState state = state_;
  if (sprt_) state.sprt = yari::sprt(state.score, *sprt_);
  return state;
}

}  // namespace yari
