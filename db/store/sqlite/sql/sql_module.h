/// \file
/// The index of positions as a table that SQL can ask: `games_at('SFEN')`.
#pragma once

struct sqlite3;

namespace yari {

/// Makes the table-valued function games_at(sfen, variant) known to a connection.
///
/// Its rows are `game, ply, next`: every place in a main line where the position occurs, and the
/// move played there in USI (NULL at the end of the game). `variant` may be left out where the
/// board says it, or for "startpos" of Yari Shogi. Throws DatabaseError.
void register_games_at(sqlite3* connection);

}  // namespace yari
