/// \file
/// The tables of the journal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/journal.h"
#include "db/store/shared/journal_content.h"
#include "db/store/sqlite/file/lazy_statement.h"

namespace yari {

/// The tables journal and journal_games, and the annotations kept with them.
class JournalTables final : public store::JournalReader, public store::JournalWriter {
 public:
  explicit JournalTables(Connection& connection);

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
  /// What the entry has of a game; of a change of games in the first table alone.
  store::JournalContent kept(std::int64_t entry, GameId id, store::JournalKind kind);

  Connection& connection_;
  LazyStatement kind_, keep_, exists_, replaced_, put_header_, put_sums_, replace_record_,
      put_game_, put_record_, put_notes_, promise_;
  /// The rows of a game, of each table.
  std::vector<LazyStatement> kept_;
};

}  // namespace yari
