/// \file
/// The journal of annotations: the notes and judgements of games as they were before a change.
#pragma once

#include <string>
#include <vector>

#include "db/store/filter.h"
#include "db/store/sqlite/connection.h"

namespace yari {

/// `journal.kind`. On disk: never change.
enum class JournalKind { games, annotations };

/// One entry of the journal, made when the first game is kept.
class AnnotationJournal {
 public:
  AnnotationJournal(Connection& connection, std::string what);

  /// Keeps notes and annotation of the game, unless the entry has them already. Requires: an open
  /// write transaction.
  void keep(GameId id);

 private:
  Connection& connection_;
  std::string what_;
  std::int64_t entry_ = 0;
};

/// Puts the annotation in the journal in the place of the one the game has, but not its notes.
/// Requires: an open write transaction.
void restore_annotation(Connection& connection, std::int64_t entry, GameId id);

/// Requires: an open write transaction.
void drop_annotation(Connection& connection, GameId id);

}  // namespace yari
