// Changes to stored games, each written into the journal before it is made.
#include "db/upkeep.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec/notes_blob.h"
#include "db/codec/tag_layout.h"
#include "db/database_impl.h"
#include "db/index_batch.h"
#include "db/judgements.h"
#include "db/same_game.h"
#include "db/store/sqlite/annotation_journal.h"
#include "db/store/sqlite/meta.h"
#include "db/store/sqlite/names.h"
#include "rules/ascii.h"

namespace yari {

namespace {

constexpr const char* game_columns =
    "id, variant, rules, start, black, white, event, site, date, result, ending, plies, "
    "tag_layout, "
    "tag_values";

/// A change that is being made: what it touches is kept first.
class Change {
 public:
  Change(Database& database, const std::string& what)
      : db_(DatabaseParts::of(database)),
        transaction_(db_.connection, Transaction::Kind::write),
        keep_(db_.connection,
              fmt::format("INSERT OR IGNORE INTO journal_games SELECT ?, {}, "
                          "coalesce(r.moves, x''), r.notes, r.sums "
                          "FROM games g LEFT JOIN records r USING (id) WHERE id = ?",
                          game_columns)) {
    Statement(db_.connection, "INSERT INTO journal(time, what) VALUES (datetime('now'), ?)")
        .run({what});
    entry_ = db_.connection.last_row();
  }

  /// Keeps the game as it is now; false when there is none.
  bool keep(GameId id) {
    keep_.run({entry_, id});
    if (db_.connection.changes() == 0) return false;
    ++games_;
    return true;
  }
  std::int64_t games() const { return games_; }
  /// Makes the change, and its entry when it touched a game.
  void commit() {
    if (games_ == 0) {
      Statement(db_.connection, "DELETE FROM journal WHERE id = ?").run({entry_});
    } else {
      meta::count_edit(db_.connection);
    }
    transaction_.commit();
  }

 private:
  Database::Impl& db_;
  Transaction transaction_;
  Statement keep_;
  std::int64_t entry_ = 0;
  std::int64_t games_ = 0;
};

std::string text_of(const Game& game) { return text_of_notes(game.moves, game.unread); }

/// Removes a game's rows and what text search knows of it; postings go when the index is folded.
void remove_rows(Database::Impl& db, GameId id, const std::optional<Game>& game) {
  if (game) db.store.forget_text(id, text_of(*game));
  Statement(db.connection, "DELETE FROM records WHERE id = ?").run({id});
  Statement(db.connection, "DELETE FROM games WHERE id = ?").run({id});
}

/// The game; no value when it is damaged, which is added to `damaged`, or there is none.
std::optional<Game> load_or_note(Database::Impl& db, GameId id, std::vector<std::string>& damaged) {
  try {
    return db.store.load(id);
  } catch (const DamagedGame& error) {
    damaged.emplace_back(error.what());
    return std::nullopt;
  }
}

/// The tags of a game without moves are part of its content: its posting follows them.
void update_content(Database::Impl& db, GameId id, const std::optional<Game>& game) {
  if (!game || game->moves.main_plies() != 0) return;
  const Posting posting = content_posting(id, prepare(*game));
  db.contents.fold([&](std::uint32_t g) { return g != posting.game; }, {&posting, 1});
}

std::string counted(std::size_t games) {
  return games == 1 ? "1 game" : fmt::format("{} games", games);
}

/// Writes the tags, result and ending of a game into its row.
class HeaderWriter {
 public:
  explicit HeaderWriter(Connection& connection)
      : players_(connection, "players"),
        events_(connection, "events"),
        sites_(connection, "sites"),
        add_layout_(connection, "INSERT OR IGNORE INTO tag_layouts(layout) VALUES (?)"),
        update_(
            connection,
            "UPDATE games SET black = ?, white = ?, event = ?, site = ?, date = ?, tag_layout = "
            "(SELECT id FROM tag_layouts WHERE layout = ?), tag_values = ?, result = ?, "
            "ending = ? WHERE id = ?") {}

  void write(GameId id, const Game& game) {
    const StoredTags stored = take_apart(game.tags);
    if (!stored.layout.empty()) add_layout_.run({stored.layout});
    update_.run({players_.number(stored.black), players_.number(stored.white),
                 events_.number(stored.event), sites_.number(stored.site), stored.date,
                 stored.layout,
                 stored.values.empty() ? Parameter(nullptr) : Parameter(stored.values),
                 static_cast<int>(game.result), static_cast<int>(game.ending), id});
  }

