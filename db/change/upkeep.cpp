// Changes to stored games, each written into the journal before it is made.
#include "db/change/upkeep.h"

#include <fmt/format.h>

#include <utility>

#include "db/change/change.h"
#include "db/change/game_writer.h"
#include "db/import/same_game.h"
#include "db/index_batch.h"
#include "db/merging.h"
#include "record/game_size.h"

namespace yari {

namespace {

std::string counted(std::size_t games) {
  return games == 1 ? "1 game" : fmt::format("{} games", games);
}

bool stands_twice(store::Snapshot& snapshot, GameId id) {
  std::vector<std::string> damaged;
  const std::optional<Game> game = load_or_note(snapshot.games(), id, damaged);
  return game && find_same_game(snapshot, prepare(*game), id);
}

}  // namespace

void watch_changes(Database& database, std::function<void()> step) {
  DatabaseParts::of(database).change_step = std::move(step);
}

GameId add_game(Database& database, const std::string& what, const Game& game) {
  return add_games(database, what, {game}).front();
}

std::vector<GameId> add_games(Database& database, const std::string& what,
                              const std::vector<Game>& games) {
  Database::Impl& db = DatabaseParts::of(database);
  Writing writing(db);
  store::JournalWriter& journal = writing.batch->journal();
  const auto change = journal.begin(what, store::JournalKind::additions);
  IndexBatch postings(db.reindex_postings);
  std::vector<GameId> ids;
  for (const Game& game : games) {
    const PreparedGame prepared = prepare(game);
    const CountedGame facts = writing.batch->games().add(prepared);
    postings.add(facts, prepared);
    journal.keep(change, facts.id);
    ids.push_back(facts.id);
    if (!postings.full()) continue;
    postings.write(writing);
    make_room_for_runs(writing);
  }
  postings.write(writing);
  commit_and_merge(writing);
  return ids;
}

void note_additions(Database& database, const std::string& what, const std::vector<GameId>& ids) {
  Writing writing(DatabaseParts::of(database));
  store::JournalWriter& journal = writing.batch->journal();
  const std::int64_t entry = journal.begin(what, store::JournalKind::additions);
  for (const GameId id : ids) journal.keep(entry, id);
  writing.batch->commit();
}

std::int64_t delete_games(Database& database, const std::vector<GameId>& ids) {
  Change change(database, "delete " + counted(ids.size()));
  store::GameWriter& games = change.batch->games();
  for (const GameId id : ids) {
    if (!change.keep(id, stands_twice(*change.snapshot, id))) continue;
    // A damaged game can still be deleted.
    remove_searched_text(change.games(), games, id);
    // Its postings go when the index is folded.
    games.remove(id);
  }
  change.commit();
  return change.kept();
}

EditResult edit_games(Database& database, const std::string& what, const std::vector<GameId>& ids,
                      const std::function<bool(GameId, Game&)>& edit) {
  EditResult result;
  Change change(database, what);
  GameWriter writer(change);
  const auto edit_one = [&](GameId id) {
    const std::optional<Game> before = load_or_note(change.games(), id, result.damaged);
    if (!before) return false;
    Game game = *before;
    if (!edit(id, game)) return false;
    if (const std::string more = grows_beyond_limits(*before, game); !more.empty()) {
      result.too_large.push_back(id);
      result.refused.push_back(fmt::format("game {}: it would have {}", id, more));
      return false;
    }
    if (!change.keep(id, has_other_record(*before, game))) return false;
    writer.write(id, *before, game);
    return true;
  };
  for (const GameId id : ids)
    // Whoever stops a change is heard at games that stay as they are, too.
    if (!edit_one(id)) change.step();
  writer.finish();
  change.finish();
  commit_and_merge(change);
  result.games = change.kept();
  return result;
}

}  // namespace yari
