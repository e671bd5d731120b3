/// \file
/// The moves of a game as a table that SQL can ask: `game_plies(ID)`.
#pragma once

#include <string>

#include "rules/move.h"
#include "rules/setup.h"

struct sqlite3;

namespace yari {

/// Writes a legal move of a position for people; db/ itself knows USI alone.
using MoveNotation = std::string (*)(const Setup& position, Move move);

/// Makes the table-valued function game_plies(id) known to a connection.
///
/// A row for each position of the main line, from the start: `ply` moves were played before it
/// (as in games_at and judgements_view), `side` is to move, `sfen`, then the move played there:
/// `usi`, `move` (by `notation`), `score` (centipawns) or `mate` (plies) after it from the mover's
/// view, `judgement` (several joined by commas), `spent_ms`, `left_ms`, `comment`. In the last row
/// the move is NULL, and so is what is not known. A number that no game has gives no rows. Throws
/// DatabaseError.
void register_game_plies(sqlite3* connection, MoveNotation notation);

}  // namespace yari
