/// \file
/// Games through a position, on the parts of a database that it takes.
#pragma once

#include <functional>

#include "db/store/filter.h"
#include "db/store/hit.h"
#include "db/store/sqlite/game_store.h"
#include "db/store/sqlite/posting_index.h"
#include "rules/setup.h"

namespace yari {

/// Database::find_position (db/database.h).
void find_position(Connection& connection, GameStore& store, PostingIndex& positions,
                   const Setup& setup, const GameFilter& filter,
                   const std::function<bool(const Hit&)>& visit);

}  // namespace yari
