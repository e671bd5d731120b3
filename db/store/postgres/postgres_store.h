/// \file
/// A database in PostgreSQL as a Store: one schema, or the shards of a cluster.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/store/open_mode.h"
#include "db/store/postgres/annotation_tables.h"
#include "db/store/postgres/checks.h"
#include "db/store/postgres/count_table.h"
#include "db/store/postgres/game_reader.h"
#include "db/store/postgres/game_writer.h"
#include "db/store/postgres/index/posting_table.h"
#include "db/store/postgres/journal_tables.h"
#include "db/store/postgres/name_search.h"
#include "db/store/postgres/origin_reader.h"
#include "db/store/postgres/server/shard_tables.h"
#include "db/store/sql/small_tables.h"
#include "db/store/store.h"

namespace yari::pg {

/// A snapshot is a transaction on every server, and sees each at one moment. Writers take turns: a
/// batch locks the home as soon as it reads, or writes anything but evaluations and the queue. It
/// is stored on the home first, where numbers are given, and then on the other servers; where one
/// of these fails in between, its part is missing, and the same command adds it again.
class PostgresStore final : public store::Store {
 public:
  /// `create` makes the tables where there are none. Throws DatabaseError.
  PostgresStore(const std::string& url, OpenMode mode, const Patience& patience = {});
  ~PostgresStore() override;

  std::string name() const override { return shards_->name(); }
  std::unique_ptr<store::Snapshot> snapshot() override;
  std::unique_ptr<store::Batch> batch(store::Durability durability) override;
  store::Changes changes() override;
  /// Each server names its moment to the connections of the others. Fewer where a server takes no
  /// more connections; none where a shard has moved since.
  std::vector<store::Reading> readings(int count) override;
  // Readers keep nothing from its place that merging would have to wait for.
  bool is_held_up() override { return false; }
  void rewrite(store::Gaps gaps) override;

  Shards& shards() { return *shards_; }

 private:
  class Reading;
  class Writing;
  std::int64_t version();

  std::unique_ptr<Shards> shards_;
  Patience patience_;
  OpenMode mode_;
  Names names_;
  GameReader games_;
  GameWriter game_writer_;
  PostingTable positions_, contents_;
  CountTable counts_;
  AnnotationTables annotations_;
  JournalTables journal_;
  ShardTables tables_;
  sql::SmallTables small_tables_;
  NameSearch name_search_;
  OriginReader origins_;
  Checks checks_;
  const store::Readers readers_{games_,   positions_, contents_,    counts_, annotations_,
                                journal_, origins_,   name_search_, checks_, small_tables_};
  const store::Writers writers_{game_writer_, positions_, contents_,    counts_,
                                annotations_, journal_,   game_writer_, small_tables_};
  Statement version_;
  Reading* snapshot_ = nullptr;
  Writing* batch_ = nullptr;
  /// Commits of ours.
  std::int64_t own_ = 0;
};

}  // namespace yari::pg
