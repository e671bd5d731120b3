/// \file
/// The journal: its entries lie in the home, the games of an entry in their shards.
#pragma once

#include "db/store/journal.h"
#include "db/store/postgres/shards.h"

namespace yari::pg {

class JournalTables final : public store::JournalReader, public store::JournalWriter {
 public:
  explicit JournalTables(Shards& shards) : shards_(shards) {}

  std::vector<store::StoredEntry> entries() override;
  std::vector<GameId> games(std::int64_t entry) override;
  bool has(std::int64_t entry) override;
  bool has_other_record(std::int64_t entry, GameId id) override;

  std::int64_t begin(const std::string& what, store::JournalKind kind) override;
  bool keep(std::int64_t entry, GameId id, bool other_record) override;
  void restore_game(std::int64_t entry, GameId id) override;
  void restore_annotation(std::int64_t entry, GameId id) override;
  void remove(std::int64_t entry) override;
  void clear() override;

 private:
  store::JournalKind kind_of(std::int64_t entry);
  bool keep_annotation(const Shard& shard, std::int64_t entry, GameId id);
  /// Requires: the game was placed.
  const Shard& shard_of(GameId id) { return shards_[shards_.of_game(id).value_or(0)]; }

  Shards& shards_;
};

}  // namespace yari::pg
