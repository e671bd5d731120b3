// A row for each key, part and run, under the number that a block of postings would have.
#include "db/store/sqlite/index/count_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec/checksum.h"
#include "db/store/error.h"
#include "db/store/postings.h"
#include "db/store/shared/row_numbers.h"

namespace yari {

namespace {

constexpr const char* family = "count";

static_assert(last_part <= max_sequence);

constexpr std::int64_t row_id(int slot, IndexKey key, CountPart part) {
  return block_id(slot, key, part);
}

/// What a row says; no value when it is damaged.
std::optional<ByteView> data_of(std::int64_t id, ByteView row) {
  return without_checksum(static_cast<std::uint64_t>(id), row);
}

}  // namespace

/// Goes through one run, a row at a time.
class CountTable::Cursor {
 public:
  Cursor(CountTable& table, int slot) : table_(&table), slot_(slot), id_(row_id(slot, 0, 0) - 1) {
    next();
  }
  bool at_end() const { return at_end_; }
  /// Of the row in its run: rows of one position and part have the same.
  std::int64_t number() const { return id_ - row_id(slot_, 0, 0); }
  std::int64_t id() const { return id_; }
  /// No value when it is damaged.
  std::optional<PositionCounts> counts() const {
    const std::optional<ByteView> data = data_of(id_, data_);
    return data ? PositionCounts::decode(*data) : std::nullopt;
  }
  void next() {
    Statement& row = table_->next_row_;
    at_end_ = !row.first({id_, last_block_id(slot_)});
    if (at_end_) return;
    // Where pages are exchanged, a search for a larger number can lead to a smaller one.
    if (row.integer(0) <= id_)
      throw DamagedFile(fmt::format(
          "{}: the counts of positions are out of order; 'yari db compact --reindex' rebuilds them",
          table_->connection_.file().string()));
    id_ = row.integer(0);
    const ByteView data = row.blob(1);
    data_.assign(data.begin(), data.end());
    row.reset();
  }

 private:
  CountTable* table_;
  int slot_;
  std::int64_t id_;
  Bytes data_;
  bool at_end_ = false;
};

std::int64_t CountTable::least_number(std::span<const Cursor> cursors) {
  std::int64_t least = INT64_MAX;
  for (const Cursor& c : cursors)
    if (!c.at_end()) least = std::min(least, c.number());
  return least;
}

CountTable::CountTable(Connection& connection)
    : connection_(connection),
      position_(connection, "SELECT sfen, by_part FROM counted_positions WHERE key = ?"),
      positions_(connection, "SELECT sfen, by_part, key FROM counted_positions ORDER BY key"),
      add_position_(
          connection,
          "INSERT OR REPLACE INTO counted_positions(key, sfen, by_part) VALUES (?, ?, ?)"),
      forget_position_(connection, "DELETE FROM counted_positions WHERE key = ?"),
      runs_(connection, "SELECT slot, age, bytes FROM count_runs"),
      rows_(connection, "SELECT id, data FROM count_blocks WHERE id BETWEEN ? AND ? ORDER BY id"),
      next_row_(connection,
                "SELECT id, data FROM count_blocks WHERE id > ? AND id <= ? ORDER BY id LIMIT 1"),
      insert_(connection, "INSERT INTO count_blocks(id, data) VALUES (?, ?)"),
      delete_(connection, "DELETE FROM count_blocks WHERE id BETWEEN ? AND ?"),
      insert_run_(connection, "INSERT INTO count_runs(slot, age, bytes) VALUES (?, ?, ?)"),
      delete_runs_(connection, "DELETE FROM count_runs") {}

namespace {

store::CountedPosition position_in(const Statement& row) {
  return {std::string(row.text(0)), row.integer(1) != 0};
}

}  // namespace

std::optional<store::CountedPosition> CountTable::position(IndexKey key) {
  if (!position_.first({key})) return std::nullopt;
  store::CountedPosition position = position_in(position_);
  position_.reset();
  return position;
}

void CountTable::each_position(
    const std::function<void(IndexKey, const store::CountedPosition&)>& visit) {
  constexpr auto limit = std::int64_t{1} << index_key_bits;
  for (positions_.start({}); positions_.step();) {
    const std::int64_t key = positions_.integer(2);
    if (key >= 0 && key < limit) visit(static_cast<IndexKey>(key), position_in(positions_));
  }
}

void CountTable::add_position(IndexKey key, const store::CountedPosition& position) {
  add_position_.run({key, position.sfen, position.by_part ? 1 : 0});
}

void CountTable::forget(IndexKey key) {
  forget_position_.run({key});
  for (const Run& run : runs()) delete_rows(run.slot, key);
}

void CountTable::delete_rows(int slot, IndexKey key) {
  delete_.run({row_id(slot, key, 0), row_id(slot, key, max_sequence)});
}

void CountTable::clear() {
  connection_.execute(
      "DELETE FROM counted_positions; DELETE FROM count_blocks; DELETE FROM count_runs");
  forget_merge_plan(connection_, family);
}

std::vector<CountTable::Run> CountTable::runs() {
  std::vector<Run> runs;
  for (runs_.start({}); runs_.step();) {
    // The CHECK of the table does not bind a file that was made by hand.
    const std::int64_t slot = runs_.integer(0);
    if (slot < 0 || slot >= max_runs) continue;
    runs.push_back(
        {static_cast<int>(slot), store::amount_in(runs_, 1), store::amount_in(runs_, 2)});
  }
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.age < b.age; });
  return runs;
}

