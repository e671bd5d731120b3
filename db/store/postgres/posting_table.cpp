// A look-up asks every shard for the blocks of each run that may hold the keys, in one statement.
#include "db/store/postgres/posting_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/store/error.h"
#include "db/store/game_set.h"
#include "db/store/postgres/run_cursor.h"
#include "db/store/shared/row_numbers.h"
#include "db/store/shared/run_merge.h"
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
      find_(shards,
            fmt::format("SELECT r.slot, r.blocks, b.id, b.data, r.age, EXISTS (SELECT 1 FROM "
                        "@.{0}_stale)::int4 FROM @.{0}_runs r LEFT JOIN LATERAL (SELECT id, data "
                        "FROM @.{0}_blocks WHERE id = ANY (ARRAY(SELECT {1} FROM "
                        "unnest($1::int8[]) k))) b ON true ORDER BY 1, 3",
                        name_, block_for(name_, "k"))),
      more_(shards, fmt::format("SELECT id, data FROM @.{}_blocks WHERE id > $1 AND id <= $2 "
                                "ORDER BY id",
                                name_)),
      stale_(shards,
             fmt::format("SELECT game, age FROM @.{}_stale WHERE game = ANY ($1::int8[])", name_)),
      insert_stale_(shards,
                    fmt::format("INSERT INTO @.{}_stale(game, age) SELECT game, $2::int8 FROM "
                                "unnest($1::int8[]) game ON CONFLICT (game) DO UPDATE SET age = "
                                "excluded.age",
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

void PostingTable::out_of_order(std::size_t shard) const {
  throw DamagedFile(
      fmt::format("{}: the {} index in {} is out of order; 'yari db compact --reindex' rebuilds it",
                  shards_.name(), name_, shards_[shard].schema));
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
  FoundKeys all(1);
  find_some({&key, 1}, all);
  const std::vector<Posting>& found = all.front();
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

bool PostingTable::read_parts(std::size_t shard, std::span<const IndexKey> keys,
                              std::vector<Part>& parts) {
  std::vector<std::pair<Found, std::size_t>> continued;
  Statement& rows = find_[shard];
  std::int64_t slot_before = -1;
  bool may_be_stale = false;
  for (bool more = rows.step(); more;) {
    const std::int64_t slot = rows.integer(0), id = rows.integer(2),
                       age = store::amount_in(rows, 4);
    may_be_stale = rows.integer(5) != 0;
    const bool is_there = !rows.is_null(2);
    if (!is_there && rows.integer(1) != 0) lacks_blocks(shard);
    const ByteView view = rows.blob(3);
    const Bytes data(view.begin(), view.end());
    const bool is_first = std::exchange(slot_before, slot) != slot;
    more = rows.step();
    if (!is_there) continue;
    const BlockReader block = reader(shard, id, data);
    if (is_first && keys.front() < block_key(id)) check_first(shard, block);
    const bool ends_run = !more || rows.integer(0) != slot;
    const std::int64_t end = ends_run ? last_block_id(slot_of(id)) : rows.integer(2) - 1;
    auto k = std::ranges::lower_bound(keys, block_key(id));
    for (; k != keys.end() && block_id(slot_of(id), *k, 0) <= end; ++k) {
      if (block_id(slot_of(id), *k, 0) < id) continue;
      parts.push_back({static_cast<std::size_t>(k - keys.begin()), age});
      find_in(shard, {id, block.place()}, block, *k, parts.back().postings);
      if (block_key(id) == *k) continued.push_back({{id, block.place()}, parts.size() - 1});
    }
  }
  for (const auto& [begin, at] : continued) find_continued(shard, begin, parts[at].postings);
  return may_be_stale;
}

void PostingTable::ask_stale(std::size_t shard, const std::vector<Part>& parts) {
  std::vector<std::int64_t> games;
  for (const Part& part : parts)
    for (const Posting& p : part.postings) games.push_back(p.game);
  stale_[shard].start({array_of(games)});
}

/// Looks up sorted keys: each may be in the last block of a run that does not begin after it.
void PostingTable::find_some(std::span<const IndexKey> keys, FoundKeys& found) {
  check_slots();
  std::vector<std::int64_t> ids;
  for (const IndexKey key : keys) ids.push_back(block_id(0, key, 0));
  find_.start({array_of(ids)});
  std::vector<std::vector<Part>> all(shards_.size());
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < shards_.size(); ++i)
    if (read_parts(i, keys, all[i])) {
      ask_stale(i, all[i]);
      asked.push_back(i);
    }
  for (const std::size_t i : asked) {
    store::StaleGames stale;
    while (stale_[i].step()) stale.add(stale_[i].integer(0), stale_[i].integer(1));
    for (Part& part : all[i]) stale.remove_from(part.postings, part.age);
  }
  for (const std::vector<Part>& of_shard : all)
    for (const Part& part : of_shard)
      found[part.key].insert(found[part.key].end(), part.postings.begin(), part.postings.end());
  // Shards have any games, and so may runs.
  for (std::vector<Posting>& of_key : found) std::ranges::sort(of_key, std::less<>());
}

/// Of all shards: a game has its postings in one of them.
store::StaleGames PostingTable::stale_games() {
  store::StaleGames stale;
  Fan rows(shards_, fmt::format("SELECT game, age FROM @.{}_stale", name_), Use::once);
  rows.start({});
  while (const Statement* row = rows.next()) stale.add(row->integer(0), row->integer(1));
  return stale;
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
    for (std::size_t k = 0; k < some.size(); ++k)
      if (!found[k].empty()) visit(some[k], found[k]);
  }
}

void PostingTable::each(const std::function<void(std::span<const Posting>)>& visit) {
  check_slots();
  const auto all = runs();
  const store::StaleGames stale = stale_games();
  for (std::size_t i = 0; i < shards_.size(); ++i)
    for (const Run& run : all[i]) {
      Cursor cursor(*this, i, run);
      for (; !cursor.at_end(); cursor.next_block()) visit(cursor.of_block(stale));
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
  const store::StaleGames stale = stale_games();
  store::count_games(store::RunMerge(std::move(cursors), stale), games, visit);
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

void PostingTable::append_to(std::size_t shard, const std::vector<Run>& before,
                             std::span<const Posting> postings,
                             std::span<const std::int64_t> changed) {
  const std::int64_t age = before.empty() ? 0 : before.back().age + 1;
  if (!changed.empty()) insert_stale_[shard].run({array_of(changed), age});
  if (postings.empty()) return;
  const int slot = free_slot(before);
  store::RunWriter writer(slot, std::ssize(postings), spare_postings, first_place(shard),
                          [&](std::int64_t id, const Bytes& blob) { insert(shard, id, blob); });
  writer.add(postings);
  writer.finish();
  add_run(shard, {slot, age, writer.postings(), writer.blocks()});
}

void PostingTable::append(std::span<const Posting> postings,
                          std::span<const std::int64_t> changed) {
  check_slots();
  const std::vector<std::vector<Posting>> parts = by_shard(postings);
  std::vector<std::vector<std::int64_t>> changed_parts(shards_.size());
  for (const std::int64_t game : changed)
    changed_parts[shards_.of_game(game).value_or(0)].push_back(game);
  const auto all = runs();
  for (std::size_t i = 0; i < parts.size(); ++i) append_to(i, all[i], parts[i], changed_parts[i]);
}

void PostingTable::clear() {
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    held_[i] = {};
    begun_[i].clear();
  }
  Fan(shards_, fmt::format("DELETE FROM @.{}_blocks", name_)).run({});
  Fan(shards_, fmt::format("DELETE FROM @.{}_runs", name_)).run({});
  Fan(shards_, fmt::format("DELETE FROM @.{}_stale", name_)).run({});
}

void PostingTable::forget() {
  for (CopyRows& rows : held_) rows = {};
  for (std::vector<Run>& runs : begun_) runs.clear();
}

}  // namespace yari::pg
