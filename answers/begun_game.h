/// \file
/// A new game that people go on with: from a line on a board, with its tags.
#pragma once

#include "analysis/engine/engine.h"
#include "db/database.h"
#include "record/game.h"
#include "text/result.h"

namespace yari {

/// The game of this line; where the board ends it, with that result.
Game begun_game(const GamePosition& line);

/// Sets a tag of it. The error is a sentence: as add_setting, or the game has the tag already, or
/// the tag (a result, a handicap) is none that a new game has.
Result<void> set_tag_of_new_game(Game& game, const Tag& tag);

/// Stores it as a change, and returns its number. Throws DatabaseError.
GameId begin_game(Database& database, const Game& game);

}  // namespace yari
