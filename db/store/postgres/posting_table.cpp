// A look-up asks every shard for the block of each run that may hold the key, in one statement.
#include "db/store/postgres/posting_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/store/error.h"
#include "db/store/game_set.h"
#include "db/store/postgres/run_cursor.h"
#include "db/store/row_numbers.h"
#include "db/store/run_writer.h"

namespace yari::pg {

namespace {

constexpr int most_runs = 32;
constexpr std::size_t most_held = std::size_t{4} << 20;
/// Keys that are asked for together.
constexpr std::size_t keys_at_once = 512;

constexpr int slot_of(std::int64_t id) {
  return static_cast<int>(id >> (index_key_bits + block_sequence_bits));
}

}  // namespace

PostingTable::PostingTable(Shards& shards, std::string name)
    : shards_(shards),
      name_(std::move(name)),
      runs_(shards,
            fmt::format("SELECT slot, age, postings, blocks FROM @.{}_runs ORDER BY age", name_)),
      find_(shards,
            fmt::format("SELECT b.id, b.data FROM @.{0}_runs r CROSS JOIN LATERAL (SELECT id, data "
                        "FROM @.{0}_blocks WHERE id >= r.slot::int8 << 58 AND "
                        "id <= (r.slot::int8 << 58 | $1) ORDER BY id DESC LIMIT 1) b "
                        "ORDER BY r.age",
                        name_)),
      find_many_(shards,
                 fmt::format("SELECT id, data FROM @.{0}_blocks WHERE id = ANY (ARRAY(SELECT "
                             "(SELECT id FROM @.{0}_blocks WHERE id >= r.slot::int8 << 58 AND "
                             "id <= (r.slot::int8 << 58 | k) ORDER BY id DESC LIMIT 1) "
                             "FROM @.{0}_runs r, unnest($1::int8[]) k)) ORDER BY id",
                             name_)),
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

void PostingTable::find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) {
  std::vector<Posting> found;
  find_.start({block_id(0, key, 0)});
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    std::vector<std::int64_t> continued;
    while (find_[i].step()) {
      const std::int64_t id = find_[i].integer(0);
      if (!BlockReader(id, find_[i].blob(1)).find(key, found)) damaged(i, id);
      if (block_key(id) == key) continued.push_back(id);
    }
    for (const std::int64_t id : continued) find_continued(i, id, found);
  }
  if (found.empty()) return;
  // The games of a run need not all come before those of the next, and shards have any.
  std::ranges::sort(found, std::less<>());
  constexpr std::size_t at_once = 4096;
  for (std::size_t begin = 0; begin < found.size(); begin += at_once)
    if (!visit(std::span(found).subspan(begin, std::min(at_once, found.size() - begin)))) return;
}

/// The blocks after `id` that begin with the same key.
void PostingTable::find_continued(std::size_t shard, std::int64_t id, std::vector<Posting>& found) {
  const IndexKey key = block_key(id);
  Statement& rows = more_[shard];
  for (rows.start({id, block_id(slot_of(id), key, max_sequence)}); rows.step();)
    if (!BlockReader(rows.integer(0), rows.blob(1)).find(key, found))
      damaged(shard, rows.integer(0));
}

/// Of sorted keys; each may be in the last block of a run that does not begin after it.
void PostingTable::find_some(std::span<const IndexKey> keys, FoundKeys& found) {
  std::vector<std::int64_t> ids;
  for (const IndexKey key : keys) ids.push_back(block_id(0, key, 0));
  find_many_.start({array_of(ids)});
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    std::vector<std::pair<std::int64_t, std::size_t>> continued;
    Statement& rows = find_many_[i];
    for (bool more = rows.step(); more;) {
      const std::int64_t id = rows.integer(0);
      const ByteView view = rows.blob(1);
      const Bytes data(view.begin(), view.end());
      more = rows.step();
      const bool ends_run = !more || slot_of(rows.integer(0)) != slot_of(id);
      const std::int64_t end = ends_run ? last_block_id(slot_of(id)) : rows.integer(0) - 1;
      auto k = std::ranges::lower_bound(keys, block_key(id));
      for (; k != keys.end() && block_id(slot_of(id), *k, 0) <= end; ++k) {
        const auto at = static_cast<std::size_t>(k - keys.begin());
        if (block_id(slot_of(id), *k, 0) < id) continue;
        if (!BlockReader(id, data).find(*k, found[at])) damaged(i, id);
        if (block_key(id) == *k) continued.emplace_back(id, at);
      }
    }
    for (const auto& [id, at] : continued) find_continued(i, id, found[at]);
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
  const auto all = runs();
  for (std::size_t i = 0; i < shards_.size(); ++i)
    for (const Run& run : all[i]) {
      Cursor cursor(*this, i, run.slot);
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
  std::vector<Cursor> cursors;
  std::vector<GameId> all;
  const auto runs_of = runs();
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    for (const Run& run : runs_of[i]) cursors.emplace_back(*this, i, run.slot);
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

void PostingTable::check(const std::function<void(std::span<const Posting>)>& visit,
                         const std::function<void(const std::string&)>& report) {
  std::vector<Posting> postings;
  const auto all = runs();
  for (std::size_t i = 0; i < shards_.size(); ++i)
    for (const Run& run : all[i]) {
      std::int64_t found = 0, blocks = 0;
      std::optional<Posting> last;
      Stream rows(
          *shards_[i].connection,
          shards_[i].sql(fmt::format("SELECT id, data FROM @.{}_blocks WHERE id BETWEEN {} "
                                     "AND {} ORDER BY id",
                                     name_, block_id(run.slot, 0, 0), last_block_id(run.slot))));
      while (rows.step()) {
        const std::int64_t id = rows.row().integer(0);
        postings.clear();
        if (!BlockReader(id, rows.row().blob(1)).all(postings))
          report(fmt::format("{} index: block {} is damaged", name_, id));
        ++blocks;
        found += std::ssize(postings);
        for (const Posting& p : postings) {
          if (last && !(*last < p))
            report(fmt::format("{} index: block {} is out of order", name_, id));
          last = p;
        }
        visit(postings);
      }
      if (found != run.postings || blocks != run.blocks)
        report(fmt::format("{} index: run {} has {} postings in {} blocks, it says {} in {}", name_,
                           run.slot, found, blocks, run.postings, run.blocks));
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
  store::RunWriter writer(slot, std::ssize(postings), spare_postings, std::nullopt,
                          [&](std::int64_t id, const Bytes& blob) { insert(shard, id, blob); });
  writer.add(postings);
  writer.finish();
  add_run(shard,
          {slot, before.empty() ? 0 : before.back().age + 1, writer.postings(), writer.blocks()});
  return writer.blocks();
}

void PostingTable::append(std::span<const Posting> postings) {
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
