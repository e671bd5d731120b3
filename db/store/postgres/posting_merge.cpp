// A merge reads the runs of a shard side by side, writes one, and removes them: all in one batch.
#include <algorithm>

#include "db/store/postgres/run_cursor.h"
#include "db/store/shared/run_merge.h"
#include "db/store/shared/run_writer.h"

namespace yari::pg {

bool PostingTable::begin_merge(store::MergeReach reach) {
  bool any = false;
  // Of many shards each has a part of every run.
  const std::int64_t small = store::small_runs / static_cast<std::int64_t>(shards_.size());
  const auto all_runs = runs();
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    const std::vector<Run>& old = all_runs[i];
    begun_[i].clear();
    std::vector<std::int64_t> sizes;
    for (const Run& run : old) sizes.push_back(run.postings);
    const std::size_t first = store::first_to_merge(sizes, reach, small);
    if (reach == store::MergeReach::all ? old.empty() : first + 1 >= old.size()) continue;
    for (std::size_t r = first; r < old.size(); ++r) begun_[i].push_back(old[r]);
    any = true;
  }
  return any;
}

std::int64_t PostingTable::merge_shard(std::size_t shard, const std::vector<Run>& all,
                                       std::vector<Run> merged, const store::MergeOptions& options,
                                       const store::StaleGames& stale) {
  // Others may have merged since, and have put a new run into the slot of an old one.
  std::erase_if(merged, [&](const Run& r) { return std::ranges::find(all, r) == all.end(); });
  if (merged.empty()) return 0;
  std::int64_t expected = 0;
  std::vector<Cursor> cursors;
  for (const Run& run : merged) {
    expected += run.postings;
    cursors.emplace_back(*this, shard, run);
  }
  const int to = free_slot(all);
  store::RunWriter writer(to, expected, spare_postings, first_place(shard),
                          [&](std::int64_t id, const Bytes& blob) { insert(shard, id, blob); });
  store::RunMerge merge(std::move(cursors), stale);
  if (!store::write_merged(merge, options, INT64_MAX, writer)) out_of_order(shard);
  writer.finish();
  const Shard& s = shards_[shard];
  Statement remove =
      s.statement(fmt::format("DELETE FROM @.{}_blocks WHERE id BETWEEN $1 AND $2", name_));
  Statement remove_run = s.statement(fmt::format("DELETE FROM @.{}_runs WHERE slot = $1", name_));
  for (const Run& run : merged) {
    remove.run({block_id(run.slot, 0, 0), last_block_id(run.slot)});
    remove_run.run({run.slot});
  }
  if (writer.postings() > 0)
    add_run(shard, {to, merged.back().age, writer.postings(), writer.blocks()});
  // Where no run is older than what a game has, nothing of it is stale.
  if (!stale.empty())
    s.statement(
         fmt::format("DELETE FROM @.{0}_stale s WHERE NOT EXISTS (SELECT 1 FROM @.{0}_runs r "
                     "WHERE r.age < s.age)",
                     name_))
        .run({});
  return writer.blocks();
}

bool PostingTable::merge_step(const store::MergeOptions& options) {
  bool any = false;
  const auto all = runs();
  const store::StaleGames stale = stale_games();
  // Whole shards, until that much is written: a shard is the least that a step can do.
  std::int64_t left = options.most_bytes;
  for (std::size_t i = 0; i < shards_.size() && left > 0; ++i) {
    if (begun_[i].empty()) continue;
    any = true;
    const std::int64_t blocks =
        merge_shard(i, all[i], std::exchange(begun_[i], {}), options, stale);
    left -= blocks * static_cast<std::int64_t>(block_capacity);
  }
  return any;
}

}  // namespace yari::pg
