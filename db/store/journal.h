/// \file
/// What a back end must do for the journal: keep games as they were before a change, and put them
/// back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/query/filter.h"

namespace yari::store {

/// What an entry keeps of games. On disk: never change.
enum class JournalKind {
  games,
  annotations,
  /// Games as they were when they were added: `undo` removes them.
  additions,
};

/// What an older or newer version may have written, too, is a change of games.
constexpr JournalKind journal_kind_numbered(std::int64_t number) {
  for (const JournalKind kind : {JournalKind::annotations, JournalKind::additions})
    if (number == static_cast<int>(kind)) return kind;
  return JournalKind::games;
}

struct StoredEntry {
  std::int64_t id = 0;
  /// "2024-05-01 12:00:00", UTC.
  std::string time;
  std::string what;
  JournalKind kind = JournalKind::games;
  std::int64_t games = 0;
};

class JournalReader {
 public:
  virtual ~JournalReader() = default;
  /// The last first.
  virtual std::vector<StoredEntry> entries() = 0;
  /// The games of an entry, in order.
  virtual std::vector<GameId> games(std::int64_t entry) = 0;
  virtual bool has(std::int64_t entry) = 0;
  /// Why the entry cannot be taken back whole: "the journal has 0 of its games, and was given 71".
  /// No value where it has what `keep` gave it. Entries of earlier versions are refused only when
  /// they are empty.
  virtual std::optional<std::string> fault(std::int64_t entry) = 0;
  /// Whether the change replaced the game's moves or notes, and not only its header; of a game that
  /// it deleted, whether the same game stood beside it.
  virtual bool has_other_record(std::int64_t entry, GameId id) = 0;
};

class JournalWriter {
 public:
  virtual ~JournalWriter() = default;
  /// Begins an entry; its number, above all that were given before.
  virtual std::int64_t begin(const std::string& what, JournalKind kind) = 0;
  /// Keeps the game as it is now, unless the entry has it already: header and record, or, in an
  /// entry of annotations, notes and annotation. False when nothing was kept. `other_record`: the
  /// change will replace its moves or notes, and not only its header, or delete it although the
  /// same game stands beside it.
  virtual bool keep(std::int64_t entry, GameId id, bool other_record = false) = 0;
  /// Brings a deleted game back, or gives one that is there its header, and its record where the
  /// change replaced it. Not its texts.
  virtual void restore_game(std::int64_t entry, GameId id) = 0;
  /// Gives the game the notes and the annotation that it had. Not its texts.
  virtual void restore_annotation(std::int64_t entry, GameId id) = 0;
  virtual void remove(std::int64_t entry) = 0;
  virtual void clear() = 0;
};

}  // namespace yari::store
