// What merges need of the tables; how they go is the same as in SQLite.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "db/store/error.h"
#include "db/store/postgres/index/run_cursor.h"
#include "db/store/shared/index_merge.h"

namespace yari::pg {

std::optional<store::MergePlan> PostingTable::merge_under_way(const std::vector<Run>& runs) {
  Statement row = place_.statement("SELECT value FROM @.meta WHERE name = $1");
  if (!row.first({name_ + "_merge"})) return std::nullopt;
  const std::optional<store::MergePlan> plan = store::MergePlan::of(row.integer(0));
  if (!plan || std::ranges::find(runs, plan->to, &Run::slot) == runs.end()) return std::nullopt;
  return plan;
}

void PostingTable::store_plan(const store::MergePlan& plan) {
  place_
      .statement(
          "INSERT INTO @.meta(name, value) VALUES ($1, $2) "
          "ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value")
      .run({name_ + "_merge", plan.number()});
}

void PostingTable::forget_plan() {
  place_.statement("DELETE FROM @.meta WHERE name = $1").run({name_ + "_merge"});
}

void PostingTable::write_runs(std::span<const Run> runs) {
  statement("DELETE FROM @.{0}_runs").run({});
  for (const Run& run : runs) add_run(run);
}

std::vector<PostingTable::Cursor> PostingTable::consuming(const store::MergePlan& plan,
                                                          const std::vector<Run>& runs) {
  std::vector<Cursor> cursors;
  for (const Run& run : runs)
    if (plan.takes(run.slot)) cursors.emplace_back(*this, run);
  return cursors;
}

void PostingTable::forget_old_stale() {
  statement(
      "DELETE FROM @.{0}_stale s WHERE NOT EXISTS (SELECT 1 FROM @.{0}_runs r "
      "WHERE r.age < s.age)")
      .run({});
}

bool PostingTable::merge_step(const store::MergeOptions& options) {
  return store::merge_step(*this, options);
}

void PostingTable::take_from_shards() {
  // Fewer blocks of each run are read together where there are many runs.
  constexpr int blocks_at_once = 8;
  std::vector<std::unique_ptr<PostingTable>> parts;
  try {
    std::vector<Cursor> cursors;
    // A game has its postings in one shard.
    store::StaleGames stale;
    std::int64_t expected = 0;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      parts.emplace_back(new PostingTable(shards_, name_, shards_[i], static_cast<int>(i)));
      PostingTable& part = *parts.back();
      part.check_slots();
      part.add_stale(stale);
      for (const Run& run : part.runs()) {
        expected += run.postings;
        cursors.emplace_back(part, run, blocks_at_once);
      }
    }
    const Run empty;
    store::RunWriter to = writer(empty, expected);
    store::RunMerge merge(std::move(cursors), stale);
    if (!store::write_merged(merge, {}, INT64_MAX, to)) out_of_order();
    if (const Run run = empty.with(to); run.blocks > 0) add_run(run);
  } catch (const DamagedFile&) {
    clear();
    add_run({.slot = 0, .age = 0, .postings = 1, .blocks = 1});
  }
}

}  // namespace yari::pg
