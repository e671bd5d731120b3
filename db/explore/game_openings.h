/// \file
/// What the opening of a stored game is called.
#pragma once

#include "db/database.h"
#include "db/openings/opening_list.h"

namespace yari {

struct GameOpening {
  openings::FoundNames names;
  /// Where the main line begins, and its first moves: games of Yari Shogi are named by them.
  Setup start;
  std::vector<Move> first_moves;
  static constexpr std::size_t most_first_moves = 2;
};

/// Replays the beginning of the game: some tens of microseconds. Empty for a damaged game, which
/// take_skipped_games reports. `names` must outlive the answer.
GameOpening opening_of(Database& database, GameId id, const openings::OpeningList& names);

}  // namespace yari
