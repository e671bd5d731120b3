// A look-up asks for the blocks of each run that may hold the keys, in one statement.
#include "db/store/postgres/index/posting_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/store/error.h"
#include "db/store/game_set.h"
#include "db/store/postgres/index/run_cursor.h"
#include "db/store/shared/row_numbers.h"
#include "db/store/shared/run_merge.h"

namespace yari::pg {

namespace {

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

PostingTable::PostingTable(const Shards& shards, std::string name, const Shard& place, int shard)
    : shards_(shards),
      name_(std::move(name)),
      place_(place),
      shard_(shard),
      of_contents_(name_ == "content"),
      runs_(
          statement("SELECT slot, age, postings, blocks, EXISTS (SELECT 1 FROM @.{0}_stale)::int4 "
                    "FROM @.{0}_runs ORDER BY age")),
      find_(place.statement(
          fmt::format("SELECT r.slot, r.blocks, b.id, b.data, r.age, EXISTS (SELECT 1 FROM "
                      "@.{0}_stale)::int4 FROM @.{0}_runs r LEFT JOIN LATERAL (SELECT id, data "
                      "FROM @.{0}_blocks WHERE id = ANY (ARRAY(SELECT {1} FROM "
                      "unnest($1::int8[]) k))) b ON true ORDER BY 1, 3",
                      name_, block_for(name_, "k")))),
      more_(statement("SELECT id, data FROM @.{0}_blocks WHERE id > $1 AND id <= $2 ORDER BY id")),
      stale_(statement("SELECT game, age FROM @.{0}_stale WHERE game = ANY ($1::int8[])")),
      insert_stale_(statement(
          "INSERT INTO @.{0}_stale(game, age) SELECT game, $2::int8 FROM unnest($1::int8[]) game "
          "ON CONFLICT (game) DO UPDATE SET age = excluded.age")),
      delete_blocks_(statement("DELETE FROM @.{0}_blocks WHERE id BETWEEN $1 AND $2")),
      insert_run_(
          statement("INSERT INTO @.{0}_runs(slot, age, postings, blocks) VALUES ($1, $2, $3, $4)")),
      flush_number_(place.connection->add_flush([this] { flush(); })) {}

PostingTable::~PostingTable() { place_.connection->remove_flush(flush_number_); }

Statement PostingTable::statement(const char* sql, Use use) const {
  return place_.statement(fmt::format(fmt::runtime(sql), name_), use);
}

void PostingTable::damaged(std::int64_t id) const {
  throw DamagedFile(fmt::format(
      "{}: block {} of the {} index is damaged; 'yari db compact --reindex' rebuilds it",
      shards_.name(), id, name_));
}

void PostingTable::out_of_order() const {
  throw DamagedFile(
      fmt::format("{}: the {} index is out of order; 'yari db compact --reindex' rebuilds it",
                  shards_.name(), name_));
}

void PostingTable::lacks_blocks() const {
  throw DamagedFile(
      fmt::format("{}: the {} index lacks blocks; 'yari db compact --reindex' rebuilds it",
                  shards_.name(), name_));
}

BlockReader PostingTable::reader(std::int64_t id, ByteView blob) const {
  const BlockReader block(id, blob, shard_);
  if (!block.valid() || is_of_other(block.place())) damaged(id);
  return block;
}

std::vector<std::string> PostingTable::lost_runs() {
  std::vector<std::string> sentences;
  Statement lost = place_.statement(
      fmt::format("SELECT s FROM generate_series(-32, 31) s WHERE NOT EXISTS (SELECT 1 FROM "
                  "@.{0}_runs WHERE slot = s) AND EXISTS (SELECT 1 FROM @.{0}_blocks WHERE "
                  "id >= s::int8 << 58 AND id <= (s::int8 << 58 | {1}))",
                  name_, last_block_id(0)),
      Use::once);
  for (lost.start({}); lost.step();)
    sentences.push_back(fmt::format("run {} of the {} index is gone", lost.integer(0), name_));
  return sentences;
}

void PostingTable::check_slots() {
  if (checked_slots_) return;
  if (const std::vector<std::string> lost = lost_runs(); !lost.empty())
    throw DamagedFile(fmt::format("{}: {}; 'yari db compact --reindex' rebuilds it", shards_.name(),
                                  lost.front()));
  checked_slots_ = true;
}

std::vector<Run> PostingTable::runs() {
  std::vector<Run> runs;
  for (runs_.start({}); runs_.step();) {
    const std::int64_t slot = runs_.integer(0);
    if (slot < 0 || slot >= store::max_runs) continue;
    runs.push_back({static_cast<int>(slot), store::amount_in(runs_, 1), store::amount_in(runs_, 2),
                    store::amount_in(runs_, 3), runs_.integer(4) != 0});
  }
  return runs;
}

int PostingTable::new_slot(const std::vector<Run>& runs) {
  if (const std::optional<int> slot = store::free_slot(*this, runs)) return *slot;
  throw Full(shards_.name() + ": the index has too many runs; compact it");
}

void PostingTable::find_in(const Found& at, const BlockReader& block, IndexKey key,
                           std::vector<Posting>& found) const {
  if (!block.find(key, found)) damaged(at.id);
  const bool begins = block_key(at.id) == key;
  if (at.place && at.place->next && (begins ? *at.place->next < key : *at.place->next <= key))
    lacks_blocks();
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
void PostingTable::find_continued(Found at, std::vector<Posting>& found) {
  const IndexKey key = block_key(at.id);
  for (more_.start({at.id, block_id(slot_of(at.id), key, max_sequence)}); more_.step();) {
    const std::int64_t id = more_.integer(0);
    if (id != at.id + 1) lacks_blocks();
    const BlockReader block = reader(id, more_.blob(1));
    at = {id, block.place()};
    find_in(at, block, key, found);
  }
  if (at.place && at.place->next == key) lacks_blocks();
}

bool PostingTable::read_parts(std::span<const IndexKey> keys, std::vector<Part>& parts) {
  std::vector<std::pair<Found, std::size_t>> continued;
  std::int64_t slot_before = -1;
  bool may_be_stale = false;
  for (bool more = find_.step(); more;) {
    const std::int64_t slot = find_.integer(0), id = find_.integer(2),
                       age = store::amount_in(find_, 4);
    may_be_stale = find_.integer(5) != 0;
    const bool is_there = !find_.is_null(2);
    if (!is_there && find_.integer(1) != 0) lacks_blocks();
    const ByteView view = find_.blob(3);
    const Bytes data(view.begin(), view.end());
    const bool is_first = std::exchange(slot_before, slot) != slot;
    more = find_.step();
    if (!is_there) continue;
    const BlockReader block = reader(id, data);
    // Where no block begins at or before a key, the first of the run was read.
    if (is_first && keys.front() < block_key(id) && block.place() && !block.place()->is_first)
      lacks_blocks();
    const bool ends_run = !more || find_.integer(0) != slot;
    const std::int64_t end = ends_run ? last_block_id(slot_of(id)) : find_.integer(2) - 1;
    auto k = std::ranges::lower_bound(keys, block_key(id));
    for (; k != keys.end() && block_id(slot_of(id), *k, 0) <= end; ++k) {
      if (block_id(slot_of(id), *k, 0) < id) continue;
      parts.push_back({static_cast<std::size_t>(k - keys.begin()), age});
      find_in({id, block.place()}, block, *k, parts.back().postings);
      if (block_key(id) == *k) continued.push_back({{id, block.place()}, parts.size() - 1});
    }
  }
  for (const auto& [begin, at] : continued) find_continued(begin, parts[at].postings);
  return may_be_stale;
}

void PostingTable::leave_out_stale(std::vector<Part>& parts) {
  std::vector<std::int64_t> games;
  for (const Part& part : parts)
    for (const Posting& p : part.postings) games.push_back(p.game);
  store::StaleGames stale;
  for (stale_.start({array_of(games)}); stale_.step();)
    stale.add(stale_.integer(0), stale_.integer(1));
  for (Part& part : parts) stale.remove_from(part.postings, part.age);
}

/// Looks up sorted keys: each may be in the last block of a run that does not begin after it.
void PostingTable::find_some(std::span<const IndexKey> keys, FoundKeys& found) {
  check_slots();
  std::vector<std::int64_t> ids;
  for (const IndexKey key : keys) ids.push_back(block_id(0, key, 0));
  find_.start({array_of(ids)});
  std::vector<Part> parts;
  if (read_parts(keys, parts)) leave_out_stale(parts);
  for (const Part& part : parts)
    found[part.key].insert(found[part.key].end(), part.postings.begin(), part.postings.end());
  // Runs may have any games.
  for (std::vector<Posting>& of_key : found) std::ranges::sort(of_key, std::less<>());
}

void PostingTable::add_stale(store::StaleGames& stale) {
  Statement rows = statement("SELECT game, age FROM @.{0}_stale", Use::once);
  for (rows.start({}); rows.step();) stale.add(rows.integer(0), rows.integer(1));
}

std::vector<std::int64_t> PostingTable::stale() {
  std::vector<std::int64_t> games;
  Statement rows = statement("SELECT game FROM @.{0}_stale", Use::once);
  for (rows.start({}); rows.step();) games.push_back(rows.integer(0));
  return games;
}

store::StaleGames PostingTable::stale_games() {
  store::StaleGames stale;
  add_stale(stale);
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
  const store::StaleGames stale = stale_games();
  for (const Run& run : runs()) {
    Cursor cursor(*this, run);
    for (; !cursor.at_end(); cursor.next_block()) visit(cursor.of_block(stale));
  }
}

std::int64_t PostingTable::count() {
  std::int64_t count = 0;
  for (const Run& run : runs()) count += run.postings;
  return count;
}

void PostingTable::each_key(const std::function<void(IndexKey, std::int64_t)>& visit) {
  check_slots();
  std::vector<GameId> all;
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    Stream rows(*shards_[i].connection, shards_[i].sql("SELECT id FROM @.games"));
    while (rows.step()) all.push_back(rows.row().integer(0));
  }
  const GameId last = all.empty() ? 0 : *std::ranges::max_element(all);
  const GameSet games(std::ssize(all), last, [&](const std::function<void(GameId)>& add) {
    std::ranges::for_each(all, add);
  });
  const store::StaleGames stale = stale_games();
  std::vector<Cursor> cursors;
  for (const Run& run : runs()) cursors.emplace_back(*this, run);
  store::count_games(store::RunMerge(std::move(cursors), stale), games, visit);
}

void PostingTable::insert(std::int64_t id, const Bytes& blob) {
  place_.connection->hold();
  held_.row(2);
  held_.int64(id);
  held_.bytes(blob);
  if (held_.size() > most_held) flush();
}

void PostingTable::flush() {
  if (held_.empty()) return;
  CopyRows rows;
  std::swap(rows, held_);
  place_.connection->copy(place_.sql(fmt::format("@.{}_blocks(id, data)", name_)), rows);
}

store::RunWriter PostingTable::writer(const Run& run, std::int64_t expected) {
  const BlockPlace place{
      .is_first = run.blocks == 0, .of_contents = of_contents_, .next = std::nullopt};
  return {run.slot, expected, spare_postings, place,
          [this](std::int64_t id, const Bytes& blob) { insert(id, blob); }};
}

void PostingTable::add_run(const Run& run) {
  insert_run_.run({run.slot, run.age, run.postings, run.blocks});
}

void PostingTable::append(std::span<const Posting> postings,
                          std::span<const std::int64_t> changed) {
  check_slots();
  const std::vector<Run> before = runs();
  const std::int64_t age = before.empty() ? 0 : before.back().age + 1;
  if (!changed.empty()) insert_stale_.run({array_of(changed), age});
  if (postings.empty()) return;
  const Run empty{new_slot(before), age};
  store::RunWriter to = writer(empty, std::ssize(postings));
  to.add(postings);
  add_run(empty.with(to));
}

void PostingTable::clear() {
  held_ = {};
  for (const char* sql :
       {"DELETE FROM @.{0}_blocks", "DELETE FROM @.{0}_runs", "DELETE FROM @.{0}_stale"})
    statement(sql).run({});
  forget_plan();
}

}  // namespace yari::pg
