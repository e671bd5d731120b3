/// \file
/// The tables of the journal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/journal.h"
#include "db/store/sql/kept_games.h"
#include "db/store/sqlite/file/lazy_statement.h"

namespace yari {

/// The tables journal and journal_games, and the annotations kept with them.
class JournalTables final : public store::JournalReader, public store::JournalWriter {
 public:
  /// Requires: both outlive this, and are of one file.
  JournalTables(Connection& connection, sql::Tables& tables);

  std::vector<store::StoredEntry> entries() override;
  std::vector<GameId> games(std::int64_t entry) override;
  bool has(std::int64_t entry) override;
  std::optional<std::string> fault(std::int64_t entry) override;
  bool has_other_record(std::int64_t entry, GameId id) override;

  std::int64_t begin(const std::string& what, store::JournalKind kind) override;
  bool keep(std::int64_t entry, GameId id, bool other_record = false) override;
  void restore_game(std::int64_t entry, GameId id) override;
  void restore_annotation(std::int64_t entry, GameId id) override;
  void remove(std::int64_t entry) override;
  void clear() override;

  /// A sentence for each entry or kept game that cannot be brought back; `most` at most.
  std::vector<std::string> faults(std::size_t most);

 private:
  store::JournalKind kind_of(std::int64_t entry);

  Connection& connection_;
  LazyStatement kind_, promise_;
  sql::KeptGames kept_;
};

}  // namespace yari
