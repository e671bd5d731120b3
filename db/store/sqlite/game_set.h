/// \file
/// A set of games that takes memory by how many they are, not by their numbers: a file from
/// anywhere may hold a single game, with the number 4294967295.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "db/store/sqlite/connection.h"

namespace yari {

class GameSet {
 public:
  /// The games whose numbers, 1 to 4294967295, the statement `select` gives in a column `id`.
  GameSet(Connection& connection, const std::string& select);
  /// The games that are stored, as far as postings can name them.
  static GameSet stored(Connection& connection);

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
