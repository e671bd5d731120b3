// Looking up and appending runs; posting_merge.cpp merges them.
#include "db/store/sqlite/index/posting_index.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/store/shared/row_numbers.h"
#include "db/store/sqlite/games/game_reader.h"
#include "db/store/sqlite/index/run_parts.h"

namespace yari {

PostingIndex::PostingIndex(Connection& connection, std::string_view name)
    : connection_(connection),
      name_(name),
      of_contents_(name == "content"),
      runs_(connection, fmt::format("SELECT slot, age, postings, blocks FROM {}_runs", name)),
      last_block_(connection, fmt::format("SELECT id, data FROM {}_blocks WHERE id BETWEEN ? AND ? "
                                          "ORDER BY id DESC LIMIT 1",
                                          name)),
      // After an id, not from one on: the largest has none after it.
      next_block_(connection, fmt::format("SELECT id, data FROM {}_blocks WHERE id > ? AND id <= ? "
                                          "ORDER BY id LIMIT 1",
                                          name)),
      block_(connection, fmt::format("SELECT data FROM {}_blocks WHERE id = ?", name)),
      insert_block_(connection, fmt::format("INSERT INTO {}_blocks(id, data) VALUES (?, ?)", name)),
      replace_block_(connection, fmt::format("UPDATE {}_blocks SET data = ?2 WHERE id = ?1", name)),
      delete_block_(connection, fmt::format("DELETE FROM {}_blocks WHERE id = ?", name)),
      insert_run_(
          connection,
          fmt::format("INSERT INTO {}_runs(slot, age, postings, blocks) VALUES (?,?,?,?)", name)),
      delete_runs_(connection, fmt::format("DELETE FROM {}_runs", name)) {}

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

void PostingIndex::lacks_blocks() const {
  throw DamagedFile(
      fmt::format("{}: the {} index lacks blocks; 'yari db compact --reindex' rebuilds it",
                  connection_.file().string(), name_));
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

// Blocks outside of all runs show that a run is gone.
void PostingIndex::check_slots(const std::vector<Run>& runs) {
  std::uint32_t used = 0;
  for (const Run& run : runs) used |= 1u << run.slot;
  if (checked_slots_ == used) return;
  if (has_rows_outside(next_block_, used)) {
    throw DamagedFile(
        fmt::format("{}: a run of the {} index is gone; 'yari db compact --reindex' rebuilds it",
                    connection_.file().string(), name_));
  }
  checked_slots_ = used;
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
                    store::amount_in(runs_, 3)});
  }
  // Here and not in the statement, which would read a second tree for the order.
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.age < b.age; });
  return runs;
}

int PostingIndex::free_slot() {
  const std::vector<Run> used = runs();
  // A merge takes all that is in the slots of its plan, also in those that it has emptied.
  const std::optional<MergePlan> plan = merge_under_way(connection_, name_, used);
  for (int slot = 0; slot < max_runs; ++slot) {
    const bool taken = std::ranges::find(used, slot, &Run::slot) != used.end();
    if (!taken && !(plan && plan->takes(slot))) return slot;
  }
  throw Full(connection_.file().string() + ": the index has too many runs; compact it");
}

void PostingIndex::append(std::span<const Posting> postings) {
  if (postings.empty()) return;
  const std::vector<Run> before = runs();
  check_slots(before);
  Writer writer(*this, {free_slot(), before.empty() ? 0 : before.back().age + 1, 0, 0},
                static_cast<std::int64_t>(postings.size()));
  writer.add(postings);
  const Run run = writer.finish();
  insert_run_.run({run.slot, run.age, run.postings, run.blocks});
}

void PostingIndex::find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) {
  std::vector<Posting> found;
  const std::vector<Run> all = runs();
  check_slots(all);
  // Runs follow each other by their games. A row of the table of runs may be damaged.
  std::optional<Posting> last;
  const auto give = [&] {
    if (found.empty()) return true;
    if (last && !(*last < found.front())) out_of_order();
    last = found.back();
    return visit(found);
  };
  for (const Run& run : all) {
    found.clear();
    if (!last_block_.first({block_id(run.slot, 0, 0), block_id(run.slot, key, 0)})) {
      check_begin(run, key);
      continue;
    }
    const std::int64_t id = last_block_.integer(0);
    check_order(block_id(run.slot, 0, 0) - 1, id);
    check_order(id, block_id(run.slot, key, 0) + 1);
    const BlockReader block(id, last_block_.blob(1));
    bool good = block.find(key, found);
    std::optional<BlockPlace> place = block.place();
    last_block_.reset();
    if (!good || is_of_other(place)) damaged(id);
    const bool begins = block_key(id) == key;
    if (place && place->next && (begins ? *place->next < key : *place->next <= key)) lacks_blocks();
    if (!give()) return;
    if (!begins) continue;
    const std::int64_t last_id = last_block_id(run.slot);
    for (std::int64_t before = id; before < last_id; ++before) {
      const std::int64_t next = before + 1;
      if (block_key(next) != key || !block_.first({next})) {
        if (place && place->next == key) lacks_blocks();
        break;
      }
      found.clear();
      const BlockReader more(next, block_.blob(0));
      good = more.find(key, found);
      place = more.place();
      block_.reset();
      if (!good || is_of_other(place)) damaged(next);
      if (!give()) return;
    }
  }
}

void PostingIndex::clear() {
  connection_.execute(fmt::format("DELETE FROM {0}_blocks; DELETE FROM {0}_runs", name_));
  forget_merge_plan(connection_, name_);
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
    for (; !cursor.at_end(); cursor.next_block()) visit(cursor.of_block());
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
