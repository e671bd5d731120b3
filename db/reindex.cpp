// Making the indexes anew from what they index.
#include "db/codec/prepared_game.h"
#include "db/database_impl.h"
#include "db/index_batch.h"
#include "db/merging.h"
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
  explicit Reindexer(Writing& writing) : writing_(writing), postings_(postings_per_run) {}

  void add(GameId id) {
    try {
      const std::optional<Game> stored = load(id);
      if (!stored) store::throw_damaged(writing_.games().store_name(), id, store::not_found);
      const PreparedGame game = prepare(*stored);
      // It follows from the moves, like the indexes.
      writing_.batch->games().set_plies(id, static_cast<int>(game.moves.size() / 2));
      postings_.add(writing_.games().facts(id).value(), game);
      writing_.batch->games().add_text(id, game.text);
    } catch (const DamagedGame& error) {
      add_damaged(id, error.what());
    }
    if (postings_.full()) write();
  }
  /// What is said of the games that were left out.
  std::vector<std::string> finish() {
    write();
    merge_in_batch(writing_);
    return std::move(damaged_);
  }

 private:
  void write() {
    postings_.write(writing_);
    if (crowded(*writing_.snapshot)) merge_in_batch(writing_);
  }

  /// The game, with a checksum afterwards. Bytes that are not those that were written, but make a
  /// game all the same, are kept and reported.
  std::optional<Game> load(GameId id) {
    std::optional<Game> game;
    try {
      game = store::load(writing_.games(), id);
      writing_.batch->games().add_sums(id);
    } catch (const DamagedGame& error) {
      game = store::salvage(writing_.games(), id);
      writing_.batch->games().renew_sums(id);
      damaged_.push_back(error.what() + std::string("; the game they make is kept"));
    }
    return game;
  }

  // Tags or notes may be lost, and the moves not.
  void add_damaged(GameId id, const std::string& sentence) {
    const std::optional<Game> line = store::load_line(writing_.games(), id);
    const std::optional<CountedGame> facts = writing_.games().facts(id);
    if (line && facts) postings_.add(*facts, prepare(*line));
    damaged_.push_back(sentence + (line ? "; its positions are indexed" : "; it is in no index"));
  }

  Writing& writing_;
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
    Writing writing(*impl_);
    store::GameReader& games = writing.games();
    replaced = writing.batch->clear_derived();
    Reindexer reindexer(writing);
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
    writing.batch->commit();
  }
  for (std::string& sentence : store.accepted_damage()) {
    damaged.push_back(std::move(sentence));
    replaced = true;
  }
  // With what was damaged, and the pages of the tables that were forgotten.
  if (replaced) with_games(store, [&] { store.rewrite(store::Gaps::unknown); });
  return damaged;
}

}  // namespace yari