// Rows outside of all runs show that a run is gone.
bool CountTable::lacks_a_run(const std::vector<Run>& runs) {
  std::uint32_t used = 0;
  for (const Run& run : runs) used |= 1u << run.slot;
  if (whole_slots_ == used) return false;
  if (has_rows_outside(next_row_, used)) return true;
  whole_slots_ = used;
  return false;
}

int CountTable::free_slot() {
  std::uint32_t used = 0;
  for (const Run& run : runs()) used |= 1u << run.slot;
  if (used == ~0u) throw Full(connection_.file().string() + ": there are too many runs of counts");
  return std::countr_one(used);
}

bool CountTable::each_row(IndexKey key, CountPart first, CountPart last,
                          const std::function<bool(CountPart, ByteView)>& visit) {
  const std::vector<Run> all = runs();
  if (lacks_a_run(all)) return false;
  for (const Run& run : all) {
    const std::int64_t first_id = row_id(run.slot, key, first),
                       last_id = row_id(run.slot, key, last);
    const ResetAtEnd open(rows_);
    for (rows_.start({first_id, last_id}); rows_.step();) {
      const std::int64_t id = rows_.integer(0);
      const std::optional<ByteView> data = data_of(id, rows_.blob(1));
      // Where pages are exchanged, a search can lead to other rows.
      if (!data || id < first_id || id > last_id || !visit(block_sequence(id), *data)) return false;
    }
  }
  return true;
}

std::int64_t CountTable::put(std::int64_t id, const PositionCounts& counts) {
  Bytes data = counts.encode();
  add_checksum(static_cast<std::uint64_t>(id), data);
  insert_.run({id, data});
  return static_cast<std::int64_t>(data.size());
}

std::int64_t CountTable::put(int slot, std::span<const store::KeyCounts> counts) {
  std::int64_t bytes = 0;
  for (const store::KeyCounts& c : counts) bytes += put(row_id(slot, c.key, c.part), c.counts);
  return bytes;
}

void CountTable::append(std::span<const store::KeyCounts> counts) {
  if (counts.empty()) return;
  // A step of another merge may add one, too.
  if (runs().size() >= store::many_runs) {
    while (begin_merge(store::MergeReach::young)) merge_step(INT64_MAX);
  }
  const std::vector<Run> before = runs();
  Run run{free_slot(), before.empty() ? 0 : before.back().age + 1, 0};
  run.bytes = put(run.slot, counts);
  insert_run_.run({run.slot, run.age, run.bytes});
}

void CountTable::replace(IndexKey key, std::span<const store::KeyCounts> counts) {
  std::vector<Run> all = runs();
  for (const Run& run : all) delete_rows(run.slot, key);
  if (all.empty() || counts.empty()) return append(counts);
  all.front().bytes += put(all.front().slot, counts);
  write_runs(all);
}

void CountTable::write_runs(std::span<const Run> runs) {
  delete_runs_.run({});
  for (const Run& run : runs) insert_run_.run({run.slot, run.age, run.bytes});
}

bool CountTable::begin_merge(store::MergeReach reach) {
  std::vector<Run> old = runs();
  if (under_way(load_merge_plan(connection_, family), old)) return true;
  std::vector<std::int64_t> sizes;
  for (const Run& run : old) sizes.push_back(run.bytes);
  const std::size_t first = store::first_to_merge(sizes, reach, store::small_counts);
  if (first + 1 >= old.size()) return false;
  const MergePlan plan = plan_merge(old, first, free_slot());
  write_runs(old);
  store_merge_plan(connection_, family, plan);
  return true;
}

bool CountTable::merge_step(std::int64_t most_bytes) {
  std::vector<Run> runs = this->runs();
  const std::optional<MergePlan> plan = under_way(load_merge_plan(connection_, family), runs);
  if (!plan) return false;
  std::vector<Cursor> cursors;
  bool whole = true;
  for (const Run& run : runs) {
    if (plan->takes(run.slot)) cursors.emplace_back(*this, run.slot);
    whole = whole && (plan->takes(run.slot) || run.slot == plan->to);
  }
  const auto drop_finished = [&] {
    std::erase_if(cursors, [](const Cursor& c) { return c.at_end(); });
  };
  std::int64_t written = 0;
  for (drop_finished(); !cursors.empty() && written < most_bytes; drop_finished()) {
    written += merge_key(block_key(least_number(cursors)), cursors, plan->to, whole);
  }
  if (cursors.empty()) {
    std::erase_if(runs, [&](const Run& r) { return plan->takes(r.slot); });
    forget_merge_plan(connection_, family);
  }
  for (Run& run : runs)
    if (run.slot == plan->to) run.bytes += written;
  write_runs(runs);
  return true;
}

/// Moves the rows of a key into one for each part; the bytes that this wrote.
std::int64_t CountTable::merge_key(IndexKey key, std::span<Cursor> cursors, int to, bool whole) {
  std::int64_t written = 0;
  bool sound = true;
  for (std::int64_t number = least_number(cursors); number != INT64_MAX && block_key(number) == key;
       number = least_number(cursors)) {
    PositionCounts sum;
    for (Cursor& c : cursors) {
      if (c.at_end() || c.number() != number) continue;
      const std::optional<PositionCounts> counts = c.counts();
      sound = counts && sum.add(*counts) && sound;
      delete_.run({c.id(), c.id()});
      c.next();
    }
    sum.settle(whole);
    if (sound && !sum.is_nothing()) written += put(row_id(to, 0, 0) + number, sum);
  }
  // Damaged counts are as good as none: `compact` counts the position again.
  if (!sound) forget(key);
  return written;
}

}  // namespace yari
