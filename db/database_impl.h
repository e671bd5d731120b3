/// \file
/// What a Database is made of; for the files that implement it.
#pragma once

#include "db/database.h"
#include "db/store/sqlite/find_position.h"
#include "db/store/sqlite/game_store.h"
#include "db/store/sqlite/posting_index.h"
#include "db/store/sqlite/schema.h"
#include "db/store/sqlite/sql_module.h"

namespace yari {

/// A connection whose file is known to be a database.
struct CheckedConnection : Connection {
  CheckedConnection(const std::filesystem::path& file, OpenMode mode) : Connection(file, mode) {
    prepare_schema(*this, mode);
  }
};

struct Database::Impl {
  Impl(const std::filesystem::path& file, OpenMode mode)
      : connection(file, mode),
        store(connection),
        positions(connection, "position"),
        contents(connection, "content") {
    register_games_at(connection.handle());
  }

  CheckedConnection connection;
  GameStore store;
  PostingIndex positions;
  PostingIndex contents;
};

/// The way to them for functions that are not members.
struct DatabaseParts {
  static auto& of(Database& database) { return *database.impl_; }
};

inline Connection& connection_of(Database& database) {
  return DatabaseParts::of(database).connection;
}

}  // namespace yari
