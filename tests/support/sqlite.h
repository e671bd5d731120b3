/// \file
/// The SQLite file behind a Database, for tests that damage it or look into its tables.
#pragma once

#include <sqlite3.h>

#include "db/database_impl.h"
#include "db/store/sqlite/sqlite_store.h"

namespace yari {

/// Requires: the database is a SQLite file. What a test asks may call any function.
inline Connection& connection_of(Database& database) {
  Connection& connection = dynamic_cast<SqliteStore&>(store_of(database)).connection();
  sqlite3_set_authorizer(connection.handle(), nullptr, nullptr);
  return connection;
}

}  // namespace yari
