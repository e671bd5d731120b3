// A row for each key and run; the sum over all runs is what holds.
#include "db/store/postgres/count_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec/checksum.h"
#include "db/store/postings.h"
#include "db/store/shared/row_numbers.h"

namespace yari::pg {

namespace {

/// What the checksum of a row says besides its bytes.
std::uint64_t place_of_counts(IndexKey key) {
  return static_cast<std::uint64_t>(block_id(0, key, 0));
}

std::optional<PositionCounts> counts_in(IndexKey key, ByteView row) {
  const std::optional<ByteView> data = without_checksum(place_of_counts(key), row);
  return data ? PositionCounts::decode(*data) : std::nullopt;
}

}  // namespace

CountTable::CountTable(const Shards& shards)
    : home_(shards.home()),
      position_(home_.statement("SELECT sfen FROM @.counted_positions WHERE key = $1")),
      forget_(home_.statement("DELETE FROM @.counted_positions WHERE key = $1")),
      forget_counts_(home_.statement("DELETE FROM @.counts WHERE key = $1")),
      rows_(home_.statement("SELECT data FROM @.counts WHERE key = $1 ORDER BY run")),
      runs_(home_.statement(
          "SELECT run, bytes FROM @.count_runs WHERE run BETWEEN 0 AND 4294967295 ORDER BY run")),
      flush_number_(home_.connection->add_flush([this] { flush(); })) {}

CountTable::~CountTable() { home_.connection->remove_flush(flush_number_); }

std::optional<std::string> CountTable::position(IndexKey key) {
  if (!position_.first({key})) return std::nullopt;
  return std::string(position_.text(0));
}

void CountTable::each_position(const std::function<void(IndexKey, std::string_view)>& visit) {
  Statement rows = home_.statement("SELECT key, sfen FROM @.counted_positions ORDER BY key");
  for (rows.start({}); rows.step();) {
    const std::int64_t key = rows.integer(0);
    if (key >= 0 && key < std::int64_t{1} << index_key_bits)
      visit(static_cast<IndexKey>(key), rows.text(1));
  }
}

std::optional<PositionCounts> CountTable::read(IndexKey key) {
  PositionCounts sum;
  for (rows_.start({key}); rows_.step();) {
    const std::optional<PositionCounts> counts = counts_in(key, rows_.blob(0));
    if (!counts) return std::nullopt;
    sum.add(*counts);
  }
  sum.settle(true);
  return sum;
}

void CountTable::add_position(IndexKey key, const std::string& sfen) {
  home_.connection->hold();
  added_.row(2);
  added_.int64(static_cast<std::int64_t>(key));
  added_.text(sfen);
}

void CountTable::flush() {
  if (added_.empty()) return;
  CopyRows rows;
  std::swap(rows, added_);
  home_.connection->copy(home_.sql("@.counted_positions(key, sfen)"), rows);
}

void CountTable::forget(IndexKey key) {
  forget_.run({key});
  forget_counts_.run({key});
}

std::vector<CountTable::CountRun> CountTable::runs() {
  std::vector<CountRun> runs;
  for (runs_.start({}); runs_.step();)
    runs.push_back({runs_.integer(0), store::amount_in(runs_, 1)});
  return runs;
}

std::int64_t CountTable::put(CopyRows& rows, IndexKey key, std::int64_t run,
                             const PositionCounts& counts) {
  Bytes data = counts.encode();
  add_checksum(place_of_counts(key), data);
  rows.row(3);
  rows.int64(static_cast<std::int64_t>(key));
  rows.int64(run);
  rows.bytes(data);
  return std::ssize(data);
}

void CountTable::copy(CopyRows& rows, std::int64_t run, std::int64_t bytes) {
  home_.connection->copy(home_.sql("@.counts(key, run, data)"), rows);
  home_
      .statement(
          "INSERT INTO @.count_runs(run, bytes) VALUES ($1, $2) "
          "ON CONFLICT (run) DO UPDATE SET bytes = EXCLUDED.bytes")
      .run({run, bytes});
}

void CountTable::append(std::span<const store::KeyCounts> counts) {
  if (counts.empty()) return;
  std::vector<CountRun> before = runs();
  if (before.size() >= store::many_runs) {
    while (begin_merge(store::MergeReach::young)) merge_step(INT64_MAX);
    before = runs();
  }
  const std::int64_t run = before.empty() ? 0 : before.back().run + 1;
  CopyRows rows;
  std::int64_t bytes = 0;
  for (const store::KeyCounts& c : counts) bytes += put(rows, c.key, run, c.counts);
  copy(rows, run, bytes);
}

void CountTable::replace(IndexKey key, const PositionCounts& counts) {
  forget_counts_.run({key});
  if (counts.is_nothing()) return;
  const std::vector<CountRun> all = runs();
  CopyRows rows;
  const std::int64_t run = all.empty() ? 0 : all.front().run;
  const std::int64_t bytes = put(rows, key, run, counts);
  copy(rows, run, (all.empty() ? 0 : all.front().bytes) + bytes);
}

void CountTable::clear() {
  home_.connection->execute(
      home_.sql("DELETE FROM @.counted_positions; DELETE FROM @.counts; DELETE FROM @.count_runs"));
  begun_.clear();
}

bool CountTable::begin_merge(store::MergeReach reach) {
  const std::vector<CountRun> old = runs();
  std::vector<std::int64_t> sizes;
  for (const CountRun& run : old) sizes.push_back(run.bytes);
  const std::size_t first = store::first_to_merge(sizes, reach, store::small_counts);
  begun_.clear();
  if (first + 1 >= old.size()) return false;
  begun_.assign(old.begin() + static_cast<std::ptrdiff_t>(first), old.end());
  is_whole_ = first == 0;
  return true;
}

// In one step: readers keep what they see.
bool CountTable::merge_step(std::int64_t) {
  if (begun_.empty()) return false;
  const std::vector<CountRun> merged = std::exchange(begun_, {});
  const std::int64_t first = merged.front().run, last = merged.back().run;
  CopyRows rows;
  std::int64_t bytes = 0;
  std::vector<IndexKey> damaged;
  {
    Statement all = home_.statement(
        "SELECT key, data FROM @.counts WHERE run BETWEEN $1 AND $2 ORDER BY key, run");
    std::optional<IndexKey> key;
    PositionCounts sum;
    bool is_sound = true;
    const auto write = [&] {
      if (!key) return;
      sum.settle(is_whole_);
      if (!is_sound) damaged.push_back(*key);
      if (is_sound && !sum.is_nothing()) bytes += put(rows, *key, first, sum);
      sum = PositionCounts();
      is_sound = true;
    };
    for (all.start({first, last}); all.step();) {
      const auto here = static_cast<IndexKey>(all.integer(0));
      if (!key || *key != here) write();
      key = here;
      const std::optional<PositionCounts> counts = counts_in(here, all.blob(1));
      if (counts) sum.add(*counts);
      is_sound = is_sound && counts;
    }
    write();
  }
  home_.statement("DELETE FROM @.counts WHERE run BETWEEN $1 AND $2").run({first, last});
  home_.statement("DELETE FROM @.count_runs WHERE run BETWEEN $1 AND $2").run({first, last});
  copy(rows, first, bytes);
  // Damaged counts are as good as none: `compact` counts the position again.
  for (const IndexKey key : damaged) forget(key);
  return true;
}

}  // namespace yari::pg
