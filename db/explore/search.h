/// \file
/// Running a query over a database: by index where it can be, else over all games on several
/// threads.
#pragma once

#include <cstdint>
#include <functional>

#include "db/database.h"
#include "db/query/query.h"

namespace yari {

struct SearchOptions {
  /// Threads that look at games; 0: as many as the machine has.
  int threads = 0;
  /// Gets the games done and how many there are to look at, now and then; may be empty.
  std::function<void(std::int64_t, std::int64_t)> progress;
};

/// Calls `visit` for every place where the query holds, in order of game and ply, until it returns
/// false. The first hits come while later games are still being searched.
///
/// `filter` narrows the games further. Throws DatabaseError when the file fails. A game whose moves
/// are damaged is left out, and remembered (db/skipped_games.h).
void search(Database& database, const query::Query& query, const GameFilter& filter,
            const SearchOptions& options, const std::function<bool(const Hit&)>& visit);

}  // namespace yari
