// Making the indexes anew from what they index.
#include <fmt/format.h>

#include "db/database_impl.h"
#include "db/index_batch.h"
#include "db/meta.h"
#include "db/notes_blob.h"

namespace yari {

namespace {

constexpr std::size_t postings_per_run = std::size_t{4} << 20;

}  // namespace

std::vector<std::string> Database::reindex(
    const std::function<void(std::int64_t, std::int64_t)>& progress) {
  Connection& connection = impl_->connection;
  Transaction transaction(connection, Transaction::Kind::write);
  // Deleted games come back with the postings they left behind, which nothing could make anew.
  connection.execute("DELETE FROM journal");
  impl_->positions.clear();
  impl_->contents.clear();
  connection.execute(
      "INSERT INTO games_text(games_text) VALUES ('delete-all');"
      "INSERT INTO players_text(players_text) VALUES ('rebuild');"
      "INSERT INTO events_text(events_text) VALUES ('rebuild');"
      "INSERT INTO sites_text(sites_text) VALUES ('rebuild')");
  std::vector<std::string> damaged;
  IndexBatch batch(impl_->positions, impl_->contents, postings_per_run);
  const std::int64_t all = connection.integer("SELECT count(*) FROM games");
  std::int64_t done = 0;
  // It follows from the moves, like the indexes.
  Statement set_plies(connection, "UPDATE games SET plies = ?1 WHERE id = ?2 AND plies <> ?1");
  Statement games(connection,
                  fmt::format("SELECT id FROM games WHERE {} ORDER BY id", indexable_game));
  for (games.start({}); games.step();) {
    const GameId id = games.integer(0);
    try {
      const PreparedGame game = prepare(impl_->store.load(id).value());
      set_plies.run({static_cast<std::int64_t>(game.moves.size() / 2), id});
      batch.add(id, game);
      impl_->store.index_text(id, game.text);
    } catch (const DatabaseError& error) {
      damaged.emplace_back(error.what());
    }
    if (batch.full()) batch.write();
    if (progress) progress(++done, all);
  }
  batch.write();
  impl_->positions.tidy();
  impl_->contents.tidy();
  meta::count_edit(connection);
  transaction.commit();
  return damaged;
}

}  // namespace yari
