// Making the indexes anew from what they index.
#include "db/codec/prepared_game.h"
#include "db/database_impl.h"
#include "db/index_batch.h"
#include "db/store/error.h"

namespace yari {

namespace {

constexpr std::size_t postings_per_run = std::size_t{4} << 20;

/// Does what reads the tables of the games, and says what to do where that is impossible.
template <class Action>
void with_games(const store::Store& store, Action action) {
  try {
    action();
  } catch (const DamagedFile&) {
    throw DamagedFile(store.name() +
                      ": the tables of the games are damaged and cannot be repaired; import what "
                      "'yari export' still reads into a new database");
  }
}

/// Puts games into the indexes of positions, contents and text, one after the other.
class Reindexer {
 public:
  Reindexer(store::GameReader& games, store::Batch& batch)
      : games_(games), batch_(batch), postings_(postings_per_run) {}

  void add(GameId id) {
    try {
      const std::optional<Game> stored = load(id);
      if (!stored) store::throw_damaged(games_.store_name(), id, store::not_found);
      const PreparedGame game = prepare(*stored);
      // It follows from the moves, like the indexes.
      batch_.games().set_plies(id, static_cast<int>(game.moves.size() / 2));
      postings_.add(id, game);
      batch_.games().add_text(id, game.text);
    } catch (const DamagedGame& error) {
      add_damaged(id, error.what());
    }
    if (postings_.full()) write();
  }
  /// What is said of the games that were left out.
  std::vector<std::string> finish() {
    write();
    batch_.positions().tidy();
    batch_.contents().tidy();
    return std::move(damaged_);
  }

 private:
  void write() { postings_.write(batch_.positions(), batch_.contents()); }

  /// The game, with a checksum afterwards. Bytes that are not those that were written, but make a
  /// game all the same, are kept and reported.
  std::optional<Game> load(GameId id) {
    std::optional<Game> game;
    try {
      game = store::load(games_, id);
      batch_.games().add_sums(id);
    } catch (const DamagedGame& error) {
      game = store::salvage(games_, id);
      batch_.games().renew_sums(id);
      damaged_.push_back(error.what() + std::string("; the game they make is kept"));
    }
    return game;
  }

  // Tags or notes may be lost, and the moves not.
  void add_damaged(GameId id, const std::string& sentence) {
    const std::optional<Game> line = store::load_line(games_, id);
    if (line) postings_.add(id, prepare(*line));
    damaged_.push_back(sentence + (line ? "; its positions are indexed" : "; it is in no index"));
  }

  store::GameReader& games_;
  store::Batch& batch_;
  IndexBatch postings_;
  std::vector<std::string> damaged_;
};

}  // namespace

std::vector<std::string> Database::reindex(
    const std::function<void(std::int64_t, std::int64_t)>& progress) {
  store::Store& store = *impl_->store;
  bool replaced = false, ordered = false;
  std::vector<std::string> damaged;
  {
    const auto batch = store.batch();
    const auto snapshot = store.snapshot();
    store::GameReader& games = snapshot->games();
    replaced = batch->clear_derived();
    Reindexer reindexer(games, *batch);
    with_games(store, [&] {
      const std::int64_t all = games.count({});
      std::int64_t done = 0;
      ordered = games.each_id([&](GameId id) {
        if (id >= 1 && id <= last_game_id) reindexer.add(id);
        if (progress) progress(++done, all);
      });
    });
    damaged = reindexer.finish();
    if (!ordered) damaged.push_back(store.name() + ": the table of games is out of order");
    batch->games().note_edit();
    batch->commit();
  }
  // The pages of the tables that were forgotten.
  if (replaced) with_games(store, [&] { store.rewrite(); });
  return damaged;
}

}  // namespace yari
