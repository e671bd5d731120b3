// The journal keeps the rows of a game as they were.
#include "db/change.h"

#include <fmt/format.h>

#include "db/codec/notes_blob.h"
#include "db/store/sqlite/meta.h"

namespace yari {

Change::Change(Database& database, const std::string& what)
    : db_(DatabaseParts::of(database)),
      transaction_(db_.connection, Transaction::Kind::write),
      keep_(db_.connection,
            fmt::format("INSERT OR IGNORE INTO journal_games(entry, {0}, moves, notes, sums, "
                        "other_record) SELECT ?1, {0}, coalesce(r.moves, x''), r.notes, r.sums, "
                        "?3 FROM games g LEFT JOIN records r USING (id) WHERE id = ?2",
                        game_columns)) {
  Statement(db_.connection, "INSERT INTO journal(time, what) VALUES (datetime('now'), ?)")
      .run({what});
  entry_ = db_.connection.last_row();
}

bool Change::keep(GameId id, bool other_record) {
  keep_.run({entry_, id, other_record ? 1 : 0});
  if (db_.connection.changes() == 0) return false;
  ++games_;
  return true;
}

void Change::commit() {
  if (games_ == 0) {
    Statement(db_.connection, "DELETE FROM journal WHERE id = ?").run({entry_});
  } else {
    meta::count_edit(db_.connection);
  }
  transaction_.commit();
}

std::string searched_text(const Game& game) { return text_of_notes(game.moves, game.unread); }

void remove_rows(Database::Impl& db, GameId id, const std::optional<Game>& game) {
  if (game) db.store.forget_text(id, searched_text(*game));
  Statement(db.connection, "DELETE FROM records WHERE id = ?").run({id});
  Statement(db.connection, "DELETE FROM games WHERE id = ?").run({id});
}

std::optional<Game> load_or_note(Database::Impl& db, GameId id, std::vector<std::string>& damaged) {
  try {
    return db.store.load(id);
  } catch (const DamagedGame& error) {
    damaged.emplace_back(error.what());
    return std::nullopt;
  }
}

}  // namespace yari
