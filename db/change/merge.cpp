// The games of one database in another.
#include <map>
#include <optional>

#include "db/change/annotations.h"
#include "db/change/change.h"
#include "db/change/upkeep.h"
#include "db/database_impl.h"
#include "db/import/importer.h"

namespace yari {

namespace {

/// Copies the annotations of games that have none in the database they were merged into, where the
/// games have come as they were before.
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
      const Bytes annotated = notes_of(from_.games(), from);
      const Bytes own = annotation.own_notes.value_or(annotated);
      const Bytes here = notes_of(writing.games(), to);
      if (here == own) {
        if (own != annotated) replace_notes(writing, to, annotated);
      } else {
        // The game has notes of its own: the engine has written nothing into it.
        annotation.own_notes = here;
      }
      writing.batch->annotations().store(to, annotation);
    }
  }

 private:
  static Bytes notes_of(store::GameReader& games, GameId id) {
    const std::optional<store::StoredGame> game = games.game(id);
    return game ? game->notes : Bytes();
  }

  static void replace_notes(const Writing& writing, GameId id, const Bytes& notes) {
    const std::optional<Game> before = store::load(writing.games(), id);
    const std::optional<Game> after = store::load_with(writing.games(), id, notes);
    store::GameWriter& games = writing.batch->games();
    games.set_notes(id, notes);
    games.remove_text(id, searched_text(*before));
    games.add_text(id, searched_text(*after));
  }

  store::Snapshot& from_;
  std::vector<std::pair<GameId, GameId>> games_;
};

/// Copies the cards of positions that have none in the database they were merged into.
class CardMerge {
 public:
  explicit CardMerge(store::Snapshot& from) : from_(from) {
    from_.cards().each([&](const DrillCard& card) { return games_[card.game] = 0, true; });
  }

  /// The game of number `from` there is number `to` here.
  void note(GameId from, GameId to) {
    if (const auto found = games_.find(from); found != games_.end()) found->second = to;
  }
  /// Requires: the games are written.
  void write(const Writing& writing) {
    from_.cards().each([&](DrillCard card) {
      if (writing.snapshot->cards().find(card.source, card.position)) return true;
      card.id = 0;
      card.game = games_[card.game];
      writing.batch->cards().store(card);
      return true;
    });
  }

 private:
  store::Snapshot& from_;
  std::map<GameId, GameId> games_;
};

}  // namespace

MergeResult merge(Database& database, Database& other, const std::function<bool()>& keep_going) {
  MergeResult result;
  const auto from = store_of(other).snapshot();
  AnnotationMerge annotations(*from);
  CardMerge cards(*from);
  Importer importer(database);
  for (const GameId id : from->games().ids({}, {})) {
    if (keep_going && !keep_going()) break;
    ++result.games;
    std::optional<PreparedGame> game;
    try {
      const std::optional<OwnGame> stored = load_own_game(*from, id);
      if (!stored) store::throw_damaged(store_of(other).name(), id, store::not_found);
      game = prepare(stored->game);
    } catch (const DamagedGame& error) {
      result.rejected.emplace_back(error.what());
      continue;
    }
    const std::optional<Origin> origin = origin_of(other, id);
    const AddResult added = importer.add(*game, origin ? &*origin : nullptr);
    ++(added.added == Added::imported ? result.imported : result.duplicates);
    annotations.note(id, added.game);
    cards.note(id, added.game);
  }
  importer.finish();
  const Writing writing(DatabaseParts::of(database));
  annotations.write(writing);
  cards.write(writing);
  from->evaluations().each([&](const store::StoredEvaluation& evaluation) {
    result.evaluations += writing.batch->evaluations().add(evaluation) ? 1 : 0;
  });
  writing.batch->commit();
  return result;
}

}  // namespace yari
