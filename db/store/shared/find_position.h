/// \file
/// Games through a position: candidates from the index, each confirmed on the board.
#pragma once

#include <cstdint>
#include <functional>

#include "db/query/filter.h"
#include "db/store/games.h"
#include "db/store/hit.h"
#include "db/store/postings.h"
#include "db/store/shared/damaged_games.h"
#include "rules/setup.h"

namespace yari::store {

/// Database::find_position (db/database.h); adds the damaged games that it meets to `damaged`.
/// Only games above `after`. The first `skipped_games` of them are counted but not replayed: the
/// index and the filter alone say that they have the position.
void find_position(GameReader& games, PostingReader& positions, DamagedGames& damaged,
                   const Setup& setup, const GameFilter& filter,
                   const std::function<bool(const Hit&)>& visit, std::int64_t skipped_games = 0,
                   GameId after = 0);

}  // namespace yari::store
