/// \file
/// Depth-first proof-number search for mates by continuous checks.
///
/// Sources: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (PhD
/// thesis, University of Tokyo, 2002); T. Ueda, T. Hashimoto, J. Hashimoto, H. Iida, "Weak
/// proof-number search" (2008), for numbers that do not grow with transpositions; A. Kishimoto and
/// M. Mueller, "A general solution to the graph history interaction problem" (2004), for disproofs
/// that hold for one path only.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <vector>

#include "analysis/mate/mate.h"
#include "analysis/mate/mate_table.h"
#include "rules/position.h"

namespace yari {

/// Counts the work of one solve and says when it has been enough.
class MateBudget {
 public:
  using Clock = std::chrono::steady_clock;

  MateBudget(const MateLimits& limits, std::stop_token stop)
      : stop_(std::move(stop)), limits_(limits) {}

  void spend() {
    if (++nodes_ == limits_.nodes || (nodes_ % clock_interval == 1 && is_late())) spent_ = true;
  }
  bool spent() const { return spent_; }
  std::uint64_t nodes() const { return nodes_; }
  std::chrono::milliseconds time() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
  }

 private:
  static constexpr std::uint64_t clock_interval = 256;
  bool is_late() const {
    return stop_.stop_requested() || (limits_.time.count() != 0 && time() >= limits_.time);
  }

  std::stop_token stop_;
  MateLimits limits_;
  Clock::time_point start_ = Clock::now();
  std::uint64_t nodes_ = 0;
  bool spent_ = false;
};

/// "any number of plies" where a search is asked for a mate within some.
inline constexpr int any_length = -1;

/// One search for mate by the side to move of the root.
template <class V>
class MateSearch {
 public:
  /// `endings`: keys of positions that would occur for the last time the rules allow.
  /// Requires: `table` and `budget` outlive the search.
  MateSearch(Color attacker, std::vector<Key> endings, MateTable& table, MateBudget& budget);

  /// Is there a mate within `plies` (odd where the attacker is to move, even elsewhere), or with
  /// any_length at all? Unknown numbers when the budget was spent first, or when it takes longer
  /// lines than the search goes.
  ///
  /// any_length: for the root alone. Limited searches know no repetitions: one who repeats a
  /// position wastes plies.
  MateKnowledge search(const Position<V>& position, int plies);
  /// What the table knows about a position, without a search.
  MateKnowledge recall(const Position<V>& position, int plies) const;
  /// The rules end the game when the position `key` is reached.
  bool ends_game(Key key) const;

 private:
  static constexpr int no_loop = std::numeric_limits<int>::max();
  /// Longer lines are not searched; they count as unknown.
  static constexpr int max_path = 400;
  /// The loop of a disproof that rests on max_path.
  static constexpr int cut_loop = -1;

  struct Found {
    MateNumbers numbers;
    int length = 0;
    /// Of a disproof: the lowest ply of the path that it rests on being there; no_loop when it
    /// holds for every path.
    int loop = no_loop;
    Move move;
  };
  struct Child {
    Move move;
    Found found;
    bool repeats = false;
  };
  struct Choice {
    Found found;
    std::size_t best = 0;
    std::uint32_t second = MateNumbers::unprovable;
    std::uint32_t open = 0;  // children that count and are not known
  };
  /// What identifies a position in the table and on the path.
  struct Identity {
    Key key;
    Key board;
    Hand hand;  // the attacker's
  };
  struct Step {
    Key board;
    Hand hand;
    Key sum;  // of all keys up to here
  };

  Found visit(const Position<V>& position, int plies, MateNumbers most, bool repeats);
  std::vector<Child> children_of(const Position<V>& position, int plies) const;
  Child look_at(const Position<V>& position, Key hands_key, Move m, int plies) const;
  void recall(const Identity& id, int plies, Child& child) const;
  Choice choose(const std::vector<Child>& children, bool attacking) const;
  MateNumbers thresholds(const Choice& choice, MateNumbers most, bool attacking) const;
  void remember(const Position<V>& position, int plies, const Found& found, MateNumbers last,
                bool repeats, std::uint64_t work);

  Identity identity_of(const Position<V>& position) const;
  Identity identity_after(const Position<V>& position, Key hands_key, Move m) const;
  int repeated_ply(const Identity& id) const;
  Key path_key(Key board) const;

  MateTable& table_;
  MateBudget& budget_;
  Color attacker_;
  bool dominance_;
  std::vector<Key> endings_;  // sorted
  std::vector<Step> path_;
};

extern template class MateSearch<YariShogi>;
extern template class MateSearch<Shogi>;

}  // namespace yari
