/// \file
/// Games of one day that differ in a few moves: one of them may be the other with slips of the pen.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "db/query/filter.h"
#include "db/store/stored_line.h"

namespace yari {

/// Games of fewer plies are alike by chance.
inline constexpr int least_plies_alike = 20;

/// Whether `shorter` is how `longer` begins.
bool begins(const StoredLine& shorter, const StoredLine& longer);

/// Whether the games are of one kind and at least 80 % of the shorter one's moves, of which there
/// are least_plies_alike or more, stand at the same place in the other. Not where one is the other
/// or its beginning.
bool near_same(const StoredLine& a, const StoredLine& b);

/// Calls `visit` with each two of `games` that are near the same, the smaller number first, in no
/// order; of a game that is near many others perhaps with some of them alone. Games without a line
/// are left out. Takes memory for the lines of 2 `part` games, and hardly more time than it takes
/// to read them, unless they are much alike. Requires: `games` are in order.
void find_near_same(std::span<const GameId> games,
                    const std::function<std::optional<StoredLine>(GameId)>& line,
                    const std::function<void(GameId, GameId)>& visit, std::size_t part = 50'000);

}  // namespace yari
