/// \file
/// Which stored games are the same: what an import passes over, and what counts as a duplicate.
#pragma once

#include <optional>

#include "db/database_impl.h"
#include "db/prepared_game.h"

namespace yari {

/// Whether start, but for the move number, and main line are the same.
bool same_line(const StoredLine& a, const StoredLine& b);

/// Whether a stored game is the same as `game`: its line is, and of games without moves the tags. A
/// damaged one is the same as none.
bool is_same_game(GameStore& store, GameId id, const PreparedGame& game);
/// The same of two stored games.
bool are_same_game(GameStore& store, GameId a, GameId b);

/// The first stored game that is the same as `game`, but for the one numbered `but`.
std::optional<GameId> find_same_game(Database::Impl& db, const PreparedGame& game, GameId but = 0);

}  // namespace yari
