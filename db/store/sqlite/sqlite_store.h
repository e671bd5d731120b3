/// \file
/// A SQLite file as a Store.
#pragma once

#include <filesystem>
#include <memory>

#include "db/store/sql/small_tables.h"
#include "db/store/sqlite/annotation_table.h"
#include "db/store/sqlite/checks.h"
#include "db/store/sqlite/file/file_tables.h"
#include "db/store/sqlite/games/game_reader.h"
#include "db/store/sqlite/games/game_writer.h"
#include "db/store/sqlite/games/origin_table.h"
#include "db/store/sqlite/games/rebuilding.h"
#include "db/store/sqlite/index/count_table.h"
#include "db/store/sqlite/index/posting_index.h"
#include "db/store/sqlite/journal_tables.h"
#include "db/store/sqlite/name_search.h"
#include "db/store/store.h"

namespace yari {

/// A connection whose file is known to be a database.
struct CheckedConnection : Connection {
  CheckedConnection(const std::filesystem::path& file, OpenMode mode);
};

class SqliteStore final : public store::Store {
 public:
  SqliteStore(const std::filesystem::path& file, OpenMode mode);

  std::string name() const override;
  std::unique_ptr<store::Snapshot> snapshot() override;
  std::unique_ptr<store::Batch> batch(store::Durability durability) override;
  store::Changes changes() override;
  std::vector<store::Reading> readings(int count) override;
  bool is_held_up() override;
  bool rebuilds_in_steps() const override { return true; }
  std::vector<std::string> accepted_damage() override;
  void rewrite(store::Gaps gaps) override;

  /// For what SQLite alone can do, and for tests.
  Connection& connection() { return connection_; }

 private:
  class Reading;
  class Writing;
  /// Opens the same file once more, to read on another thread.
  std::unique_ptr<SqliteStore> reader() const;
  bool forget_accepted_pages();
  void accept_all_that_is_kept();

  CheckedConnection connection_;
  SqliteGameReader games_;
  SqliteGameWriter game_writer_;
  PostingIndex positions_, contents_;
  CountTable counts_;
  FileTables tables_;
  AnnotationTable annotations_;
  JournalTables journal_;
  sql::SmallTables small_tables_;
  OriginTable origins_;
  NameSearch names_;
  SqliteChecks checks_;
  const store::Readers readers_{games_,   positions_, contents_, counts_, annotations_,
                                journal_, origins_,   names_,    checks_, small_tables_};
  const store::Writers writers_{game_writer_, positions_, contents_, counts_,
                                annotations_, journal_,   origins_,  small_tables_};
  LazyStatement data_version_;
  Rebuilding rebuilding_;
  /// What changes().by_others was in the last batch.
  std::int64_t known_version_ = -1;
};

}  // namespace yari
