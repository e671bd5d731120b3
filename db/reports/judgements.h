/// \file
/// What annotation found in stored games: the moves of note and the players in numbers, as rows
/// that searches, profiles and people's own SQL read.
#pragma once

#include <optional>
#include <vector>

#include "db/database.h"
#include "db/store/annotation.h"

namespace yari {

/// Puts the annotation in the place of the one the game has. Inside a transaction where one is
/// open. Requires: there is such a game. Throws DatabaseError, as every function here does.
void store_annotation(Database& database, GameId game, const StoredAnnotation& annotation);

/// No value when the game is not annotated or there is no such game.
std::optional<StoredAnnotation> load_annotation(Database& database, GameId game);

/// What was found about single moves.
class JudgementReader {
 public:
  /// Requires: the database outlives this.
  explicit JudgementReader(Database& database) : database_(&database) {}
  /// Of the move after `ply` moves of a game of `v`, in order of kind.
  std::vector<StoredJudgement> at(GameId game, int ply, Variant v);

 private:
  Database* database_;
};

/// The numbers of the games that have an annotation, in order; deleted ones may be among them.
std::vector<GameId> annotated_games(Database& database);

}  // namespace yari
