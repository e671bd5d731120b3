// A look-up asks every shard for the block of each run that may hold the key, in one statement.
#include "db/store/postgres/posting_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/store/error.h"
#include "db/store/game_set.h"
#include "db/store/postgres/run_cursor.h"
#include "db/store/shared/row_numbers.h"
#include "db/store/shared/run_writer.h"

namespace yari::pg {

namespace {

constexpr int most_runs = 32;
constexpr std::size_t most_held = std::size_t{4} << 20;
/// Keys that are asked for together.
constexpr std::size_t keys_at_once = 512;

constexpr int slot_of(std::int64_t id) {
  return static_cast<int>(id >> (index_key_bits + block_sequence_bits));
}

/// The last block of a run that does not begin after a key; without one the first of the run, which
/// must say that it is the first.
std::string block_for(const std::string& name, const char* key) {
  return fmt::format(
      "coalesce((SELECT id FROM @.{0}_blocks WHERE id >= r.slot::int8 << 58 AND "
      "id <= (r.slot::int8 << 58 | {1}) ORDER BY id DESC LIMIT 1), "
      "(SELECT id FROM @.{0}_blocks WHERE id >= r.slot::int8 << 58 AND "
      "id <= (r.slot::int8 << 58 | {2}) ORDER BY id LIMIT 1))",
      name, key, last_block_id(0));
}

}  // namespace

bool follows(std::int64_t id, std::int64_t before, const std::optional<BlockPlace>& place_before) {
  if (!place_before || !place_before->next) return true;
  const IndexKey next = *place_before->next;
  return id == (block_key(before) == next ? before + 1 : block_id(slot_of(before), next, 0));
}

PostingTable::PostingTable(Shards& shards, std::string name)
    : shards_(shards),
      name_(std::move(name)),
      of_contents_(name_ == "content"),
      runs_(shards,
            fmt::format("SELECT slot, age, postings, blocks FROM @.{}_runs ORDER BY age", name_)),
      find_(shards, fmt::format("SELECT r.slot, r.blocks, b.id, b.data FROM @.{0}_runs r LEFT JOIN "
                                "LATERAL (SELECT id, data FROM @.{0}_blocks WHERE id = {1}) b "
                                "ON true ORDER BY r.age",
                                name_, block_for(name_, "$1"))),
      find_many_(shards,
                 fmt::format("SELECT r.slot, r.blocks, b.id, b.data FROM @.{0}_runs r LEFT JOIN "
                             "LATERAL (SELECT id, data FROM @.{0}_blocks WHERE id = ANY (ARRAY("
                             "SELECT {1} FROM unnest($1::int8[]) k))) b ON true ORDER BY 1, 3",
                             name_, block_for(name_, "k"))),
      more_(shards, fmt::format("SELECT id, data FROM @.{}_blocks WHERE id > $1 AND id <= $2 "
                                "ORDER BY id",
                                name_)),
      held_(shards.size()),
      begun_(shards.size()) {
  for (std::size_t i = 0; i < shards.size(); ++i)
    flush_numbers_.push_back(shards[i].connection->add_flush([this, i] { flush(i); }));
}

PostingTable::~PostingTable() {
  for (std::size_t i = 0; i < shards_.size(); ++i)
    shards_[i].connection->remove_flush(flush_numbers_[i]);
}

void PostingTable::damaged(std::size_t shard, std::int64_t id) const {
  throw DamagedFile(fmt::format(
      "{}: block {} of the {} index in {} is damaged; 'yari db compact --reindex' rebuilds it",
      shards_.name(), id, name_, shards_[shard].schema));
}

void PostingTable::lacks_blocks(std::size_t shard) const {
  throw DamagedFile(
      fmt::format("{}: the {} index in {} lacks blocks; 'yari db compact --reindex' rebuilds it",
                  shards_.name(), name_, shards_[shard].schema));
}

BlockPlace PostingTable::first_place(std::size_t shard) const {
  return {.is_first = true,
          .of_contents = of_contents_,
          .next = std::nullopt,
          .shard = static_cast<int>(shard)};
}

BlockReader PostingTable::reader(std::size_t shard, std::int64_t id, ByteView blob) const {
  const BlockReader block(id, blob, static_cast<int>(shard));
  if (!block.valid() || is_of_other(block.place())) damaged(shard, id);
  return block;
}

std::vector<std::string> PostingTable::lost_runs() {
  std::vector<std::string> sentences;
  Fan lost(shards_,
           fmt::format("SELECT s FROM generate_series(-32, 31) s WHERE NOT EXISTS (SELECT 1 FROM "
                       "@.{0}_runs WHERE slot = s) AND EXISTS (SELECT 1 FROM @.{0}_blocks WHERE "
                       "id >= s::int8 << 58 AND id <= (s::int8 << 58 | {1}))",
                       name_, last_block_id(0)),
           Use::once);
  lost.start({});
  for (std::size_t i = 0; i < shards_.size(); ++i)
    while (lost[i].step())
      sentences.push_back(fmt::format("run {} of the {} index in {} is gone", lost[i].integer(0),
                                      name_, shards_[i].schema));
  return sentences;
}

void PostingTable::check_slots() {
  if (checked_slots_) return;
  if (const std::vector<std::string> lost = lost_runs(); !lost.empty())
    throw DamagedFile(fmt::format("{}: {}; 'yari db compact --reindex' rebuilds it", shards_.name(),
                                  lost.front()));
  checked_slots_ = true;
}

std::vector<std::vector<Run>> PostingTable::runs() {
  std::vector<std::vector<Run>> all(shards_.size());
  runs_.start({});
  for (std::size_t i = 0; i < shards_.size(); ++i)
    for (Statement& rows = runs_[i]; rows.step();) {
      const std::int64_t slot = rows.integer(0);
      if (slot < 0 || slot >= most_runs) continue;
      all[i].push_back({static_cast<int>(slot), store::amount_in(rows, 1),
                        store::amount_in(rows, 2), store::amount_in(rows, 3)});
    }
  return all;
}

int PostingTable::free_slot(const std::vector<Run>& runs) const {
  for (int slot = 0; slot < most_runs; ++slot)
    if (std::ranges::find(runs, slot, &Run::slot) == runs.end()) return slot;
  throw Full(shards_.name() + ": the index has too many runs; compact it");
}

/// Throws DamagedFile unless the block is the first of its run. Requires: no block of the run
/// begins at or before the key.
void PostingTable::check_first(std::size_t shard, const BlockReader& block) const {
  if (block.place() && !block.place()->is_first) lacks_blocks(shard);
}

void PostingTable::find_in(std::size_t shard, const Found& at, const BlockReader& block,
                           IndexKey key, std::vector<Posting>& found) const {
  if (!block.find(key, found)) damaged(shard, at.id);
  const bool begins = block_key(at.id) == key;
  if (at.place && at.place->next && (begins ? *at.place->next < key : *at.place->next <= key))
    lacks_blocks(shard);
}

void PostingTable::find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) {
  check_slots();
  std::vector<Posting> found;
  find_.start({block_id(0, key, 0)});
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    std::vector<Found> continued;
    for (Statement& row = find_[i]; row.step();) {
      if (row.is_null(2) && row.integer(1) != 0) lacks_blocks(i);
      if (row.is_null(2)) continue;
      const std::int64_t id = row.integer(2);
      const BlockReader block = reader(i, id, row.blob(3));
      if (block_key(id) > key) {
        check_first(i, block);
        continue;
      }
      find_in(i, {id, block.place()}, block, key, found);
      if (block_key(id) == key) continued.push_back({id, block.place()});
    }
    for (const Found& at : continued) find_continued(i, at, found);
  }
  if (found.empty()) return;
  // The games of a run need not all come before those of the next, and shards have any.
  std::ranges::sort(found, std::less<>());
  constexpr std::size_t at_once = 4096;
  for (std::size_t begin = 0; begin < found.size(); begin += at_once)
    if (!visit(std::span(found).subspan(begin, std::min(at_once, found.size() - begin)))) return;
}

