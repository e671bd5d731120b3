/// \file
/// What entries of the journal keep of games: rows are copied from table to table, and back.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "db/query/filter.h"
#include "db/store/shared/journal_content.h"
#include "db/store/sql/statement.h"

namespace yari::sql {

/// A table with rows of entries.
struct KeptTable {
  const char* name;
  /// Those that are kept after `entry`, which comes first. The sums of entries depend on them and
  /// on their order: never change.
  const char* columns;
  /// With `entry`.
  int count;
  /// What has these columns of a game as it is.
  const char* source;
};

/// How a back end's tables of games look.
struct KeptForm {
  /// journal_games, and those of an annotation.
  std::span<const KeptTable> tables;
  /// The columns that games and journal_games have in common.
  const char* game_columns;
  /// Whether a row of journal_games says of which kind its entry is.
  bool has_kind;
  /// The tables whose rows are the game's annotation, and statements that put the rows of entry $1
  /// and game $2 into them.
  std::vector<const char*> annotation_tables;
  std::vector<std::string> put_annotation;
};

/// The games that entries keep in one place: in a file, or in a shard.
class KeptGames {
 public:
  /// Requires: the tables outlive this.
  KeptGames(Tables& tables, const KeptForm& form);

  /// Keeps header and record of the game as they are now. What was kept: nothing where the entry
  /// has the game already. Of an annotation the notes are kept, and its rows.
  store::JournalContent keep(std::int64_t entry, GameId id, bool other_record);
  store::JournalContent keep_annotation(std::int64_t entry, GameId id);
  /// What is there of an entry; of one of `games`, in the first table alone. Requires: an open
  /// transaction.
  store::JournalContent content(std::int64_t entry, store::JournalKind kind) const;

  bool has_other_record(std::int64_t entry, GameId id) const;
  void restore_game(std::int64_t entry, GameId id);
  void restore_annotation(std::int64_t entry, GameId id);

 private:
  /// Runs a statement that keeps rows of the `table`th table, and adds what it kept.
  void add_kept(std::size_t table, std::initializer_list<Parameter> parameters,
                store::JournalContent& content);

  Tables& tables_;
  const KeptForm& form_;
  Prepared keep_, other_record_, exists_, put_game_, put_record_, put_header_, put_sums_,
      replace_record_, put_notes_;
  /// By table: the first keeps the game of an annotation.
  std::vector<Prepared> keep_annotation_;
  std::vector<Prepared> put_annotation_;
};

}  // namespace yari::sql
