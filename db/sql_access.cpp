#include "db/sql_access.h"

#include "db/database_impl.h"
#include "db/store/sqlite/sql/plies_module.h"
#include "db/store/sqlite/sql/sql_module.h"
#include "db/store/sqlite/sql/user_sql.h"
#include "db/store/sqlite/sqlite_store.h"

namespace yari {

namespace {

Connection& connection_of(Database& database) {
  if (auto* const file = dynamic_cast<SqliteStore*>(&store_of(database))) return file->connection();
  throw DatabaseError(store_of(database).name() +
                      ": is no SQLite file; ask PostgreSQL with psql (docs/cluster.md)");
}

}  // namespace

void register_sql_functions(sqlite3* connection, MoveNotation notation) {
  register_games_at(connection);
  register_game_plies(connection, notation);
}

int register_in_library(sqlite3* connection, char** error, MoveNotation notation) {
  return report_to_sqlite(error, [&] { register_sql_functions(connection, notation); });
}

SqlReader::SqlReader(Database& database, const SqlLimits& limits, MoveNotation notation)
    : database_(database), limits_(limits) {
  register_sql_functions(connection_of(database).handle(), notation);
  restrict_to_reading(connection_of(database), limits);
}

Result<void> SqlReader::run(std::string_view sql, const SqlRows& rows) {
  return run_sql(connection_of(database_), sql, limits_, rows);
}

bool is_whole_statement(const std::string& sql) { return is_complete_sql(sql); }

}  // namespace yari
