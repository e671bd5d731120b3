// A look-up asks for the blocks of each run that may hold the keys, in one statement.
#include "db/store/postgres/index/posting_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/store/error.h"
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

PostingTable::PostingTable(const Shards& shards, const Shard& place, store::IndexKind kind)
    : RunIndex(std::move(kind)),
      shards_(shards),
      place_(place),
      runs_(
          statement("SELECT slot, age, postings, blocks, EXISTS (SELECT 1 FROM @.{0}_stale)::int4 "
                    "FROM @.{0}_runs ORDER BY age")),
      find_(place.statement(
          fmt::format("SELECT r.slot, r.blocks, b.id, b.data, r.age, EXISTS (SELECT 1 FROM "
                      "@.{0}_stale)::int4 FROM @.{0}_runs r LEFT JOIN LATERAL (SELECT id, data "
                      "FROM @.{0}_blocks WHERE id = ANY (ARRAY(SELECT {1} FROM "
                      "unnest($1::int8[]) k))) b ON true ORDER BY 1, 3",
                      name(), block_for(name(), "k")))),
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

Statement PostingTable::statement(const char* sql) const {
  return place_.statement(fmt::format(fmt::runtime(sql), name()));
}

bool PostingTable::has_blocks_outside(std::uint32_t used) {
  // A number that somebody else wrote may be below 0.
  Statement row = place_.statement(
      fmt::format("SELECT 1 FROM generate_series(-32, 31) s WHERE (s < 0 OR $1::int8 >> s & 1 = 0) "
                  "AND EXISTS (SELECT 1 FROM @.{}_blocks WHERE id >= s::int8 << 58 AND "
                  "id <= (s::int8 << 58 | {})) LIMIT 1",
                  name(), last_block_id(0)));
  return row.first({std::int64_t{used}});
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
  if (!has_checked_slots()) check_slots(runs());
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

std::vector<std::int64_t> PostingTable::stale() {
  std::vector<std::int64_t> games;
  Statement rows = statement("SELECT game FROM @.{0}_stale");
  for (rows.start({}); rows.step();) games.push_back(rows.integer(0));
  return games;
}

void PostingTable::add_stale_to(store::StaleGames& stale) {
  Statement rows = statement("SELECT game, age FROM @.{0}_stale");
  for (rows.start({}); rows.step();) stale.add(rows.integer(0), rows.integer(1));
}

store::StaleGames PostingTable::stale_games() {
  store::StaleGames stale;
  add_stale_to(stale);
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

GameSet PostingTable::games() {
  std::vector<GameId> all;
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    Stream rows(*shards_[i].connection, shards_[i].sql("SELECT id FROM @.games"));
    while (rows.step()) all.push_back(rows.row().integer(0));
  }
  const GameId last = all.empty() ? 0 : *std::ranges::max_element(all);
  return {std::ssize(all), last,
          [&](const std::function<void(GameId)>& add) { std::ranges::for_each(all, add); }};
}

/// Some blocks at a time: what is read may be deleted meanwhile.
class PostingTable::Rows final : public store::BlockRows {
 public:
  Rows(Statement after, const Run& run)
      : after_(std::move(after)),
        id_(block_id(run.slot, 0, 0) - 1),
        last_(last_block_id(run.slot)) {
    after_.start({id_, last_});
  }
  bool next() override {
    if (!after_.step()) {
      if (std::exchange(seen_, 0) == 0) return false;
      after_.start({id_, last_});
      if (!after_.step()) return false;
    }
    ++seen_;
    id_ = after_.integer(0);
    return true;
  }
  std::int64_t id() const override { return id_; }
  ByteView data() const override { return after_.blob(1); }

 private:
  Statement after_;
  std::int64_t id_, last_;
  int seen_ = 0;
};

std::unique_ptr<store::BlockRows> PostingTable::blocks(const Run& run) {
  return std::make_unique<Rows>(
      place_.statement(fmt::format("SELECT id, data FROM @.{}_blocks WHERE id > $1 AND id <= $2 "
                                   "ORDER BY id LIMIT {}",
                                   name(), blocks_at_once_)),
      run);
}

void PostingTable::forget_old_stale() {
  statement(
      "DELETE FROM @.{0}_stale s WHERE NOT EXISTS (SELECT 1 FROM @.{0}_runs r "
      "WHERE r.age < s.age)")
      .run({});
}

std::optional<store::MergePlan> PostingTable::stored_plan() {
  Statement row = statement("SELECT value FROM @.meta WHERE name = '{0}_merge'");
  return row.first({}) ? store::MergePlan::of(row.integer(0)) : std::nullopt;
}

void PostingTable::store_plan(const store::MergePlan& plan) {
  statement(
      "INSERT INTO @.meta(name, value) VALUES ('{0}_merge', $1) "
      "ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value")
      .run({plan.number()});
}

void PostingTable::forget_plan() {
  statement("DELETE FROM @.meta WHERE name = '{0}_merge'").run({});
}

void PostingTable::insert_block(std::int64_t id, const Bytes& blob) {
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
  place_.connection->copy(place_.sql(fmt::format("@.{}_blocks(id, data)", name())), rows);
}

void PostingTable::clear() {
  held_ = {};
  for (const char* sql :
       {"DELETE FROM @.{0}_blocks", "DELETE FROM @.{0}_runs", "DELETE FROM @.{0}_stale"})
    statement(sql).run({});
  forget_plan();
}

void PostingTable::take_from_shards() {
  std::vector<std::unique_ptr<PostingTable>> parts;
  try {
    std::vector<store::RunCursor> cursors;
    // A game has its postings in one shard.
    store::StaleGames stale;
    std::int64_t expected = 0;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      PostingTable& part = *parts.emplace_back(
          new PostingTable(shards_, shards_[i], {.name = name(), .shard = static_cast<int>(i)}));
      // There are many runs.
      part.blocks_at_once_ = 8;
      const std::vector<Run> all = part.runs();
      part.check_slots(all);
      part.add_stale_to(stale);
      for (const Run& run : all) {
        expected += run.postings;
        cursors.emplace_back(part, run);
      }
    }
    store::RunWriter to = writer({}, expected);
    store::RunMerge merge(std::move(cursors), stale);
    if (!store::write_merged(merge, {}, INT64_MAX, to)) out_of_order();
    if (const Run run = finished({}, to); run.blocks > 0) add_run(run);
  } catch (const DamagedFile&) {
    clear();
    add_run({.slot = 0, .age = 0, .postings = 1, .blocks = 1});
  }
}

}  // namespace yari::pg
