/// \file
/// Asking a database in SQL: `yari sql`, and the library that the sqlite3 shell loads.
#pragma once

#include <string>
#include <string_view>

#include "db/database.h"
#include "db/store/shared/sql_rows.h"
#include "rules/move.h"
#include "text/result.h"

struct sqlite3;

namespace yari {

/// Writes a legal move of a position for people; db/ itself knows USI alone.
using MoveNotation = std::string (*)(const Setup& position, Move move);

/// Makes games_at(sfen, variant) and game_plies(id) known to a connection (docs/sql.md). Throws
/// DatabaseError.
void register_sql_functions(sqlite3* connection, MoveNotation notation);

/// What SQLite wants of a library that it loads: its code, 0 when all is well, else `error` in
/// memory of SQLite's.
int register_in_library(sqlite3* connection, char** error, MoveNotation notation);

/// A database that answers statements that read, and no others.
class SqlReader {
 public:
  /// From now on the database cannot be written through this object; the limit of memory holds for
  /// the process.
  SqlReader(Database& database, const SqlLimits& limits, MoveNotation notation);

  /// Runs statements one after another. The error's offset is the place in `sql`.
  Result<void> run(std::string_view sql, const SqlRows& rows);

 private:
  Database& database_;
  SqlLimits limits_;
};

/// Whether the text ends after a whole statement, so that a prompt may run it.
bool is_whole_statement(const std::string& sql);

}  // namespace yari
