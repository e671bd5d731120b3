/// \file
/// Whose moves somebody studies in a game: those of a named player, or of one side.
#pragma once

#include <optional>

#include "db/database.h"
#include "db/query/names.h"

namespace yari {

/// One thread at a time.
class OwnSide {
 public:
  /// The sides of the filter's player, else those of the players that it names as Black or White;
  /// where it names none, both. `side` leaves the other one out.
  OwnSide(const GameFilter& filter, std::optional<Color> side);

  /// Whether a filter and a side name anybody.
  static bool is_named(const GameFilter& filter, std::optional<Color> side) {
    return side || filter.player || filter.black || filter.white;
  }
  bool is(Color color, const GameHeader& game) const;

 private:
  std::optional<Color> side_;
  mutable std::optional<query::NameTest> player_;
  bool black_, white_;
};

}  // namespace yari
