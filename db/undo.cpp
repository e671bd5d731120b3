// Taking changes back, the last one first.
#include <fmt/format.h>

#include "db/change.h"
#include "db/judgements.h"
#include "db/reposting.h"
#include "db/same_game.h"
#include "db/store/sqlite/annotation_journal.h"
#include "db/store/sqlite/meta.h"
#include "db/upkeep.h"

namespace yari {

std::vector<JournalEntry> journal(Database& database) {
  std::vector<JournalEntry> entries;
  Statement rows(
      connection_of(database),
      "SELECT id, time, what, (SELECT count(*) FROM journal_games WHERE entry = journal.id)"
      " FROM journal ORDER BY id DESC");
  for (rows.start({}); rows.step();) {
    entries.push_back(
        {rows.integer(0), std::string(rows.text(1)), std::string(rows.text(2)), rows.integer(3)});
  }
  return entries;
}

namespace {

/// Where the same game is there again, removes this one, whose text is not indexed yet, and hands
/// over what the other has not; else false.
bool give_way(Database& database, GameId id, const Game& game) {
  Database::Impl& db = DatabaseParts::of(database);
  const PreparedGame prepared = prepare(game);
  const std::optional<GameId> same = find_same_game(db, prepared, id);
  if (!same) return false;
  Statement noted(db.connection, "SELECT 1 FROM records WHERE id = ? AND notes IS NOT NULL");
  if (!prepared.notes.empty() && !noted.first({*same})) {
    db.store.replace_notes(*same, prepared.notes, "", prepared.text);
    if (const auto annotation = load_annotation(database, id))
      store_annotation(database, *same, *annotation);
  }
  remove_rows(db, id, std::nullopt);
  return true;
}

/// Gives games their notes and annotations as they were.
void undo_annotations(Database::Impl& db, JournalEntry& entry, const std::vector<GameId>& ids) {
  Statement put_notes(db.connection,
                      "UPDATE records SET (notes, sums) = (SELECT notes, sums FROM journal_games "
                      "WHERE entry = ?1 AND id = ?2) WHERE id = ?2");
  for (const GameId id : ids) {
    // Why it is damaged now does not matter.
    std::vector<std::string> before;
    if (const std::optional<Game> annotated = load_or_note(db, id, before))
      db.store.forget_text(id, searched_text(*annotated));
    put_notes.run({entry.id, id});
    restore_annotation(db.connection, entry.id, id);
    if (const std::optional<Game> game = load_or_note(db, id, entry.damaged))
      db.store.index_text(id, searched_text(*game));
  }
}

/// Brings deleted games back, and gives those that are there their headers as they were, and their
/// records where the change replaced them.
class GamesUndo {
 public:
  GamesUndo(Database& database, JournalEntry& entry)
      : database_(database),
        db_(DatabaseParts::of(database)),
        entry_(entry),
        put_game_(db_.connection,
                  fmt::format("INSERT INTO games({0}) SELECT {0} FROM journal_games "
                              "WHERE entry = ? AND id = ?",
                              game_columns)),
        put_record_(db_.connection,
                    "INSERT INTO records(id, moves, notes, sums) "
                    "SELECT id, moves, notes, sums FROM journal_games WHERE entry = ? AND id = ?"),
        // Tags and names are taken back alone: notes and judgements may be of a later time.
        put_header_(db_.connection,
                    fmt::format("UPDATE games SET ({0}) = (SELECT {0} FROM journal_games "
                                "WHERE entry = ?1 AND id = ?2) WHERE id = ?2",
                                game_columns)),
        put_sums_(db_.connection,
                  "UPDATE records SET sums = (SELECT j.sums & 0xFFFFFFFF FROM journal_games j "
                  "WHERE j.entry = ?1 AND j.id = ?2) | (sums & ~0xFFFFFFFF) WHERE id = ?2"),
        replace_record_(db_.connection,
                        "UPDATE records SET (moves, notes, sums) = (SELECT moves, notes, sums FROM "
                        "journal_games WHERE entry = ?1 AND id = ?2) WHERE id = ?2"),
        replaced_(db_.connection,
                  "SELECT 1 FROM journal_games WHERE entry = ? AND id = ? AND other_record <> 0") {}

  void take_back(GameId id) {
    const std::optional<GameHeader> header = db_.store.header(id);
    header ? change_back(id, *header) : bring_back(id);
  }
  void finish() {
    moved_.write(db_);
    meta::count_edit(db_.connection);
  }

 private:
  void change_back(GameId id, const GameHeader& before) {
    const bool with_record = replaced_.first({entry_.id, id});
    replaced_.reset();
    // Why it is damaged now does not matter.
    std::vector<std::string> damaged;
    if (with_record)
      if (const std::optional<Game> game = load_or_note(db_, id, damaged))
        db_.store.forget_text(id, searched_text(*game));
    put_header_.run({entry_.id, id});
    put_sums_.run({entry_.id, id});
    if (with_record) replace_record_.run({entry_.id, id});
    const std::optional<Game> game = load_or_note(db_, id, entry_.damaged);
    if (!game) return;
    if (with_record) db_.store.index_text(id, searched_text(*game));
    if (with_record || db_.store.header(id)->start != before.start) {
      moved_.add(id, prepare(*game));
    } else if (game->moves.main_plies() == 0) {
      moved_.add_content(id, prepare(*game));
    }
  }

  void bring_back(GameId id) {
    put_game_.run({entry_.id, id});
    put_record_.run({entry_.id, id});
    const std::optional<Game> game = load_or_note(db_, id, entry_.damaged);
    if (!game) return;
    if (give_way(database_, id, *game)) {
      ++entry_.there_again;
      return;
    }
    db_.store.index_text(id, searched_text(*game));
    if (game->moves.main_plies() == 0) moved_.add_content(id, prepare(*game));
  }

  Database& database_;
  Database::Impl& db_;
  JournalEntry& entry_;
  Statement put_game_, put_record_, put_header_, put_sums_, replace_record_, replaced_;
  Reposting moved_;
};

JournalKind kind_of(Connection& connection, std::int64_t entry) {
  Statement row(connection, "SELECT kind FROM journal WHERE id = ?");
  return row.first({entry}) && row.integer(0) == static_cast<int>(JournalKind::annotations)
             ? JournalKind::annotations
             : JournalKind::games;
}

}  // namespace

std::optional<JournalEntry> undo(Database& database) {
  Database::Impl& db = DatabaseParts::of(database);
  Transaction transaction(db.connection, Transaction::Kind::write);
  const std::vector<JournalEntry> entries = journal(database);
  if (entries.empty()) return std::nullopt;
  JournalEntry entry = entries.front();
  std::vector<GameId> ids;
  Statement kept(db.connection, "SELECT id FROM journal_games WHERE entry = ? ORDER BY id");
  for (kept.start({entry.id}); kept.step();) ids.push_back(kept.integer(0));
  if (kind_of(db.connection, entry.id) == JournalKind::annotations) {
    undo_annotations(db, entry, ids);
  } else {
    GamesUndo games(database, entry);
    for (const GameId id : ids) games.take_back(id);
    games.finish();
  }
  Statement(db.connection, "DELETE FROM journal WHERE id = ?").run({entry.id});
  transaction.commit();
  return entry;
}

}  // namespace yari
