// Every change is journaled in the batch that makes it: a command may end at any game.
#include "db/change/annotations.h"

#include "db/codec/notes_blob.h"
#include "db/database_impl.h"

namespace yari {

std::optional<OwnGame> load_own_game(Database& database, GameId id) {
  return load_own_game(*store_of(database).snapshot(), id);
}

std::optional<OwnGame> load_own_game(store::Snapshot& snapshot, GameId id) {
  const std::optional<StoredAnnotation> annotation = snapshot.annotations().load(id);
  std::optional<Game> game = annotation && annotation->own_notes
                                 ? store::load_with(snapshot.games(), id, *annotation->own_notes)
                                 : store::load(snapshot.games(), id);
  if (!game) return std::nullopt;
  return OwnGame{*std::move(game), annotation && !annotation->own_notes};
}

struct AnnotationChange::Impl {
  Database& database;
  std::string what;
  /// Begun when the first game is kept.
  std::int64_t entry = 0;

  /// Keeps the game as it is, then writes `tree` and, where there is one, the annotation.
  void replace(GameId id, const MoveTree& tree, const StoredAnnotation* annotation) {
    store::Store& store = store_of(database);
    const auto batch = store.batch();
    // Somebody else may have taken back or forgotten what was written so far.
    if (!store.snapshot()->journal().has(entry))
      entry = batch->journal().begin(what, store::JournalKind::annotations);
    batch->journal().keep(entry, id);
    database.replace_notes(id, tree);
    if (annotation != nullptr)
      batch->annotations().store(id, *annotation);
    else
      batch->annotations().remove(id);
    batch->commit();
  }
};

AnnotationChange::AnnotationChange(Database& database, std::string what)
    : impl_(new Impl{database, std::move(what)}) {}
AnnotationChange::~AnnotationChange() = default;

void AnnotationChange::store(GameId id, const Game& own, const MoveTree& annotated,
                             const StoredAnnotation& annotation) {
  StoredAnnotation whole = annotation;
  whole.own_notes = encode_notes(own.moves, own.unread);
  impl_->replace(id, annotated, &whole);
}

void AnnotationChange::clear(GameId id, const Game& own) { impl_->replace(id, own.moves, nullptr); }

}  // namespace yari
