// The rows of runs, and looking up keys.
#include "db/store/sqlite/index/posting_index.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/store/shared/row_numbers.h"
#include "db/store/shared/run_merge.h"
#include "db/store/sqlite/games/game_reader.h"

namespace yari {

PostingIndex::PostingIndex(Connection& connection, std::string_view name)
    : RunIndex({.name = std::string(name)}),
      connection_(connection),
      runs_(connection, fmt::format("SELECT slot, age, postings, blocks, EXISTS (SELECT 1 FROM "
                                    "{0}_stale) FROM {0}_runs",
                                    name)),
      last_block_(connection, fmt::format("SELECT id, data FROM {}_blocks WHERE id BETWEEN ? AND ? "
                                          "ORDER BY id DESC LIMIT 1",
                                          name)),
      // After an id, not from one on: the largest has none after it.
      next_block_(connection, fmt::format("SELECT id, data FROM {}_blocks WHERE id > ? AND id <= ? "
                                          "ORDER BY id LIMIT 1",
                                          name)),
      block_(connection, fmt::format("SELECT data FROM {}_blocks WHERE id = ?", name)),
      insert_block_(connection, fmt::format("INSERT INTO {}_blocks(id, data) VALUES (?, ?)", name)),
      delete_blocks_(connection,
                     fmt::format("DELETE FROM {}_blocks WHERE id BETWEEN ? AND ?", name)),
      insert_run_(
          connection,
          fmt::format("INSERT INTO {}_runs(slot, age, postings, blocks) VALUES (?,?,?,?)", name)),
      delete_runs_(connection, fmt::format("DELETE FROM {}_runs", name)),
      next_stale_(connection, fmt::format("SELECT game, age FROM {}_stale WHERE game >= ? "
                                          "ORDER BY game LIMIT 1",
                                          name)),
      insert_stale_(connection,
                    fmt::format("INSERT OR REPLACE INTO {}_stale(game, age) VALUES (?, ?)", name)) {
}

// No block begins at or before the key: it is in none, if the first block is the first of the run.
void PostingIndex::check_begin(const Run& run, IndexKey key) {
  if (run.blocks == 0) return;
  if (!next_block_.first({block_id(run.slot, 0, 0) - 1, last_block_id(run.slot)})) lacks_blocks();
  const std::int64_t first = next_block_.integer(0);
  const std::optional<BlockPlace> place = BlockReader(first, next_block_.blob(1)).place();
  next_block_.reset();
  // Where a page above the blocks is damaged, a search down leads elsewhere than a search up.
  check_order(block_id(run.slot, key, 0), first);
  if (place && !place->is_first) lacks_blocks();
}

// Where pages of the table are exchanged, a search for a larger number can lead to a smaller one,
// and a walk would never end.
void PostingIndex::check_order(std::int64_t before, std::int64_t id) const {
  if (id <= before) out_of_order();
}

std::vector<Run> PostingIndex::runs() {
  std::vector<Run> runs;
  for (runs_.start({}); runs_.step();) {
    // The CHECK of the table does not bind a file that was made by hand.
    const std::int64_t slot = runs_.integer(0);
    if (slot < 0 || slot >= max_runs) continue;
    if (std::ranges::find(runs, slot, &Run::slot) != runs.end()) out_of_order();
    runs.push_back({static_cast<int>(slot), store::amount_in(runs_, 1), store::amount_in(runs_, 2),
                    store::amount_in(runs_, 3), runs_.integer(4) != 0});
  }
  // Here and not in the statement, which would read a second tree for the order.
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.age < b.age; });
  return runs;
}

void PostingIndex::forget_old_stale() {
  connection_.execute(
      fmt::format("DELETE FROM {0}_stale WHERE NOT EXISTS (SELECT 1 FROM {0}_runs "
                  "r WHERE r.age < {0}_stale.age)",
                  name()));
}

void PostingIndex::add_stale(std::span<const std::int64_t> games, std::int64_t age) {
  for (const std::int64_t game : games) insert_stale_.run({game, age});
}

// SQLite looks them up in an index that is smaller than the table.
GameSet PostingIndex::games() {
  const std::string select = fmt::format("SELECT id FROM games WHERE {}", indexable_game);
  const auto of_all = [&](const char* function) {
    return connection_.integer(fmt::format("SELECT {}(id) FROM ({})", function, select));
  };
  return {of_all("count"), of_all("max"), [&](const std::function<void(GameId)>& add) {
            Statement games(connection_, select);
            for (games.start({}); games.step();) add(games.integer(0));
          }};
}

/// One search a block: what is read may be deleted meanwhile.
class PostingIndex::Rows final : public store::BlockRows {
 public:
  Rows(Statement& after, const Run& run)
      : after_(after), id_(block_id(run.slot, 0, 0) - 1), last_(last_block_id(run.slot)) {}
  bool next() override {
    const bool found = after_.first({id_, last_});
    if (found) {
      id_ = after_.integer(0);
      data_.assign(after_.blob(1).begin(), after_.blob(1).end());
    }
    after_.reset();
    return found;
  }
  std::int64_t id() const override { return id_; }
  ByteView data() const override { return data_; }

