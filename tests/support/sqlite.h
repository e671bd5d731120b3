/// \file
/// The SQLite file behind a Database, for tests that damage it or look into its tables.
#pragma once

#include "db/database_impl.h"
#include "db/store/sqlite/sqlite_store.h"

namespace yari {

/// Requires: the database is a SQLite file.
inline Connection& connection_of(Database& database) {
  return dynamic_cast<SqliteStore&>(store_of(database)).connection();
}

}  // namespace yari
