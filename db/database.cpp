// Opening, listing, notes, upkeep. Checking is in verify.cpp.
#include "db/database.h"

#include <fmt/format.h>

#include "db/codec/notes_blob.h"
#include "db/database_impl.h"
#include "db/explorer.h"
#include "db/judgements.h"
#include "db/passed_over.h"
#include "db/store/sqlite/filter_sql.h"
#include "db/store/sqlite/game_set.h"
#include "db/store/sqlite/statistics.h"
#include "db/store/sqlite/sum_writer.h"

namespace yari {

Database::Database(const std::filesystem::path& file, OpenMode mode)
    : impl_(std::make_unique<Impl>(file, mode)) {}
Database::~Database() = default;
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;

Snapshot::Snapshot(Database& database)
    : scope_(std::make_unique<ReadScope>(DatabaseParts::of(database).connection)) {}
Snapshot::~Snapshot() = default;

std::int64_t Database::count(const GameFilter& filter) {
  const FilterSql sql(filter);
  Statement statement(impl_->connection, fmt::format("SELECT count(*) FROM {} WHERE {}",
                                                     header_tables, sql.condition()));
  statement.start(sql.parameters());
  statement.step();
  return statement.integer(0);
}

void Database::list(const GameFilter& filter, const ListOptions& options,
                    const std::function<bool(const GameHeader&)>& visit) {
  const ReadScope scope(impl_->connection);
  const FilterSql sql(filter);
  Statement statement(impl_->connection,
                      fmt::format("SELECT {} FROM {} WHERE {} {}", header_columns, header_tables,
                                  sql.condition(), order_sql(options)));
  for (statement.start(sql.parameters()); statement.step();) {
    if (!visit(read_header(statement))) return;
  }
}

std::vector<GameId> Database::ids(const GameFilter& filter, const ListOptions& options) {
  const FilterSql sql(filter);
  Statement statement(impl_->connection,
                      fmt::format("SELECT g.id FROM {} WHERE {} {}", header_tables, sql.condition(),
                                  order_sql(options)));
  std::vector<GameId> ids;
  for (statement.start(sql.parameters()); statement.step();) ids.push_back(statement.integer(0));
  return ids;
}

std::optional<GameHeader> Database::header(GameId id) { return impl_->store.header(id); }

std::optional<Game> Database::load_game(GameId id) { return impl_->store.load(id); }

std::optional<Setup> Database::position(GameId id, int ply) {
  const std::optional<StoredLine> line = impl_->store.sound_line(id);
  return line ? position_at(*line, ply) : std::nullopt;
}

std::vector<std::string> take_passed_over(Database& database) {
  std::vector<std::string> sentences;
  for (auto& [game, sentence] : DatabaseParts::of(database).store.take_passed_over())
    sentences.push_back(sentence);
  return sentences;
}

void Database::find_position(const Setup& setup, const GameFilter& filter,
                             const std::function<bool(const Hit&)>& visit) {
  yari::find_position(impl_->connection, impl_->store, impl_->positions, setup, filter, visit);
}

void Database::replace_notes(GameId id, const MoveTree& tree) {
  WriteScope scope(impl_->connection);
  const std::optional<Game> game = load_game(id);
  const std::string file = impl_->connection.file().string();
  if (!game) throw DatabaseError(fmt::format("{}: there is no game {}", file, id));
  if (game->moves.main_moves() != tree.main_moves()) {
    throw DatabaseError(fmt::format("{}: the notes belong to other moves than game {}", file, id));
  }
  impl_->store.replace_notes(id, encode_notes(tree, game->unread),
                             text_of_notes(game->moves, game->unread),
                             text_of_notes(tree, game->unread));
  scope.commit();
}

Statistics Database::statistics() { return read_statistics(impl_->connection, impl_->positions); }

void Database::fold() {
  WriteScope scope(impl_->connection);
  // The postings of games that were deleted for good go now.
  const GameSet present(impl_->connection, fmt::format("SELECT id FROM games WHERE {0} UNION ALL "
                                                       "SELECT id FROM journal_games WHERE {0}",
                                                       indexable_game));
  const auto keep = [&](std::uint32_t game) { return present.has(game); };
  impl_->positions.fold(keep);
  impl_->contents.fold(keep);
  scope.commit();
}

void Database::compact() {
  Transaction transaction(impl_->connection, Transaction::Kind::write);
  impl_->connection.execute("DELETE FROM journal");
  drop_lost_annotations(*this);
  SumWriter(impl_->connection).add_all_missing();
  fold();
  refresh_hot_positions(*this);
  transaction.commit();
  rewrite_file(impl_->connection);
  impl_->connection.execute("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace yari
