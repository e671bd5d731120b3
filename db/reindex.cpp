// Making the indexes anew from what they index.
#include <fmt/format.h>

#include "db/codec/notes_blob.h"
#include "db/database_impl.h"
#include "db/index_batch.h"
#include "db/store/sqlite/meta.h"
#include "db/store/sqlite/sum_writer.h"

namespace yari {

namespace {

constexpr std::size_t postings_per_run = std::size_t{4} << 20;

void fill_names(Connection& connection) {
  connection.execute(
      "INSERT INTO players_text(players_text) VALUES ('rebuild');"
      "INSERT INTO events_text(events_text) VALUES ('rebuild');"
      "INSERT INTO sites_text(sites_text) VALUES ('rebuild')");
}

/// Empties what follows from the games, fills the indexes of names, and empties the journal:
/// deleted games come back with the postings they left behind, which nothing could make anew. False
/// when damage is in the way.
bool clear_derived(Database::Impl& db) {
  try {
    Statement check(db.connection, "PRAGMA quick_check(1)");
    if (!check.first({}) || check.text(0) != "ok") return false;
    check.reset();
    db.connection.execute("DELETE FROM journal");
    db.positions.clear();
    db.contents.clear();
    db.connection.execute("INSERT INTO games_text(games_text) VALUES ('delete-all')");
    fill_names(db.connection);
    return true;
  } catch (const DamagedFile&) {
    return false;
  }
}

/// Does what reads the tables of the games, and says what to do where that is impossible.
template <class Action>
void with_games(const Connection& connection, Action action) {
  try {
    action();
  } catch (const DamagedFile&) {
    throw DamagedFile(connection.file().string() +
                      ": the tables of the games are damaged and cannot be repaired; import what "
                      "'yari export' still reads into a new database");
  }
}

/// Puts games into the indexes of positions, contents and text, one after the other.
class Reindexer {
 public:
  explicit Reindexer(Database::Impl& db)
      : db_(db),
        batch_(db.positions, db.contents, postings_per_run),
        set_plies_(db.connection, "UPDATE games SET plies = ?1 WHERE id = ?2 AND plies <> ?1"),
        sums_(db.connection) {}

  void add(GameId id) {
    try {
      const std::optional<Game> stored = load(id);
      if (!stored) db_.store.damaged(id, GameStore::not_found);
      const PreparedGame game = prepare(*stored);
      // It follows from the moves, like the indexes.
      set_plies_.run({static_cast<std::int64_t>(game.moves.size() / 2), id});
      batch_.add(id, game);
      db_.store.index_text(id, game.text);
    } catch (const DamagedGame& error) {
      add_damaged(id, error.what());
    }
    if (batch_.full()) batch_.write();
  }
  /// What is said of the games that were left out.
  std::vector<std::string> finish() {
    batch_.write();
    db_.positions.tidy();
    db_.contents.tidy();
    return std::move(damaged_);
  }

 private:
  /// The game, with a checksum afterwards. Bytes that are not those that were written, but make a
  /// game all the same, are kept and reported.
  std::optional<Game> load(GameId id) {
    std::optional<Game> game;
    try {
      game = db_.store.load(id);
      sums_.add_missing(id);
    } catch (const DamagedGame& error) {
      game = db_.store.salvage(id);
      sums_.renew(id);
      damaged_.push_back(error.what() + std::string("; the game they make is kept"));
    }
    return game;
  }

  // Tags or notes may be lost, and the moves not.
  void add_damaged(GameId id, const std::string& sentence) {
    const std::optional<Game> line = db_.store.load_line(id);
    if (line) batch_.add(id, prepare(*line));
    damaged_.push_back(sentence + (line ? "; its positions are indexed" : "; it is in no index"));
  }

  Database::Impl& db_;
  IndexBatch batch_;
  Statement set_plies_;
  SumWriter sums_;
  std::vector<std::string> damaged_;
};

}  // namespace

std::vector<std::string> Database::reindex(
    const std::function<void(std::int64_t, std::int64_t)>& progress) {
  Connection& connection = impl_->connection;
  Transaction transaction(connection, Transaction::Kind::write);
  const bool cleared = clear_derived(*impl_);
  if (!cleared) {
    remake_derived_tables(connection);
    fill_names(connection);
  }
  Reindexer reindexer(*impl_);
  bool ordered = false;
  with_games(connection, [&] {
    const std::int64_t all = connection.integer("SELECT count(*) FROM games");
    std::int64_t done = 0;
    ordered = each_game(connection, [&](GameId id) {
      if (id >= 1 && id <= 0xFFFFFFFF) reindexer.add(id);
      if (progress) progress(++done, all);
    });
  });
  std::vector<std::string> damaged = reindexer.finish();
  if (!ordered)
    damaged.push_back(connection.file().string() + ": the table of games is out of order");
  meta::count_edit(connection);
  transaction.commit();
  // The pages of the tables that were forgotten.
  if (!cleared) with_games(connection, [&] { rewrite_file(connection); });
  return damaged;
}

}  // namespace yari
