/// \file
/// Games that a change has given other postings: what older runs say of them is stale.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "db/codec/posting_block.h"

namespace yari::store {

/// Such games, and for each the age of the run that has its postings of now.
///
/// A run that a merge makes is older than no run that it is made of, and what was stale there is
/// not in it: so the ages tell for as long as there is a run that is older.
class StaleGames {
 public:
  void add(std::int64_t game, std::int64_t age) {
    some_.resize(some_size);
    some_[place_of(game)] = true;
    ages_[game] = age;
  }
  bool empty() const { return ages_.empty(); }
  /// Whether a posting of the game is stale in a run of that age.
  bool hide(std::uint32_t game, std::int64_t age) const {
    if (empty() || !some_[place_of(game)]) return false;
    const auto found = ages_.find(game);
    return found != ages_.end() && age < found->second;
  }
  /// Removes what is stale in a run of that age.
  void remove_from(std::vector<Posting>& postings, std::int64_t age) const {
    if (!empty()) std::erase_if(postings, [&](const Posting& p) { return hide(p.game, age); });
  }

 private:
  static constexpr std::size_t some_size = 1 << 16;
  static std::size_t place_of(std::int64_t game) {
    return static_cast<std::size_t>(game) % some_size;
  }
  /// Whether a game at that place has an age: most have not, and this is asked for each posting.
  std::vector<bool> some_;
  std::unordered_map<std::int64_t, std::int64_t> ages_;
};

}  // namespace yari::store