/// The blocks after the first one that begin with the same key.
void PostingTable::find_continued(std::size_t shard, Found at, std::vector<Posting>& found) {
  const IndexKey key = block_key(at.id);
  Statement& rows = more_[shard];
  for (rows.start({at.id, block_id(slot_of(at.id), key, max_sequence)}); rows.step();) {
    const std::int64_t id = rows.integer(0);
    if (id != at.id + 1) lacks_blocks(shard);
    const BlockReader block = reader(shard, id, rows.blob(1));
    at = {id, block.place()};
    find_in(shard, at, block, key, found);
  }
  if (at.place && at.place->next == key) lacks_blocks(shard);
}

/// Looks up sorted keys: each may be in the last block of a run that does not begin after it.
void PostingTable::find_some(std::span<const IndexKey> keys, FoundKeys& found) {
  check_slots();
  std::vector<std::int64_t> ids;
  for (const IndexKey key : keys) ids.push_back(block_id(0, key, 0));
  find_many_.start({array_of(ids)});
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    std::vector<std::pair<Found, std::size_t>> continued;
    Statement& rows = find_many_[i];
    std::int64_t slot_before = -1;
    for (bool more = rows.step(); more;) {
      const std::int64_t slot = rows.integer(0), id = rows.integer(2);
      const bool is_there = !rows.is_null(2);
      if (!is_there && rows.integer(1) != 0) lacks_blocks(i);
      const ByteView view = rows.blob(3);
      const Bytes data(view.begin(), view.end());
      const bool is_first = std::exchange(slot_before, slot) != slot;
      more = rows.step();
      if (!is_there) continue;
      const BlockReader block = reader(i, id, data);
      if (is_first && keys.front() < block_key(id)) check_first(i, block);
      const bool ends_run = !more || rows.integer(0) != slot;
      const std::int64_t end = ends_run ? last_block_id(slot_of(id)) : rows.integer(2) - 1;
      auto k = std::ranges::lower_bound(keys, block_key(id));
      for (; k != keys.end() && block_id(slot_of(id), *k, 0) <= end; ++k) {
        const auto at = static_cast<std::size_t>(k - keys.begin());
        if (block_id(slot_of(id), *k, 0) < id) continue;
        find_in(i, {id, block.place()}, block, *k, found[at]);
        if (block_key(id) == *k) continued.push_back({{id, block.place()}, at});
      }
    }
    for (const auto& [begin, at] : continued) find_continued(i, begin, found[at]);
  }
}

