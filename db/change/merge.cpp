// The games of one database in another.
#include <optional>

#include "db/change/upkeep.h"
#include "db/database_impl.h"
#include "db/import/importer.h"

namespace yari {

namespace {

/// Copies the annotations of games that have none in the database they were merged into.
class AnnotationMerge {
 public:
  explicit AnnotationMerge(store::Snapshot& from) : from_(from) {}

  /// The game of number `from` there is number `to` here.
  void note(GameId from, GameId to) {
    if (from_.annotations().has(from)) games_.emplace_back(from, to);
  }
  /// Requires: the games are written.
  void write(const Writing& writing) {
    for (const auto& [from, to] : games_) {
      if (writing.snapshot->annotations().has(to)) continue;
      StoredAnnotation annotation = from_.annotations().load(from).value();
      const Bytes here = notes_of(writing.games(), to);
      // Where the game kept notes of its own, the engine has written nothing into it.
      if (here != notes_of(from_.games(), from)) annotation.own_notes = here;
      writing.batch->annotations().store(to, annotation);
    }
  }

 private:
  static Bytes notes_of(store::GameReader& games, GameId id) {
    const std::optional<store::StoredGame> game = games.game(id);
    return game ? game->notes : Bytes();
  }

  store::Snapshot& from_;
  std::vector<std::pair<GameId, GameId>> games_;
};

}  // namespace

MergeResult merge(Database& database, Database& other, const std::function<bool()>& keep_going) {
  MergeResult result;
  const auto from = store_of(other).snapshot();
  AnnotationMerge annotations(*from);
  Importer importer(database);
  for (const GameId id : from->games().ids({}, {})) {
    if (keep_going && !keep_going()) break;
    ++result.games;
    std::optional<PreparedGame> game;
    try {
      const std::optional<Game> stored = store::load(from->games(), id);
      if (!stored) store::throw_damaged(store_of(other).name(), id, store::not_found);
      game = prepare(*stored);
    } catch (const DamagedGame& error) {
      result.rejected.emplace_back(error.what());
      continue;
    }
    const std::optional<Origin> origin = origin_of(other, id);
    const AddResult added = importer.add(*game, origin ? &*origin : nullptr);
    ++(added.added == Added::imported ? result.imported : result.duplicates);
    annotations.note(id, added.game);
  }
  importer.finish();
  const Writing writing(DatabaseParts::of(database));
  annotations.write(writing);
  from->evaluations().each([&](const store::StoredEvaluation& evaluation) {
    result.evaluations += writing.batch->evaluations().add(evaluation) ? 1 : 0;
  });
  writing.batch->commit();
  return result;
}

}  // namespace yari
