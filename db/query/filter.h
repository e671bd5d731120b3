/// \file
/// Which games a command is about, by what their headers say.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/date.h"
#include "record/game.h"

namespace yari {

/// Numbers a game in its database, from 1; never given twice.
using GameId = std::int64_t;
/// The largest number a game can have: the posting index stores 32 bits.
inline constexpr GameId last_game_id = 0xFFFFFFFF;

/// The largest number that a condition on plies may name; most_rating is that of ratings.
inline constexpr int most_plies_asked = 1'000'000;

/// Conditions on games, all of which must hold; an empty filter takes every game.
///
/// Names match when each word of the condition begins a word of the name, whatever the case, the
/// accents and the order; or when the condition stands anywhere inside the name.
struct GameFilter {
  std::vector<GameId> ids;
  std::optional<std::string> player;  ///< either side
  /// The other side of `player`: games between the two, whoever was Black.
  std::optional<std::string> opponent;
  std::optional<std::string> black;
  std::optional<std::string> white;
  std::optional<std::string> event;
  std::optional<std::string> site;
  /// A date with unknown parts is taken when it may lie in the range.
  std::optional<DateNumber> date_from;
  std::optional<DateNumber> date_to;
  std::optional<GameResult> result;
  std::optional<Ending> ending;
  /// The name that handicap_name gives, or "even", or "any" for every handicap.
  std::optional<std::string> handicap;
  std::optional<Variant> variant;
  std::optional<RuleSet> rules;
  std::optional<int> min_plies;
  std::optional<int> max_plies;
  /// Of the ratings of both players; a game whose tags (record/ratings.h) lack one is not taken.
  std::optional<int> min_rating;
  std::optional<int> max_rating;
  /// The tag Round: the whole of it, or what stands before its first '.'; case is ignored.
  std::optional<std::string> round;
  /// "yes": an engine has judged the game; "no": none has; else what the name of the engine that
  /// did contains, whatever the case of ASCII letters.
  std::optional<std::string> annotated;
  /// Whether any move carries an evaluation, in the record or by annotation.
  std::optional<bool> evaluated;
  /// Words that occur in the names, the event, the site or the comments.
  std::optional<std::string> text;
  /// A part of the name of the file that the game was imported from, with the member of an archive
  /// after a colon ("games.zip:1.kif"); the case of ASCII letters is ignored.
  std::optional<std::string> from_file;

  bool empty() const { return *this == GameFilter{}; }
  bool operator==(const GameFilter&) const = default;
};

enum class SortBy { id, date, plies, black, white, event };
/// As every door calls them, in the order of SortBy.
constexpr std::array<std::string_view, 6> sort_names{"id",    "date",  "plies",
                                                     "black", "white", "event"};
/// No value where no order is called so.
constexpr std::optional<SortBy> sort_named(std::string_view name) {
  for (std::size_t i = 0; i < sort_names.size(); ++i)
    if (sort_names[i] == name) return static_cast<SortBy>(i);
  return std::nullopt;
}

/// Order and part of a listing.
struct ListOptions {
  SortBy sort = SortBy::id;
  bool descending = false;
  /// No value: all.
  std::optional<std::int64_t> limit;
  /// How many games to skip. Ignored with `after`, unless the store does not know that game's
  /// place.
  std::int64_t offset = 0;
  /// Only games that come after this one, whatever its place in the list is, also where it was
  /// deleted. So pages neither repeat nor leave out a game when others are added or deleted.
  std::optional<GameId> after = {};
};

}  // namespace yari
