/// \file
/// The SQLite file behind a Database, for tests that damage it or look into its tables.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "db/database_impl.h"
#include "db/store/sqlite/sqlite_store.h"

namespace yari {

/// Requires: the database is a SQLite file.
inline Connection& connection_of(Database& database) {
  return dynamic_cast<SqliteStore&>(store_of(database)).connection();
}

/// A file as other programs open it: nothing that SQLite brings along (dbstat) is switched off.
class PlainSqlite {
 public:
  explicit PlainSqlite(const std::filesystem::path& file)
      : handle_(open(file)), connection_(handle_.get()) {}
  Connection& operator*() { return connection_; }
  Connection* operator->() { return &connection_; }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  static sqlite3* open(const std::filesystem::path& file) {
    sqlite3* handle = nullptr;
    if (sqlite3_open_v2(file.c_str(), &handle, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK)
      throw std::runtime_error(file.string() + " cannot be opened");
    return handle;
  }

  std::unique_ptr<sqlite3, Close> handle_;
  Connection connection_;
};

}  // namespace yari
