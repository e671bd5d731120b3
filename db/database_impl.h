/// \file
/// What a Database is made of; for the files that implement it.
#pragma once

#include <memory>
#include <optional>

#include "db/database.h"
#include "db/store/damaged_games.h"
#include "db/store/store.h"

namespace yari {

struct Database::Impl {
  explicit Impl(std::unique_ptr<store::Store> opened) : store(std::move(opened)) {}

  std::unique_ptr<store::Store> store;
  /// Those that searches have left out.
  store::DamagedGames damaged;
};

/// The way to it for functions that are not members.
struct DatabaseParts {
  static Database::Impl& of(Database& database) { return *database.impl_; }
};

inline store::Store& store_of(Database& database) { return *DatabaseParts::of(database).store; }

}  // namespace yari
