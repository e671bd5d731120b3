// What SQLite looks for in a library that it is told to load as "yaribase".
#include <sqlite3.h>

#include <exception>

#include "db/store/sqlite/sql_module.h"

// SQLite's own interface: its name follows from the file's.
extern "C" __attribute__((visibility("default"))) int sqlite3_yaribase_init(
    sqlite3* connection, char** error, const struct sqlite3_api_routines*);

int sqlite3_yaribase_init(sqlite3* connection, char** error, const struct sqlite3_api_routines*) {
  try {
    yari::register_games_at(connection);
    return SQLITE_OK;
  } catch (const std::exception& fault) {
    *error = sqlite3_mprintf("%s", fault.what());
    return SQLITE_ERROR;
  }
}
