// Opening, listing, notes, upkeep. Checking is in verify.cpp.
#include "db/database.h"

#include <fmt/format.h>

#include "db/codec/notes_blob.h"
#include "db/database_impl.h"
#include "db/merging.h"
#include "db/open_store.h"
#include "db/skipped_games.h"
#include "db/store/shared/find_position.h"

namespace yari {

void renew_words(store::Store& store) {
  const auto batch = store.batch();
  if (!batch->clear_old_words()) return;
  {
    const auto snapshot = store.snapshot();
    store::GameReader& games = snapshot->games();
    games.each_id([&](GameId id) {
      try {
        const std::optional<store::StoredGame> stored = games.game(id);
        if (!stored || stored->notes.empty()) return true;
        if (const std::optional<Game> game = store::load(games, id))
          batch->games().add_text(id, text_of_notes(game->moves, game->unread));
      } catch (const DamagedGame&) {
        // verify names it; nobody can read its comments.
      }
      return true;
    });
  }
  batch->commit();
}

std::string no_game(GameId id) { return fmt::format("there is no game {}", id); }

Database::Database(const std::filesystem::path& file, OpenMode mode)
    : Database(open_store(file, mode)) {}
Database::Database(std::unique_ptr<store::Store> store)
    : impl_(std::make_unique<Impl>(std::move(store))) {}
Database::~Database() = default;
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;

Snapshot::Snapshot(Database& database) : snapshot_(store_of(database).snapshot()) {}
Snapshot::~Snapshot() = default;

std::int64_t Database::count(const GameFilter& filter) {
  return impl_->store->snapshot()->games().count(filter);
}

void Database::list(const GameFilter& filter, const ListOptions& options,
                    const std::function<bool(const GameHeader&)>& visit) {
  impl_->store->snapshot()->games().list(filter, options, visit);
}

std::vector<GameId> Database::ids(const GameFilter& filter, const ListOptions& options) {
  return impl_->store->snapshot()->games().ids(filter, options);
}

std::optional<GameHeader> Database::header(GameId id) {
  return impl_->store->snapshot()->games().header(id);
}

std::optional<Game> Database::load_game(GameId id) {
  return store::load(impl_->store->snapshot()->games(), id);
}

std::optional<Setup> Database::position(GameId id, int ply) {
  const std::optional<StoredLine> line = impl_->store->snapshot()->games().line(id);
  return line ? position_at(*line, ply) : std::nullopt;
}

std::vector<std::string> take_skipped_games(Database& database) {
  std::vector<std::string> sentences;
  for (auto& [game, sentence] : DatabaseParts::of(database).damaged.take())
    sentences.push_back(sentence);
  return sentences;
}

void Database::find_position(const Setup& setup, const GameFilter& filter,
                             const std::function<bool(const Hit&)>& visit) {
  const auto snapshot = impl_->store->snapshot();
  store::find_position(snapshot->games(), snapshot->positions(), impl_->damaged, setup, filter,
                       visit);
}

void Database::replace_notes(GameId id, const MoveTree& tree) {
  const auto batch = impl_->store->batch();
  const std::optional<Game> game = load_game(id);
  const std::string file = impl_->store->name();
  if (!game) throw DatabaseError(fmt::format("{}: {}", file, no_game(id)));
  if (game->moves.main_moves() != tree.main_moves()) {
    throw DatabaseError(fmt::format("{}: the notes belong to other moves than game {}", file, id));
  }
  store::GameWriter& games = batch->games();
  games.set_notes(id, encode_notes(tree, game->unread));
  games.remove_text(id, text_of_notes(game->moves, game->unread));
  games.add_text(id, text_of_notes(tree, game->unread));
  batch->commit();
}

Statistics Database::statistics() { return impl_->store->snapshot()->checks().statistics(); }

void Database::fold() { merge_all_runs(*impl_); }

void Database::compact() {
  store::Store& store = *impl_->store;
  renew_words(store);
  {
    const auto batch = store.batch();
    batch->journal().clear();
    batch->annotations().drop_lost();
    batch->origins().drop_lost();
    batch->commit();
  }
  for (bool more = true; more;) {
    const auto batch = store.batch();
    more = batch->games().add_some_sums();
    batch->commit();
  }
  fold();
  store.rewrite(store::Gaps::many);
}

}  // namespace yari
