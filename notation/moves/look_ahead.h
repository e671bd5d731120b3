/// \file
/// How far the rest of a line can be played from several positions: what settles a move text that
/// can mean several moves, and a start position that the record has lost.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "rules/position.h"

namespace yari {

/// A position from which the rest of a line might have been played.
template <class V>
struct PossibleStart {
  Position<V> position;
  /// Where the move before it ended.
  std::optional<Square> last = {};
};

/// Where each of the moves leads. Requires: they are legal.
template <class V>
std::vector<PossibleStart<V>> after_each(const Position<V>& position, const MoveList& moves) {
  std::vector<PossibleStart<V>> candidates;
  for (const Move m : moves) {
    candidates.push_back({position, m.to()});
    candidates.back().position.play(m);
  }
  return candidates;
}

struct LookAhead {
  /// Plies that could be played from each candidate.
  std::vector<int> plies;
  /// The look-ahead was stopped by its budget, or by the number of positions, before anything was
  /// decided.
  bool gave_up = false;

  /// The candidates that got farthest.
  std::vector<std::size_t> best() const {
    const int most = *std::max_element(plies.begin(), plies.end());
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < plies.size(); ++i)
      if (plies[i] == most) list.push_back(i);
    return list;
  }

  /// The candidates that are still possible: the best first and, where it gave up, all others after
  /// them.
  std::vector<std::size_t> left() const {
    std::vector<std::size_t> list = best();
    for (std::size_t i = 0; gave_up && i < plies.size(); ++i)
      if (std::find(list.begin(), list.end(), i) == list.end()) list.push_back(i);
    return list;
  }
};

/// Work that look-aheads may still do in a record; each token or line read and each ply played
/// takes one.
using LookAheadBudget = long long;
inline constexpr LookAheadBudget look_ahead_budget = 600'000;

/// The readings of a line's moves so far, breadth first, one move text at a time.
template <class V>
class Readings {
 public:
  explicit Readings(const std::vector<PossibleStart<V>>& candidates) {
    for (std::size_t i = 0; i < candidates.size(); ++i) states_.push_back({candidates[i], i});
  }

  std::size_t count() const { return states_.size(); }
  bool have_one_root() const {
    return std::all_of(states_.begin(), states_.end(),
                       [&](const State& s) { return s.root == states_[0].root; });
  }
  /// Calls visit(i) for each candidate that is still alive, once or more.
  template <class Visit>
  void for_each_root(Visit&& visit) const {
    for (const State& s : states_) visit(s.root);
  }

  enum class Step : std::uint8_t { played, impossible, too_many };
  /// Plays what `text` can mean in each of them; they stay as they are where that is not possible
  /// in any.
  template <class Text>
  Step play(const Text& text) {
    constexpr std::size_t most = 64;
    next_.clear();
    for (const State& s : states_) {
      MoveList moves;
      meanings(s.at.position, text, s.at.last, moves);
      for (const Move m : moves) {
        State after = s;
        after.at.position.play(m);
        after.at.last = m.to();
        if (is_there(after)) continue;
        if (next_.size() == most) return Step::too_many;
        next_.push_back(after);
      }
    }
    if (next_.empty()) return Step::impossible;
    states_.swap(next_);
    return Step::played;
  }

 private:
  struct State {
    PossibleStart<V> at;
    std::size_t root;
  };

  bool is_there(const State& s) const {
    return std::any_of(next_.begin(), next_.end(), [&s](const State& other) {
      return other.root == s.root && other.at.position.key() == s.at.position.key();
    });
  }

  std::vector<State> states_, next_;
};

/// Plays the rest of a line from every candidate: next_move() gives a pointer to the text of its
/// next move, null at its end, and takes from the budget what it reads. `meanings` of that text
/// says which moves it can be.
///
/// Move texts that can mean several moves split a candidate; at most 64 positions are kept alive.
/// With `stop_at_one` it ends as soon as one candidate is left, and after `most_plies` in any case.
template <class V, class NextMove>
LookAhead look_ahead(const std::vector<PossibleStart<V>>& candidates, NextMove&& next_move,
                     LookAheadBudget& budget, bool stop_at_one,
                     int most_plies = std::numeric_limits<int>::max()) {
  LookAhead result;
  result.plies.assign(candidates.size(), 0);
  Readings<V> readings(candidates);
  using Step = typename Readings<V>::Step;
  for (int ply = 1; ply <= most_plies && !(stop_at_one && readings.have_one_root()); ++ply) {
    const auto* const text = next_move();
    budget -= static_cast<LookAheadBudget>(readings.count());
    if (budget > 0 && !text) break;
    const Step step = budget > 0 ? readings.play(*text) : Step::too_many;
    result.gave_up = step == Step::too_many;
    if (step != Step::played) break;
    readings.for_each_root([&](std::size_t i) { result.plies[i] = ply; });
  }
  return result;
}

}  // namespace yari
