// Every game is added once; a hash of it is kept.
#include "analysis/match/tally.h"

#include <cassert>
#include <functional>
#include <string>

#include "rules/sfen.h"

namespace yari {

namespace {

/// The first player's points in a game, in halves.
int half_points(int index, GameResult result) {
  if (result == GameResult::draw) return 1;
  const bool first_is_black = index % 2 == 0;
  return (result == GameResult::black_wins) == first_is_black ? 2 : 0;
}

/// A match whose engines play the same game over and over says nothing new.
constexpr int most_repeated_in_a_row = 100;

/// The loser is an engine that did not work or broke the rules, and the record says how.
bool is_forfeit(const Game& game) {
  return (game.ending == Ending::error || game.ending == Ending::illegal_move) &&
         !game.tag("Termination").empty();
}

/// Of all that makes two games the same in a match.
std::size_t hash_of(int index, const Game& game) {
  std::string text = write_sfen(game.start);
  for (const Move move : game.moves.main_moves()) append_usi_move(text, move, game.variant);
  text += index % 2 == 0 ? '+' : '-';
  text += name(game.ending);
  text += name(game.result);
  return std::hash<std::string>{}(text);
}

}  // namespace

MatchTally::MatchTally(int games, std::optional<SprtSettings> sprt)
    : done_(static_cast<std::size_t>(games)), sprt_(sprt) {}

void MatchTally::add(int index, const Game& game) {
  assert(!has(index) && game.result != GameResult::unknown);
  done_[static_cast<std::size_t>(index)] = true;
  const bool failed = is_forfeit(game);
  state_.failures += failed;
  if (!failed && is_repeated(index, game)) return;
  repeated_in_a_row_ = 0;
  count(index, game.result);
}

bool MatchTally::is_repeated(int index, const Game& game) {
  if (seen_.insert(hash_of(index, game)).second) return false;
  ++state_.repeated;
  state_.only_repeats |= ++repeated_in_a_row_ == most_repeated_in_a_row;
  return true;
}

void MatchTally::count(int index, GameResult result) {
  const int points = half_points(index, result);
  MatchScore& score = state_.score;
  ++(points == 2 ? score.wins : points == 1 ? score.draws : score.losses);
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
