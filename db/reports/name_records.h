/// \file
/// What a collection knows of each player, event or site: one record for each spelling.
#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/database.h"
#include "db/people/suggest.h"
#include "record/result_counts.h"

namespace yari {

/// A rating that a tag of a game gives. The earlier one is less; of one date that of the game with
/// the lower number.
struct TaggedRating {
  /// As DateNumber; 0 where the game has none.
  int date = 0;
  GameId game = 0;
  int rating = 0;
  auto operator<=>(const TaggedRating&) const = default;
};

/// Ratings that tags of the games give.
struct TaggedRatings {
  TaggedRating first, last;
  int highest = 0;
  bool operator==(const TaggedRatings&) const = default;

  explicit TaggedRatings(const TaggedRating& only)
      : first(only), last(only), highest(only.rating) {}
  /// Adds those of other games.
  void merge(const TaggedRatings& other);
};

/// Games, results and dates of a name. Results are the player's own; of an event or a site Black's.
struct NameRecord : ResultCounts {
  /// As DateNumber; 0 where no game has a date.
  int first_date = 0, last_date = 0;
  std::optional<TaggedRatings> ratings;

  /// Adds the games of another spelling.
  void merge(const NameRecord& other);
};

/// Spellings and their records, side by side, in order of first appearance.
struct NameRecords {
  NameKind kind = NameKind::player;
  std::vector<people::Spelling> spellings;
  std::vector<NameRecord> records;
};

/// The names that a game counts for: of both players, Black first, or its event or site. Empty
/// where it says nothing ("", "?"); both are empty for a bye, which is no game.
struct CountedNames {
  std::string_view first, second;
};
CountedNames counted_names(const GameHeader& header, NameKind kind);

/// Reads the headers of the games that the filter takes. Names as counted_names.
/// With a filter on names both players of its games are there.
/// `check` is called for each game; what it throws ends the work.
NameRecords name_records(Database& database, NameKind kind, const GameFilter& filter,
                         const std::function<void()>& check = {});

}  // namespace yari