 private:
  Statement& after_;
  std::int64_t id_, last_;
  Bytes data_;
};

std::unique_ptr<store::BlockRows> PostingIndex::blocks(const Run& run) {
  return std::make_unique<Rows>(next_block_, run);
}

store::StaleGames PostingIndex::stale_games() {
  store::StaleGames stale;
  Statement rows(connection_, fmt::format("SELECT game, age FROM {}_stale", name()));
  for (rows.start({}); rows.step();) stale.add(rows.integer(0), rows.integer(1));
  return stale;
}

/// The postings of a key in one run, a block at a time.
class PostingIndex::KeyCursor {
 public:
  KeyCursor(PostingIndex& index, const Run& run, IndexKey key)
      : index_(&index), run_(run), key_(key) {
    Statement& last = index.last_block_;
    if (!last.first({block_id(run.slot, 0, 0), block_id(run.slot, key, 0)})) {
      index.check_begin(run, key);
      return;
    }
    id_ = last.integer(0);
    index.check_order(block_id(run.slot, 0, 0) - 1, id_);
    index.check_order(id_, block_id(run.slot, key, 0) + 1);
    read(last, 1);
    const bool begins = block_key(id_) == key;
    if (place_ && place_->next && (begins ? *place_->next < key : *place_->next <= key))
      index.lacks_blocks();
    goes_on_ = begins;
    load();
  }
  bool at_end() const { return at_ == postings_.size(); }
  const Posting& operator*() const { return postings_[at_]; }
  void next() {
    ++at_;
    load();
  }
  IndexKey key() const { return at_end() ? store::Tournament::none : key_; }
  std::int64_t age() const { return run_.age; }

 private:
  void read(Statement& row, int column) {
    postings_.clear();
    at_ = 0;
    const BlockReader block = index_->reader(id_, row.blob(column));
    const bool good = block.find(key_, postings_);
    place_ = block.place();
    row.reset();
    if (!good) index_->damaged(id_);
    if (run_.may_be_stale)
      std::erase_if(postings_, [&](const Posting& p) { return is_stale(p.game); });
  }
  bool is_stale(std::uint32_t game) {
    if (stale_ < game) {
      Statement& row = index_->next_stale_;
      const bool found = row.first({std::int64_t{game}});
      stale_ = found ? row.integer(0) : INT64_MAX;
      stale_before_ = found ? row.integer(1) : 0;
      row.reset();
    }
    return stale_ == game && run_.age < stale_before_;
  }
  /// Reads on where nothing is left of the block.
  void load() {
    while (at_end() && goes_on_) {
      const std::int64_t next = id_ + 1;
      goes_on_ =
          id_ < last_block_id(run_.slot) && block_key(next) == key_ && index_->block_.first({next});
      if (!goes_on_) {
        if (place_ && place_->next == key_) index_->lacks_blocks();
        return;
      }
      id_ = next;
      read(index_->block_, 0);
    }
  }

  PostingIndex* index_;
  Run run_;
  IndexKey key_;
  /// The block that was read last, and whether the next one may have the key, too.
  std::int64_t id_ = 0;
  bool goes_on_ = false;
  std::optional<BlockPlace> place_;
  std::vector<Posting> postings_;
  std::size_t at_ = 0;
  /// The next game of which something is stale, and in runs of which age it is.
  std::int64_t stale_ = -1, stale_before_ = 0;
};

void PostingIndex::find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) {
  /// Handed over together: about those of a block.
  constexpr std::size_t most = 1024;
  const std::vector<Run> all = runs();
  check_slots(all);
  std::vector<KeyCursor> cursors;
  for (const Run& run : all)
    if (KeyCursor cursor(*this, run, key); !cursor.at_end()) cursors.push_back(std::move(cursor));
  if (cursors.empty()) return;
  std::vector<Posting> found;
  bool more = true;
  // The cursors have left out what is stale.
  const store::StaleGames none;
  store::RunMerge(std::move(cursors), none).take_key([&](const Posting& p) {
    found.push_back(p);
    if (found.size() < most) return true;
    more = visit(found);
    found.clear();
    return more;
  });
  if (more && !found.empty()) visit(found);
}

void PostingIndex::clear() {
  connection_.execute(
      fmt::format("DELETE FROM {0}_blocks; DELETE FROM {0}_runs; "
                  "DELETE FROM {0}_stale",
                  name()));
  forget_plan();
}

std::int64_t PostingIndex::block_bytes() {
  return connection_.integer(fmt::format("SELECT total(length(data)) FROM {}_blocks", name()));
}

}  // namespace yari
