// Rebuilding the indexes from what they index.
#include <optional>
#include <utility>

#include "db/codec/prepared_game.h"
#include "db/database_impl.h"
#include "db/index_batch.h"
#include "db/merging.h"
#include "db/store/error.h"

namespace yari {

namespace {

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

/// Puts games into the indexes of positions, contents and text, one after the other: in several
/// batches where the store can, and no damage is met. What was damaged is written and reported
/// together, so that nobody loses a report.
class Reindexer {
 public:
  explicit Reindexer(Database::Impl& db)
      : db_(db), writing_(std::in_place, db), postings_(db.reindex_postings) {
    has_replaced_ = writing_->batch->clear_derived();
  }

  store::GameReader& games() const { return writing_->games(); }
  /// Whether damage was met before the first game.
  bool has_replaced() const { return has_replaced_; }

  /// False where `step` must be called before the next game, while nobody goes through the games.
  bool add(GameId id) {
    try {
      const std::optional<Game> stored = load(id);
      if (!stored) store::throw_damaged(games().store_name(), id, store::not_found);
      const PreparedGame game = prepare(*stored);
      // It follows from the moves, like the indexes.
      writing_->batch->games().set_plies(id, static_cast<int>(game.moves.size() / 2));
      postings_.add(games().facts(id).value(), game);
      writing_->batch->games().add_text(id, game.text);
    } catch (const DamagedGame& error) {
      add_damaged(id, error.what());
    }
    if (!postings_.full()) return true;
    if (may_step()) return false;
    write();
    return true;
  }
  void step() {
    postings_.write(*writing_);
    commit_and_merge(*writing_);
    writing_.reset();
    has_stepped_ = true;
    writing_.emplace(db_);
    // It may have waited for somebody who reads.
    merge_if_many();
  }
  /// The reports about the games that were left out.
  std::vector<std::string> finish() {
    postings_.write(*writing_);
    if (has_stepped_ && may_step()) {
      commit();
      merge_runs(db_);
      writing_.emplace(db_);
    } else {
      merge_in_batch(*writing_);
    }
    writing_->batch->finish_derived();
    commit();
    return std::move(damaged_);
  }

 private:
  bool may_step() const {
    return db_.store->rebuilds_in_steps() && !has_replaced_ && damaged_.empty() &&
           db_.store->accepted_damage().empty();
  }
  void commit() {
    writing_->batch->commit();
    writing_.reset();
  }
  void write() {
    postings_.write(*writing_);
    merge_if_many();
  }
  void merge_if_many() {
    if (may_merge(*writing_->snapshot)) merge_in_batch(*writing_);
  }

  /// The game, with a checksum afterwards. Bytes that are not those that were written, but make a
  /// game all the same, are kept and reported.
  std::optional<Game> load(GameId id) {
    std::optional<Game> game;
    try {
      game = store::load(games(), id);
      writing_->batch->games().add_sums(id);
    } catch (const DamagedGame& error) {
      game = store::salvage(games(), id);
      writing_->batch->games().renew_sums(id);
      damaged_.push_back(error.what() + std::string("; the game they make is kept"));
    }
    return game;
  }

  // Tags or notes may be lost, and the moves not.
  void add_damaged(GameId id, const std::string& sentence) {
    const std::optional<Game> line = store::load_line(games(), id);
    const std::optional<CountedGame> facts = games().facts(id);
    if (line && facts) postings_.add(*facts, prepare(*line));
    damaged_.push_back(sentence + (line ? "; its positions are indexed" : "; it is in no index"));
  }

  Database::Impl& db_;
  std::optional<Writing> writing_;
  IndexBatch postings_;
  bool has_replaced_ = false, has_stepped_ = false;
  std::vector<std::string> damaged_;
};

}  // namespace

std::vector<std::string> Database::reindex(
    const std::function<void(std::int64_t, std::int64_t)>& progress) {
  store::Store& store = *impl_->store;
  std::vector<std::string> damaged;
  bool rewrite = false, ordered = true;
  {
    Reindexer reindexer(*impl_);
    rewrite = reindexer.has_replaced();
    GameId next = INT64_MIN;
    std::int64_t done = 0, all = 0;
    // False where all games are done.
    const auto part = [&] {
      bool more = false;
      const auto add = [&](GameId id) {
        if (id >= 1 && id <= last_game_id && !reindexer.add(id)) {
          more = true;
          next = id + 1;
        }
        if (progress) progress(++done, all);
        return !more;
      };
      with_games(store, [&] { ordered = reindexer.games().each_id(next, add) && ordered; });
      return more;
    };
    with_games(store, [&] { all = reindexer.games().count({}); });
    while (part()) reindexer.step();
    damaged = reindexer.finish();
    with_games(store, [&] { renew_words(store); });
    if (!ordered) damaged.push_back(store.name() + ": the table of games is out of order");
  }
  std::vector<std::string> accepted = store.accepted_damage();
  // With what was damaged, and the pages of the tables that were forgotten. That also notes what is
  // kept and no game needed.
  if (rewrite || !accepted.empty()) {
    with_games(store, [&] { store.rewrite(store::Gaps::unknown); });
    accepted = store.accepted_damage();
  }
  damaged.insert(damaged.end(), accepted.begin(), accepted.end());
  return damaged;
}

}  // namespace yari
