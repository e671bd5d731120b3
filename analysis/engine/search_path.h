/// \file
/// The positions on the way from the start of a game to a node of the search, and what their
/// repetition is worth.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "analysis/engine/search_score.h"
#include "rules/outcome.h"

namespace yari {

/// A stack of positions that answers "has this one occurred before" at once.
class SearchPath {
 public:
  /// `needed`: occurrences that end a game. Under `svp` the last of them is an illegal move.
  void start(const VariantInfo& v, RuleSet rules);

  template <class V>
  void push(const Position<V>& p) {
    push(p.key(), p.in_check());
  }
  void push(Key key, bool in_check);
  void pop();
  /// What was pushed last is the root of the search.
  void mark_root() { root_ = entries_.size() - 1; }

  /// What the last position is worth to the side to move if it repeats an earlier one.
  ///
  /// A position that occurs again inside the search would occur again and again: it counts as if
  /// the game ended there. Positions before the root count as often as they really occurred.
  std::optional<int> repetition() const {
    if (seen_[filter_index(entries_.back().key)] < 2) return std::nullopt;
    return judge();
  }

 private:
  struct Entry {
    Key key;
    bool in_check;
  };
  static constexpr std::size_t filter_size = 4096;
  static std::size_t filter_index(Key key) { return static_cast<std::size_t>(key) % filter_size; }
  std::optional<int> judge() const;
  int verdict(std::size_t since) const;

  std::vector<Entry> entries_;
  std::array<std::uint16_t, filter_size> seen_{};
  std::size_t root_ = 0;
  int needed_ = 3;
  bool forbidden_ = false;
};

}  // namespace yari