 private:
  NameTable players_, events_, sites_;
  Statement add_layout_, update_;
};

/// Sets the tags; false when that changes nothing.
bool set_in(Game& game, const std::vector<Tag>& tags) {
  const std::vector<Tag> before = game.tags;
  for (const Tag& set : tags) {
    if (set.value.empty())
      std::erase_if(game.tags, [&](const Tag& t) { return same_ignoring_case(t.name, set.name); });
    else
      game.set_tag(set.name, set.value);
  }
  return game.tags != before;
}

/// Has `edit` change the header of each of the games, false where it need not be written, and
/// commits the change.
EditResult edit_headers(Database::Impl& db, Change& change, const std::vector<GameId>& ids,
                        const std::function<bool(GameId, Game&)>& edit) {
  EditResult result;
  HeaderWriter writer(db.connection);
  for (const GameId id : ids) {
    std::optional<Game> game = load_or_note(db, id, result.damaged);
    if (!game || !edit(id, *game) || !change.keep(id)) continue;
    writer.write(id, *game);
    if (game->moves.main_plies() == 0) update_content(db, id, db.store.load(id));
  }
  change.commit();
  result.games = change.games();
  return result;
}

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

}  // namespace

std::int64_t delete_games(Database& database, const std::vector<GameId>& ids) {
  Database::Impl& db = DatabaseParts::of(database);
  Change change(database, "delete " + counted(ids.size()));
  for (const GameId id : ids) {
    if (!change.keep(id)) continue;
    // A damaged game can still be deleted; its words may stay in the text index.
    std::vector<std::string> damaged;
    remove_rows(db, id, load_or_note(db, id, damaged));
  }
  change.commit();
  return change.games();
}

EditResult set_tags(Database& database, const std::vector<GameId>& ids,
                    const std::vector<Tag>& tags) {
  Database::Impl& db = DatabaseParts::of(database);
  std::vector<std::string> parts;
  for (const Tag& set : tags) parts.push_back(fmt::format("{} to \"{}\"", set.name, set.value));
  Change change(database, fmt::format("set {}", fmt::join(parts, ", ")));
  return edit_headers(db, change, ids, [&](GameId, Game& game) { return set_in(game, tags); });
}

EditResult edit_games(Database& database, const std::string& what, const std::vector<GameId>& ids,
                      const std::function<bool(GameId, Game&)>& edit) {
  Change change(database, what);
  return edit_headers(DatabaseParts::of(database), change, ids, edit);
}

EditResult rename_player(Database& database, const std::string& from, const std::string& to) {
  if (from == to || to.empty()) return {};
  Database::Impl& db = DatabaseParts::of(database);
  Change change(database, fmt::format("rename player \"{}\" to \"{}\"", from, to));
  Statement find(db.connection,
                 "SELECT g.id FROM games g JOIN players p ON p.id IN (g.black, g.white) "
                 "WHERE p.name = ? ORDER BY g.id");
  std::vector<GameId> ids;
  for (find.start({from}); find.step();) ids.push_back(find.integer(0));
  return edit_headers(db, change, ids, [&](GameId, Game& game) {
    for (const std::string_view side : {tags::black, tags::white}) {
      if (game.tag(side) == from) game.set_tag(side, to);
    }
    return true;
  });
}

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

/// Gives games their notes and annotations as they were.
void undo_annotations(Database::Impl& db, JournalEntry& entry, const std::vector<GameId>& ids) {
  Statement put_notes(db.connection,
                      "UPDATE records SET (notes, sums) = (SELECT notes, sums FROM journal_games "
                      "WHERE entry = ?1 AND id = ?2) WHERE id = ?2");
  for (const GameId id : ids) {
    // Why it is damaged now does not matter.
    std::vector<std::string> before;
    if (const std::optional<Game> annotated = load_or_note(db, id, before))
      db.store.forget_text(id, text_of(*annotated));
    put_notes.run({entry.id, id});
    restore_annotation(db.connection, entry.id, id);
    if (const std::optional<Game> game = load_or_note(db, id, entry.damaged))
      db.store.index_text(id, text_of(*game));
  }
}

/// Brings deleted games back, and gives those that are there their headers as they were.
void undo_games(Database& database, JournalEntry& entry, const std::vector<GameId>& ids) {
  Database::Impl& db = DatabaseParts::of(database);
  Statement put_game(db.connection,
                     fmt::format("INSERT INTO games({0}) SELECT {0} FROM journal_games "
                                 "WHERE entry = ? AND id = ?",
                                 game_columns));
  Statement put_record(
      db.connection,
      "INSERT INTO records(id, moves, notes, sums) "
      "SELECT id, moves, notes, sums FROM journal_games WHERE entry = ? AND id = ?");
  // Tags and names are taken back alone: notes and judgements may be of a later time.
  Statement put_header(db.connection,
                       fmt::format("UPDATE games SET ({0}) = (SELECT {0} FROM journal_games "
                                   "WHERE entry = ?1 AND id = ?2) WHERE id = ?2",
                                   game_columns));
  for (const GameId id : ids) {
    const bool was_there = db.store.header(id).has_value();
    if (was_there) {
      put_header.run({entry.id, id});
    } else {
      put_game.run({entry.id, id});
      put_record.run({entry.id, id});
    }
    const std::optional<Game> game = load_or_note(db, id, entry.damaged);
    if (!was_there && game) {
      if (give_way(database, id, *game)) {
        ++entry.there_again;
        continue;
      }
      db.store.index_text(id, text_of(*game));
    }
    update_content(db, id, game);
  }
  meta::count_edit(db.connection);
}

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
  if (kind_of(db.connection, entry.id) == JournalKind::annotations)
    undo_annotations(db, entry, ids);
  else
    undo_games(database, entry, ids);
  Statement(db.connection, "DELETE FROM journal WHERE id = ?").run({entry.id});
  transaction.commit();
  return entry;
}

}  // namespace yari
