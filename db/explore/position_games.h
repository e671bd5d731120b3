/// \file
/// The games in which a position occurs: pages of a long list, and how many there are.
#pragma once

#include <cstdint>
#include <functional>

#include "db/database.h"

namespace yari {

/// Calls `visit` with the first hit of each game that comes to the position, in order of game,
/// until it returns false. Only games above `after`; the first `offset` of them are left out.
///
/// Those are counted off by the index and the filter, without a look at their moves, so that the
/// end of a long list is reached in milliseconds; where the index is damaged the page may begin a
/// little early or late. As Database::find_position in everything else.
void each_game_with(Database& database, const Setup& position, const GameFilter& filter,
                    std::int64_t offset, const std::function<bool(const Hit&)>& visit,
                    GameId after = 0);

/// How many games come to the position, by whatever moves: what explore() returns about it, without
/// its moves. `check` is called now and then and may throw; it may be empty.
std::int64_t games_with(Database& database, const Setup& position, const GameFilter& filter,
                        const std::function<void()>& check = {});

}  // namespace yari
