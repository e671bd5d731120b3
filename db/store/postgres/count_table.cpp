// A row for each key and run; the sum over all runs is what holds.
#include "db/store/postgres/count_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "db/codec/checksum.h"
#include "db/store/postings.h"
#include "db/store/shared/row_numbers.h"

namespace yari::pg {

namespace {

/// What the checksum of a row says besides its bytes.
std::uint64_t place_of_counts(IndexKey key, CountPart part) {
  return static_cast<std::uint64_t>(block_id(0, key, part));
}

/// What a row says; no value when it is damaged.
std::optional<ByteView> data_of(IndexKey key, CountPart part, ByteView row) {
  return without_checksum(place_of_counts(key, part), row);
}

store::CountedPosition position_in(const Statement& row) {
  return {std::string(row.text(0)), row.integer(1) != 0};
}

/// The part in a column of the present row; one that there is not is none that has a checksum.
CountPart part_in(const Statement& row, int column) {
  return static_cast<CountPart>(std::clamp<std::int64_t>(row.integer(column), 0, max_sequence));
}

}  // namespace

CountTable::CountTable(const Shards& shards)
    : home_(shards.home()),
      position_(home_.statement("SELECT sfen, by_part FROM @.counted_positions WHERE key = $1")),
      forget_(home_.statement("DELETE FROM @.counted_positions WHERE key = $1")),
      forget_counts_(home_.statement("DELETE FROM @.counts WHERE key = $1")),
      rows_(home_.statement(
          "SELECT part, data FROM @.counts WHERE key = $1 AND part BETWEEN $2 AND $3 "
          "ORDER BY run, part")),
      runs_(home_.statement(
          "SELECT run, bytes FROM @.count_runs WHERE run BETWEEN 0 AND 4294967295 ORDER BY run")),
      flush_number_(home_.connection->add_flush([this] { flush(); })) {}

CountTable::~CountTable() { home_.connection->remove_flush(flush_number_); }

std::optional<store::CountedPosition> CountTable::position(IndexKey key) {
  if (!position_.first({key})) return std::nullopt;
  return position_in(position_);
}

void CountTable::each_position(
    const std::function<void(IndexKey, const store::CountedPosition&)>& visit) {
  Statement rows =
      home_.statement("SELECT sfen, by_part, key FROM @.counted_positions ORDER BY key");
  for (rows.start({}); rows.step();) {
    const std::int64_t key = rows.integer(2);
    if (key >= 0 && key < std::int64_t{1} << index_key_bits)
      visit(static_cast<IndexKey>(key), position_in(rows));
  }
}

bool CountTable::each_row(IndexKey key, CountPart first, CountPart last,
                          const std::function<bool(CountPart, ByteView)>& visit) {
  for (rows_.start({key, std::int64_t{first}, std::int64_t{last}}); rows_.step();) {
    const CountPart part = part_in(rows_, 0);
    const std::optional<ByteView> data = data_of(key, part, rows_.blob(1));
    if (!data || !visit(part, *data)) return false;
  }
  return true;
}

void CountTable::add_position(IndexKey key, const store::CountedPosition& position) {
  if (position.by_part) forget_.run({key});
  home_.connection->hold();
  added_.row(3);
  added_.int64(static_cast<std::int64_t>(key));
  added_.text(position.sfen);
  added_.int16(position.by_part ? 1 : 0);
}

void CountTable::flush() {
  if (added_.empty()) return;
  CopyRows rows;
  std::swap(rows, added_);
  home_.connection->copy(home_.sql("@.counted_positions(key, sfen, by_part)"), rows);
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

std::int64_t CountTable::put(CopyRows& rows, std::int64_t run, const store::KeyCounts& counts) {
  Bytes data = counts.counts.encode();
  add_checksum(place_of_counts(counts.key, counts.part), data);
  rows.row(4);
  rows.int64(static_cast<std::int64_t>(counts.key));
  rows.int32(static_cast<std::int32_t>(counts.part));
  rows.int64(run);
  rows.bytes(data);
  return std::ssize(data);
}

void CountTable::copy(CopyRows& rows, std::int64_t run, std::int64_t bytes) {
  home_.connection->copy(home_.sql("@.counts(key, part, run, data)"), rows);
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
  for (const store::KeyCounts& c : counts) bytes += put(rows, run, c);
  copy(rows, run, bytes);
}

void CountTable::replace(IndexKey key, std::span<const store::KeyCounts> counts) {
  forget_counts_.run({key});
  const std::vector<CountRun> all = runs();
  if (all.empty() || counts.empty()) return append(counts);
  CopyRows rows;
  const CountRun run = all.front();
  std::int64_t bytes = run.bytes;
  for (const store::KeyCounts& c : counts) bytes += put(rows, run.run, c);
  copy(rows, run.run, bytes);
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
  std::set<IndexKey> damaged;
  {
    Statement all = home_.statement(
        "SELECT key, part, data FROM @.counts WHERE run BETWEEN $1 AND $2 ORDER BY key, part, run");
    store::KeyCounts sum;
    const auto write = [&] {
      sum.counts.settle(is_whole_);
      if (!damaged.contains(sum.key) && !sum.counts.is_nothing()) bytes += put(rows, first, sum);
    };
    for (all.start({first, last}); all.step();) {
      const auto key = static_cast<IndexKey>(all.integer(0));
      const CountPart part = part_in(all, 1);
      if (sum.key != key || sum.part != part) {
        write();
        sum = {key, part, {}};
      }
      const std::optional<ByteView> data = data_of(key, part, all.blob(2));
      const std::optional<PositionCounts> counts =
          data ? PositionCounts::decode(*data) : std::nullopt;
      if (!counts || !sum.counts.add(*counts)) damaged.insert(key);
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
