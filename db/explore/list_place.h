/// \file
/// Whether a list can go on after a game.
#pragma once

#include "db/database.h"

namespace yari {

/// Whether the game has a place in every list, so that ListOptions::after can name it: it is
/// stored, or was deleted and is kept for undo.
bool has_place(Database& database, GameId id);

}  // namespace yari
