/// \file
/// The tables of annotations.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "db/store/annotation.h"
#include "db/store/filter.h"
#include "db/store/sqlite/connection.h"

namespace yari {

/// The tables annotations, annotated_players, judgements and own_notes.
class AnnotationTable {
 public:
  explicit AnnotationTable(Connection& connection) : connection_(connection) {}

  /// Puts the annotation in the place of the one the game has. Inside a transaction where one is
  /// open. Requires: there is such a game.
  void store(GameId game, const StoredAnnotation& annotation);
  /// No value when the game is not annotated or there is no such game. Throws DamagedGame.
  std::optional<StoredAnnotation> load(GameId game);
  /// In order; deleted ones may be among them.
  std::vector<GameId> games();
  void drop_lost();
  /// A sentence for each row that does not fit its game or holds numbers that cannot be; `most` at
  /// most.
  std::vector<std::string> faults(std::size_t most);

 private:
  Connection& connection_;
};

/// The judgements of single moves of many games; keeps its statement.
class JudgementRows {
 public:
  explicit JudgementRows(Connection& connection);
  /// Of the move after `ply` moves of a game of `v`, in order of kind.
  std::vector<StoredJudgement> at(GameId game, int ply, Variant v);

 private:
  Statement rows_;
};

}  // namespace yari
