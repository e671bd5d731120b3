// The entry point that SQLite calls when it loads the library "yaribase".
#include "db/sql_access.h"
#include "import/sql_functions.h"

// SQLite's own interface: its name follows from the file's.
extern "C" __attribute__((visibility("default"))) int sqlite3_yaribase_init(
    sqlite3* connection, char** error, const struct sqlite3_api_routines*);

int sqlite3_yaribase_init(sqlite3* connection, char** error, const struct sqlite3_api_routines*) {
  return yari::register_in_library(connection, error, yari::hodges_move);
}
