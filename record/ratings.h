/// \file
/// The ratings of the players, which records give in tags of several names.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "record/game.h"
#include "rules/by.h"

namespace yari {

/// More is no rating.
inline constexpr int most_rating = 9999;

/// 1 to most_rating; no value where the record does not say.
using Ratings = ByColor<std::optional<int>>;

/// Gathers the ratings from tags, seen one after the other: BlackElo, BlackRating, Black_rating or
/// BlackRate, and the like of White (ignoring ASCII case). The first of these names that has a
/// number counts; of tags of one name, the first.
class RatingTags {
 public:
  void see(std::string_view name, std::string_view value);
  const Ratings& ratings() const { return ratings_; }

 private:
  static constexpr std::size_t unknown = 99;
  Ratings ratings_;
  /// Which of the names each rating comes from.
  ByColor<std::size_t> rank_{unknown, unknown};
};

Ratings ratings_of(const std::vector<Tag>& tags);

}  // namespace yari
