// Looking up, writing and merging runs.
#include "db/store/sqlite/posting_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>
#include <optional>

#include "db/store/sqlite/game_reader.h"

namespace yari {

namespace {

constexpr std::uint32_t max_sequence = (1u << block_sequence_bits) - 1;
/// A run is merged while it is less than this many times as large as the younger ones.
constexpr std::int64_t growth = 4;
/// More runs than this are merged when one is added.
constexpr std::size_t crowded = 24;
/// More postings of one key than this are not gathered in memory.
constexpr std::size_t group_limit = 4096;

constexpr std::int64_t last_block_id(int slot) {
  return block_id(slot, (IndexKey{1} << index_key_bits) - 1, max_sequence);
}

/// The width that makes Rice codes of the distances of `postings` random keys shortest.
int rice_bits_for(std::int64_t postings) {
  const std::uint64_t distance = (IndexKey{1} << index_key_bits) /
                                 static_cast<std::uint64_t>(std::max<std::int64_t>(postings, 1));
  // The best parameter is log2(distance * ln 2).
  return std::max(0, static_cast<int>(std::bit_width(distance * 69 / 100)) - 1);
}

/// Which of some runs has the least key; of equal keys the older run, whose games come first.
///
/// A tournament: the winners of all pairs are kept, so that a new key of one run is compared with
/// as few as the tree is deep (D. E. Knuth, The Art of Computer Programming, volume 3, 5.4.1).
class Tournament {
 public:
  static constexpr IndexKey none = ~IndexKey{0};

  explicit Tournament(std::size_t runs) : size_(std::bit_ceil(runs)), winners_(2 * size_, none) {}

  /// The run's next key, or `none`.
  void set(std::size_t run, IndexKey key) {
    std::size_t at = size_ + run;
    // The number of the run behind the key decides between equals.
    winners_[at] = key == none ? none : key << run_bits | run;
    for (at /= 2; at > 0; at /= 2) {
      winners_[at] = std::min(winners_[2 * at], winners_[2 * at + 1]);
    }
  }
  /// False when all runs are at their end.
  bool least(std::size_t& run) const {
    run = winners_[1] & ((1u << run_bits) - 1);
    return winners_[1] != none;
  }

 private:
  static constexpr int run_bits = 8;
  static_assert(max_runs <= 1 << run_bits && index_key_bits + run_bits < 64);
  std::size_t size_;
  std::vector<std::uint64_t> winners_;
};

}  // namespace

/// Reads one run from its start, a block at a time; deletes what it has read if that is wished.
class PostingIndex::Cursor {
 public:
  enum class Read : std::uint8_t { keep, consume };
  Cursor(PostingIndex& index, const Run& run, Read read)
      : index_(&index), run_(run), read_(read), at_block_(block_id(run.slot, 0, 0) - 1) {
    load();
  }
  bool at_end() const { return at_ == postings_.size(); }
  const Posting& operator*() const { return postings_[at_]; }
  void next() {
    if (++at_ == postings_.size()) load();
  }
  /// What is left of the block.
  std::span<const Posting> rest() const { return std::span(postings_).subspan(at_); }
  void next_block() { load(); }

 private:
  void load() {
    postings_.clear();
    at_ = 0;
    Statement& next = index_->next_block_;
    if (!next.first({at_block_, last_block_id(run_.slot)})) return;
    index_->check_order(at_block_, next.integer(0));
    at_block_ = next.integer(0);
    const bool good = BlockReader(at_block_, next.blob(1)).all(postings_);
    next.reset();
    if (!good) index_->damaged(at_block_);
    if (read_ == Read::consume) index_->delete_block_.run({at_block_});
  }

  PostingIndex* index_;
  Run run_;
  Read read_;
  /// The one that was read last.
  std::int64_t at_block_;
  std::vector<Posting> postings_;
  std::size_t at_ = 0;
};

/// Writes sorted postings as the blocks of a new run.
///
/// The postings of a key begin a block when they do not fit into one that is begun: so the block
/// with the largest first key up to K is the only place where K can begin.
class PostingIndex::Writer {
 public:
  Writer(PostingIndex& index, std::int64_t expected, std::int64_t age)
      : index_(index), run_{index.free_slot(), age, 0, 0}, builder_(rice_bits_for(expected)) {}

  void add(const Posting& p) {
    if (!group_.empty() && group_.front().key != p.key) {
      close_group();
    } else if (group_.size() == group_limit) {
      place_one_by_one();
    }
    group_.push_back(p);
  }
  void finish() {
    close_group();
    if (!builder_.empty()) flush();
    if (run_.postings > 0) {
      index_.insert_run_.run({run_.slot, run_.age, run_.postings, run_.blocks});
    }
  }

