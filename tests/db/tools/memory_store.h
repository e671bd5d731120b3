/// \file
/// A store in memory: the second back end, which shows that db/ asks for nothing that only SQLite
/// can give.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "db/store/sql/small_tables.h"
#include "db/store/sqlite/file/file_tables.h"
#include "db/store/store.h"
#include "tests/support/sqlite.h"

namespace yari::test {

/// A change that can be taken back.
struct MemoryEntry {
  std::string what;
  store::JournalKind kind = store::JournalKind::games;
  std::map<GameId, store::StoredGame> games;
  std::map<GameId, StoredAnnotation> annotations;
  /// Games whose record the change replaced.
  std::set<GameId> other_records;
};

/// The tables that belong to no game: there is one text of SQL for them, which needs SQLite here,
/// too. A copy is another database.
class MemoryTables {
 public:
  MemoryTables();
  MemoryTables(const MemoryTables& other);
  /// The game is gone.
  void forget(GameId game);

 private:
  PlainSqlite sqlite_{":memory:"};
  FileTables tables_{*sqlite_};

 public:
  sql::SmallTables small{tables_};
};

/// All that is stored, as one value.
struct MemoryContent {
  std::map<GameId, store::StoredGame> games;
  std::map<GameId, std::string> texts;
  /// Sorted.
  std::vector<Posting> positions, contents;
  std::map<GameId, StoredAnnotation> annotations;
  std::map<std::int64_t, MemoryEntry> journal;
  /// Positions that are counted, and their counts.
  std::map<IndexKey, std::string> counted;
  std::map<IndexKey, PositionCounts> counts;
  std::map<GameId, Origin> origins;
  std::map<std::string, std::int64_t> starts, players;
  GameId next_game = 1;
  std::int64_t next_entry = 1;
  MemoryTables tables;
};

/// Where stores keep their games; several can be open on one place.
struct MemoryPlace {
  std::shared_ptr<const MemoryContent> content = std::make_shared<MemoryContent>();
  bool is_written = false;
  std::int64_t version = 0;
};

std::unique_ptr<store::Store> open_memory(std::shared_ptr<MemoryPlace> place);

}  // namespace yari::test
