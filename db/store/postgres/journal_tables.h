/// \file
/// The journal: its entries lie in the home, the games of an entry in their shards.
#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "db/store/journal.h"
#include "db/store/postgres/server/shard_tables.h"
#include "db/store/sql/kept_games.h"

namespace yari::pg {

class JournalTables final : public store::JournalReader, public store::JournalWriter {
 public:
  explicit JournalTables(Shards& shards) : shards_(shards) {}

  std::vector<store::StoredEntry> entries() override;
  std::vector<GameId> games(std::int64_t entry) override;
  bool has(std::int64_t entry) override;
  std::optional<std::string> fault(std::int64_t entry) override;
  bool has_other_record(std::int64_t entry, GameId id) override;

  std::int64_t begin(const std::string& what, store::JournalKind kind) override;
  bool keep(std::int64_t entry, GameId id, bool other_record) override;
  void restore_game(std::int64_t entry, GameId id) override;
  void restore_annotation(std::int64_t entry, GameId id) override;
  void remove(std::int64_t entry) override;
  void clear() override;

  /// Writes how much was kept; before each commit.
  void finish();
  /// A batch was not committed.
  void forget() { kept_.clear(); }
  /// A part of the last batch was lost: lowers the number of games of the last change to what the
  /// servers have, and removes the change if they have none.
  void settle();

 private:
  store::JournalKind kind_of(std::int64_t entry);
  /// What a shard keeps.
  struct Place {
    explicit Place(const Shard& shard);
    ShardTables tables;
    sql::KeptGames kept;
  };
  sql::KeptGames& kept_in(std::size_t shard);
  /// Requires: the game was placed.
  sql::KeptGames& kept_of(GameId id) { return kept_in(shards_.of_game(id).value_or(0)); }

  Shards& shards_;
  /// By shard: made when they are needed first.
  std::vector<std::unique_ptr<Place>> places_;
  /// What this batch has kept, by entry, kind and shard.
  std::map<std::tuple<std::int64_t, int, std::size_t>, store::JournalContent> kept_;
};

}  // namespace yari::pg