 private:
  void close_group() {
    if (group_.empty()) return;
    // A key of which a part is placed already goes on as it began.
    if (!builder_.empty() && builder_.last_key() == group_.front().key) return place_one_by_one();
    if (!builder_.fits(group_)) {
      if (!builder_.empty()) flush();
      if (!builder_.fits(group_)) return place_one_by_one();
    }
    for (const Posting& p : group_) builder_.add(p);
    group_.clear();
  }
  void place_one_by_one() {
    const bool begun = !builder_.empty() && builder_.last_key() == group_.front().key;
    if (!begun && !builder_.empty()) flush();
    for (const Posting& p : group_) {
      if (!builder_.fits({&p, 1})) flush();
      builder_.add(p);
    }
    group_.clear();
  }
  void flush() {
    const IndexKey key = builder_.first_key();
    sequence_ = run_.blocks > 0 && key == flushed_key_ ? sequence_ + 1 : 0;
    if (sequence_ > max_sequence) throw Full("a position occurs too often to be indexed");
    flushed_key_ = key;
    run_.postings += static_cast<std::int64_t>(builder_.size());
    ++run_.blocks;
    const std::int64_t id = block_id(run_.slot, key, sequence_);
    const Bytes blob = builder_.take(id);
    index_.insert_block_.run({id, blob});
  }

  PostingIndex& index_;
  Run run_;
  BlockBuilder builder_;
  std::vector<Posting> group_;
  IndexKey flushed_key_ = 0;
  std::uint32_t sequence_ = 0;
};

PostingIndex::PostingIndex(Connection& connection, std::string_view name)
    : connection_(connection),
      name_(name),
      runs_(connection, fmt::format("SELECT slot, age, postings, blocks FROM {}_runs", name)),
      last_block_(connection, fmt::format("SELECT id, data FROM {}_blocks WHERE id BETWEEN ? AND ? "
                                          "ORDER BY id DESC LIMIT 1",
                                          name)),
      // Behind an id, not from one on: the largest has none after it.
      next_block_(connection, fmt::format("SELECT id, data FROM {}_blocks WHERE id > ? AND id <= ? "
                                          "ORDER BY id LIMIT 1",
                                          name)),
      block_(connection, fmt::format("SELECT data FROM {}_blocks WHERE id = ?", name)),
      insert_block_(connection, fmt::format("INSERT INTO {}_blocks(id, data) VALUES (?, ?)", name)),
      delete_block_(connection, fmt::format("DELETE FROM {}_blocks WHERE id = ?", name)),
      insert_run_(
          connection,
          fmt::format("INSERT INTO {}_runs(slot, age, postings, blocks) VALUES (?,?,?,?)", name)),
      delete_run_(connection, fmt::format("DELETE FROM {}_runs WHERE slot = ?", name)) {}

void PostingIndex::damaged(std::int64_t id) const {
  throw DamagedFile(fmt::format(
      "{}: block {} of the {} index is damaged; 'yari db compact --reindex' rebuilds it",
      connection_.file().string(), id, name_));
}

void PostingIndex::out_of_order() const {
  throw DamagedFile(
      fmt::format("{}: the {} index is out of order; 'yari db compact --reindex' rebuilds it",
                  connection_.file().string(), name_));
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
    runs.push_back({static_cast<int>(slot), runs_.integer(1), runs_.integer(2), runs_.integer(3)});
  }
  // Here and not in the statement, which would read a second tree for the order.
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.age < b.age; });
  return runs;
}

int PostingIndex::free_slot() {
  const std::vector<Run> used = runs();
  for (int slot = 0; slot < max_runs; ++slot) {
    if (std::none_of(used.begin(), used.end(), [&](const Run& r) { return r.slot == slot; })) {
      return slot;
    }
  }
  throw Full(connection_.file().string() + ": the index has too many runs; compact it");
}

void PostingIndex::append(std::span<const Posting> postings) {
  if (postings.empty()) return;
  const std::vector<Run> before = runs();
  Writer writer(*this, static_cast<std::int64_t>(postings.size()),
                before.empty() ? 0 : before.back().age + 1);
  for (const Posting& p : postings) writer.add(p);
  writer.finish();
  if (before.size() + 1 >= crowded) tidy();
}

void PostingIndex::find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) {
  std::vector<Posting> found;
  for (const Run& run : runs()) {
    if (!last_block_.first({block_id(run.slot, 0, 0), block_id(run.slot, key, 0)})) continue;
    const std::int64_t id = last_block_.integer(0);
    check_order(block_id(run.slot, 0, 0) - 1, id);
    check_order(id, block_id(run.slot, key, 0) + 1);
    bool good = BlockReader(id, last_block_.blob(1)).find(key, found);
    last_block_.reset();
    if (!good) damaged(id);
    if (!found.empty() && !visit(found)) return;
    if (block_key(id) != key) {
      found.clear();
      continue;
    }
    const std::int64_t last_id = last_block_id(run.slot);
    for (std::int64_t before = id; before < last_id; ++before) {
      const std::int64_t next = before + 1;
      if (block_key(next) != key || !block_.first({next})) break;
      found.clear();
      good = BlockReader(next, block_.blob(0)).find(key, found);
      block_.reset();
      if (!good) damaged(next);
      if (!visit(found)) return;
    }
    found.clear();
  }
}

