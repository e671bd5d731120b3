/// \file
/// The SQLite file behind a Database, for what is not asked of a Store yet.
#pragma once

#include "db/database_impl.h"
#include "db/store/sqlite/sqlite_store.h"

namespace yari {

inline bool is_sqlite(Database& database) {
  return dynamic_cast<SqliteStore*>(&store_of(database)) != nullptr;
}
/// Requires: is_sqlite.
inline Connection& connection_of(Database& database) {
  return dynamic_cast<SqliteStore&>(store_of(database)).connection();
}

}  // namespace yari
