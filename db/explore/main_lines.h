/// \file
/// The main lines of the games that a filter takes, one after the other.
#pragma once

#include <functional>
#include <span>

#include "db/database.h"

namespace yari {

/// A game, as far as its moves are concerned; valid until the next one.
struct MainLine {
  GameId id = 0;
  const Setup& start;
  /// They were judged when the game was stored, and are not judged again.
  std::span<const Move> moves;
  GameResult result = GameResult::unknown;
};

/// Calls `visit` for each game of the filter that `wants` takes, in order of number, until it
/// returns false. Variations and notes are not read.
///
/// A game whose moves are damaged is left out, and remembered (db/skipped_games.h). Requires: both
/// read nothing else from the database.
void each_main_line(Database& database, const GameFilter& filter,
                    const std::function<bool(GameId)>& wants,
                    const std::function<bool(const MainLine&)>& visit);

}  // namespace yari
