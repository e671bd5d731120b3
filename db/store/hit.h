/// \file
/// What a search for positions finds.
#pragma once

#include "db/query/filter.h"
#include "rules/move.h"

namespace yari {

/// A place where a position occurs in the main line of a game.
struct Hit {
  GameId game = 0;
  /// Moves played before it; 0 is the game's start.
  int ply = 0;
  /// The move played there; Move::none() at the end of the game.
  Move next;
  bool operator==(const Hit&) const = default;
};

}  // namespace yari
