// Every change is journaled in the transaction that makes it: a command may end at any game.
#include "db/annotations.h"

#include "db/codec/notes_blob.h"
#include "db/database_impl.h"
#include "db/store/sqlite/annotation_journal.h"

namespace yari {

std::optional<OwnGame> load_own_game(Database& database, GameId id) {
  const ReadScope scope(DatabaseParts::of(database).connection);
  const std::optional<StoredAnnotation> annotation = load_annotation(database, id);
  std::optional<Game> game =
      annotation && annotation->own_notes
          ? DatabaseParts::of(database).store.load_with(id, *annotation->own_notes)
          : database.load_game(id);
  if (!game) return std::nullopt;
  return OwnGame{*std::move(game), annotation && !annotation->own_notes};
}

struct AnnotationChange::Impl {
  Database& database;
  AnnotationJournal journal;

  /// Keeps the game as it is, then writes `tree` and, where there is one, the annotation.
  void replace(GameId id, const MoveTree& tree, const StoredAnnotation* annotation) {
    Connection& connection = DatabaseParts::of(database).connection;
    WriteScope scope(connection);
    journal.keep(id);
    database.replace_notes(id, tree);
    if (annotation != nullptr)
      store_annotation(database, id, *annotation);
    else
      drop_annotation(connection, id);
    scope.commit();
  }
};

AnnotationChange::AnnotationChange(Database& database, std::string what)
    : impl_(new Impl{database,
                     AnnotationJournal(DatabaseParts::of(database).connection, std::move(what))}) {}
AnnotationChange::~AnnotationChange() = default;

void AnnotationChange::store(GameId id, const Game& own, const MoveTree& annotated,
                             const StoredAnnotation& annotation) {
  StoredAnnotation whole = annotation;
  whole.own_notes = encode_notes(own.moves, own.unread);
  impl_->replace(id, annotated, &whole);
}

void AnnotationChange::clear(GameId id, const Game& own) { impl_->replace(id, own.moves, nullptr); }

}  // namespace yari