void PostingTable::find_all(std::span<const IndexKey> keys,
                            const std::function<bool(IndexKey, std::span<const Posting>)>& visit) {
  std::vector<IndexKey> sorted(keys.begin(), keys.end());
  std::ranges::sort(sorted);
  for (std::size_t begin = 0; begin < sorted.size(); begin += keys_at_once) {
    const std::span some =
        std::span(sorted).subspan(begin, std::min(keys_at_once, sorted.size() - begin));
    FoundKeys found(some.size());
    find_some(some, found);
    for (std::size_t k = 0; k < some.size(); ++k) {
      if (found[k].empty()) continue;
      std::ranges::sort(found[k], std::less<>());
      visit(some[k], found[k]);
    }
  }
}

void PostingTable::each(const std::function<void(std::span<const Posting>)>& visit) {
  check_slots();
  const auto all = runs();
  for (std::size_t i = 0; i < shards_.size(); ++i)
    for (const Run& run : all[i]) {
      Cursor cursor(*this, i, run);
      for (; !cursor.at_end(); cursor.next_block()) visit(cursor.of_block());
    }
}

std::int64_t PostingTable::count() {
  std::int64_t count = 0;
  for (const std::vector<Run>& of_shard : runs())
    for (const Run& run : of_shard) count += run.postings;
  return count;
}

std::size_t PostingTable::pieces() {
  std::size_t most = 0;
  for (const std::vector<Run>& of_shard : runs()) most = std::max(most, of_shard.size());
  return most;
}

