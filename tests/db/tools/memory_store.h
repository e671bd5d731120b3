/// \file
/// A store in memory: the second back end, which shows that db/ asks for nothing that only SQLite
/// can give.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "db/store/store.h"

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

/// Queued work, and who has it.
struct MemoryLease {
  store::WorkRow row;
  std::optional<std::int64_t> token;
  std::chrono::system_clock::time_point begun, lease_end, ended;
};
/// By number.
using MemoryQueue = std::map<std::int64_t, MemoryLease>;

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
  /// By engine, limits and position.
  std::map<std::pair<std::pair<std::string, std::string>, Key>, store::StoredEvaluation>
      evaluations;
  std::map<std::string, std::string> queries;
  std::map<std::int64_t, DrillCard> cards;
  std::int64_t next_card = 1;
  std::map<GameId, Origin> origins;
  MemoryQueue work, position_work;
  std::map<std::string, std::int64_t> starts, players;
  GameId next_game = 1;
  std::int64_t next_entry = 1;
};

/// Where stores keep their games; several can be open on one place.
struct MemoryPlace {
  std::shared_ptr<const MemoryContent> content = std::make_shared<MemoryContent>();
  bool is_written = false;
  std::int64_t version = 0;
};

std::unique_ptr<store::Store> open_memory(std::shared_ptr<MemoryPlace> place);

}  // namespace yari::test