void PostingIndex::merge(std::span<const Run> runs, const std::function<bool(std::uint32_t)>& keep,
                         std::span<const Posting> more) {
  auto expected = static_cast<std::int64_t>(more.size());
  for (const Run& run : runs) expected += run.postings;
  Writer writer(*this, expected, runs.front().age);
  std::vector<Cursor> cursors;
  for (const Run& run : runs) {
    cursors.emplace_back(*this, run, Cursor::Read::consume);
    delete_run_.run({run.slot});
  }
  Tournament heads(cursors.size());
  for (std::size_t i = 0; i < cursors.size(); ++i) {
    heads.set(i, cursors[i].at_end() ? Tournament::none : (*cursors[i]).key);
  }
  std::optional<Posting> last;
  for (std::size_t i; heads.least(i);) {
    Cursor& cursor = cursors[i];
    const Posting posting = *cursor;
    if (last && !(*last < posting)) out_of_order();
    last = posting;
    for (; !more.empty() && more.front() < posting; more = more.subspan(1)) {
      writer.add(more.front());
    }
    if (!keep || keep(posting.game)) writer.add(posting);
    cursor.next();
    heads.set(i, cursor.at_end() ? Tournament::none : (*cursor).key);
  }
  for (const Posting& p : more) writer.add(p);
  writer.finish();
}

void PostingIndex::tidy() {
  const std::vector<Run> all = runs();
  if (all.empty()) return;
  std::size_t begin = all.size() - 1;
  std::int64_t young = all.back().postings;
  while (begin > 0 && all[begin - 1].postings < growth * young) young += all[--begin].postings;
  if (begin + 1 < all.size()) merge(std::span(all).subspan(begin), {}, {});
}

void PostingIndex::fold(const std::function<bool(std::uint32_t)>& keep,
                        std::span<const Posting> more) {
  const std::vector<Run> all = runs();
  if (all.empty()) return append(more);
  merge(all, keep, more);
}

void PostingIndex::clear() {
  connection_.execute(fmt::format("DELETE FROM {0}_blocks; DELETE FROM {0}_runs", name_));
}

void PostingIndex::each_block(
    const Run& run, const std::function<void(std::int64_t id, const BlockReader&)>& visit) {
  std::int64_t id = block_id(run.slot, 0, 0) - 1;
  while (next_block_.first({id, last_block_id(run.slot)})) {
    check_order(id, next_block_.integer(0));
    id = next_block_.integer(0);
    // A copy, for what is visited may look up blocks itself.
    const Bytes blob(next_block_.blob(1).begin(), next_block_.blob(1).end());
    next_block_.reset();
    visit(id, BlockReader(id, blob));
  }
}

void PostingIndex::each(const std::function<void(std::span<const Posting>)>& visit) {
  for (const Run& run : runs()) {
    Cursor cursor(*this, run, Cursor::Read::keep);
    for (; !cursor.at_end(); cursor.next_block()) visit(cursor.rest());
  }
}

std::int64_t PostingIndex::count() {
  std::int64_t count = 0;
  for (const Run& run : runs()) count += run.postings;
  return count;
}

void PostingIndex::each_key(const std::function<void(IndexKey, std::int64_t)>& visit) {
  const GameSet games = SqliteGameReader(connection_).numbers();
  std::vector<Cursor> cursors;
  for (const Run& run : runs()) cursors.emplace_back(*this, run, Cursor::Read::keep);
  const auto drop_finished = [&] {
    std::erase_if(cursors, [](const Cursor& c) { return c.at_end(); });
  };
  for (drop_finished(); !cursors.empty(); drop_finished()) {
    IndexKey key = (*cursors.front()).key;
    for (const Cursor& c : cursors) key = std::min(key, (*c).key);
    std::int64_t count = 0;
    std::uint32_t last = 0;
    for (Cursor& c : cursors) {
      for (; !c.at_end() && (*c).key == key; c.next()) {
        const std::uint32_t game = (*c).game;
        if (game != last && games.has(game)) ++count;
        last = game;
      }
    }
    if (count > 0) visit(key, count);
  }
}

std::int64_t PostingIndex::block_bytes() {
  return connection_.integer(fmt::format("SELECT total(length(data)) FROM {}_blocks", name_));
}

}  // namespace yari