void PostingTable::each_key(const std::function<void(IndexKey, std::int64_t)>& visit) {
  check_slots();
  std::vector<Cursor> cursors;
  std::vector<GameId> all;
  const auto runs_of = runs();
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    for (const Run& run : runs_of[i]) cursors.emplace_back(*this, i, run);
    Stream rows(*shards_[i].connection, shards_[i].sql("SELECT id FROM @.games"));
    while (rows.step()) all.push_back(rows.row().integer(0));
  }
  const GameId last = all.empty() ? 0 : *std::ranges::max_element(all);
  const GameSet games(std::ssize(all), last, [&](const std::function<void(GameId)>& add) {
    std::ranges::for_each(all, add);
  });
  // More runs than a tournament takes: 64 shards may have 32 each.
  const auto later = [](const Cursor* a, const Cursor* b) { return b->key() < a->key(); };
  std::vector<Cursor*> heap;
  for (Cursor& c : cursors)
    if (!c.at_end()) heap.push_back(&c);
  std::ranges::make_heap(heap, later);
  while (!heap.empty()) {
    const IndexKey key = heap.front()->key();
    std::vector<std::uint32_t> of_key;
    while (!heap.empty() && heap.front()->key() == key) {
      std::ranges::pop_heap(heap, later);
      Cursor& c = *heap.back();
      heap.pop_back();
      for (; !c.at_end() && c.key() == key; c.next()) of_key.push_back((*c).game);
      if (c.at_end()) continue;
      heap.push_back(&c);
      std::ranges::push_heap(heap, later);
    }
    std::ranges::sort(of_key);
    of_key.erase(std::unique(of_key.begin(), of_key.end()), of_key.end());
    const auto count =
        std::ranges::count_if(of_key, [&](std::uint32_t game) { return games.has(game); });
    if (count > 0) visit(key, count);
  }
}

void PostingTable::insert(std::size_t shard, std::int64_t id, const Bytes& blob) {
  shards_[shard].connection->hold();
  CopyRows& rows = held_[shard];
  rows.row(2);
  rows.int64(id);
  rows.bytes(blob);
  if (rows.size() > most_held) flush(shard);
}

void PostingTable::flush(std::size_t shard) {
  if (held_[shard].empty()) return;
  CopyRows rows;
  std::swap(rows, held_[shard]);
  shards_[shard].connection->copy(
      fmt::format("{}.{}_blocks(id, data)", shards_[shard].schema, name_), rows);
}

std::vector<std::vector<Posting>> PostingTable::by_shard(std::span<const Posting> postings) {
  std::vector<std::vector<Posting>> parts(shards_.size());
  if (parts.size() == 1) {
    parts.front().assign(postings.begin(), postings.end());
    return parts;
  }
  for (const Posting& p : postings) parts[shards_.of_game(p.game).value_or(0)].push_back(p);
  return parts;
}

void PostingTable::add_run(std::size_t shard, const Run& run) {
  shards_[shard]
      .statement(fmt::format("INSERT INTO @.{}_runs(slot, age, postings, blocks) "
                             "VALUES ($1, $2, $3, $4)",
                             name_))
      .run({run.slot, run.age, run.postings, run.blocks});
}

std::int64_t PostingTable::append_to(std::size_t shard, const std::vector<Run>& before,
                                     std::span<const Posting> postings) {
  if (postings.empty()) return 0;
  const int slot = free_slot(before);
  store::RunWriter writer(slot, std::ssize(postings), spare_postings, first_place(shard),
                          [&](std::int64_t id, const Bytes& blob) { insert(shard, id, blob); });
  writer.add(postings);
  writer.finish();
  add_run(shard,
          {slot, before.empty() ? 0 : before.back().age + 1, writer.postings(), writer.blocks()});
  return writer.blocks();
}

void PostingTable::append(std::span<const Posting> postings) {
  check_slots();
  const std::vector<std::vector<Posting>> parts = by_shard(postings);
  const auto all = runs();
  for (std::size_t i = 0; i < parts.size(); ++i) append_to(i, all[i], parts[i]);
}

void PostingTable::clear() {
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    held_[i] = {};
    begun_[i].clear();
  }
  Fan(shards_, fmt::format("DELETE FROM @.{}_blocks", name_)).run({});
  Fan(shards_, fmt::format("DELETE FROM @.{}_runs", name_)).run({});
}

void PostingTable::forget() {
  for (CopyRows& rows : held_) rows = {};
  for (std::vector<Run>& runs : begun_) runs.clear();
}

}  // namespace yari::pg
