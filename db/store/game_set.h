/// \file
/// A set of games that takes memory by how many they are, not by their numbers: a file from
/// anywhere may hold a single game, with the number 4294967295.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "db/query/filter.h"

namespace yari {

class GameSet {
 public:
  /// The games that `each` calls its argument with; numbers that postings cannot name are left out.
  /// `count` and `last`, the largest, are what is expected of them: in a damaged file there may be
  /// others, and more.
  GameSet(std::int64_t count, GameId last,
          const std::function<void(const std::function<void(GameId)>&)>& each);

  bool has(std::uint32_t game) const { return place(game) != none; }

  static constexpr std::size_t none = ~std::size_t{0};
  /// Where the game's entry stands in a table of `places()` entries; `none` when it is not here.
  std::size_t place(std::uint32_t game) const {
    if (numbers_.empty()) return game < bits_.size() && bits_[game] ? game : none;
    const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), game);
    if (found == numbers_.end() || *found != game) return none;
    return static_cast<std::size_t>(found - numbers_.begin());
  }
  std::size_t places() const { return numbers_.empty() ? bits_.size() : numbers_.size(); }

 private:
  /// One of the two: a bit for every number, which is quick, or the numbers in order.
  std::vector<bool> bits_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace yari
