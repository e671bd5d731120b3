/// \file
/// What a Database is made of; for the files that implement it.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "db/count_limits.h"
#include "db/database.h"
#include "db/store/shared/damaged_games.h"
#include "db/store/sql/small_tables.h"
#include "db/store/store.h"

namespace yari {

struct Database::Impl {
  explicit Impl(std::unique_ptr<store::Store> opened) : store(std::move(opened)) {}

  std::unique_ptr<store::Store> store;
  /// Those that searches have left out.
  store::DamagedGames damaged;
  CountLimits count_limits;
  /// A step of a merge writes about so much; a transaction never more than 64 MiB.
  std::int64_t merge_bytes = std::int64_t{16} << 20;
  /// While indexes are rebuilt, or games added by hand, postings are written after this many; a
  /// store that rebuilds in steps commits then.
  std::size_t reindex_postings = std::size_t{4} << 20;
  /// See watch_changes.
  std::function<void()> change_step;
};

/// The way to it for functions that are not members.
struct DatabaseParts {
  static Database::Impl& of(Database& database) { return *database.impl_; }
};

inline store::Store& store_of(Database& database) { return *DatabaseParts::of(database).store; }

/// Rebuilds the index of comments where its words are of an earlier form (query::word_form).
void renew_words(store::Store& store);

/// A batch, and what it sees.
struct Writing {
  explicit Writing(Database::Impl& database)
      : db(database), batch(db.store->batch()), snapshot(db.store->snapshot()) {
    step();
  }

  /// A game of a change, or its end. It may throw.
  void step() const {
    if (db.change_step) db.change_step();
  }

  store::GameReader& games() const { return snapshot->games(); }

  Database::Impl& db;
  std::unique_ptr<store::Batch> batch;
  std::unique_ptr<store::Snapshot> snapshot;
};

}  // namespace yari
