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

/// A file as other programs open it, and make it where there is none: nothing that SQLite brings
/// along (dbstat) is switched off. `layer` names the layer between SQLite and the file: without it,
/// pages get no checksums (db/store/sqlite/file/page_sums.h).
class PlainSqlite {
 public:
  explicit PlainSqlite(const std::filesystem::path& file, const char* layer = nullptr)
      : handle_(open(file, layer)), connection_(handle_.get()) {}
  Connection& operator*() { return connection_; }
  const Connection& operator*() const { return connection_; }
  Connection* operator->() { return &connection_; }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  static std::unique_ptr<sqlite3, Close> open(const std::filesystem::path& file,
                                              const char* layer) {
    sqlite3* opened = nullptr;
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int code = sqlite3_open_v2(file.string().c_str(), &opened, flags, layer);
    std::unique_ptr<sqlite3, Close> handle(opened);
    if (code != SQLITE_OK) throw std::runtime_error(file.string() + " cannot be opened");
    sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    return handle;
  }

  std::unique_ptr<sqlite3, Close> handle_;
  Connection connection_;
};

}  // namespace yari
