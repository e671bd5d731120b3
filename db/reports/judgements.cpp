// The database's side of annotations.
#include "db/reports/judgements.h"

#include "db/database_impl.h"

namespace yari {

void store_annotation(Database& database, GameId game, const StoredAnnotation& annotation) {
  const auto batch = store_of(database).batch();
  batch->annotations().store(game, annotation);
  batch->commit();
}

std::optional<StoredAnnotation> load_annotation(Database& database, GameId game) {
  return store_of(database).snapshot()->annotations().load(game);
}

std::vector<StoredJudgement> JudgementReader::at(GameId game, int ply, Variant v) {
  return store_of(*database_).snapshot()->annotations().judgements(game, ply, v);
}

std::vector<GameId> annotated_games(Database& database) {
  return store_of(database).snapshot()->annotations().games();
}

}  // namespace yari
