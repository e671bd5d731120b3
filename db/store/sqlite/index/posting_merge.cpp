// Merging runs, in steps if that is wished.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "db/store/shared/run_merge.h"
#include "db/store/sqlite/index/run_parts.h"

namespace yari {

void PostingIndex::write_runs(std::span<const Run> runs) {
  delete_runs_.run({});
  for (const Run& run : runs) insert_run_.run({run.slot, run.age, run.postings, run.blocks});
}

bool PostingIndex::begin_merge(store::MergeReach reach) {
  std::vector<Run> old = runs();
  if (merge_under_way(connection_, name_, old)) return true;
  std::vector<std::int64_t> sizes;
  for (const Run& run : old) sizes.push_back(run.postings);
  const std::size_t first = store::first_to_merge(sizes, reach);
  // All that is there may be one run, which loses the postings of deleted games.
  if (reach == store::MergeReach::all ? old.empty() : first + 1 >= old.size()) return false;
  const MergePlan plan = plan_merge(old, first, free_slot());
  write_runs(old);
  store_merge_plan(connection_, name_, plan);
  return true;
}

bool PostingIndex::merge_step(const MergeOptions& options) {
  std::vector<Run> all = runs();
  const std::optional<MergePlan> plan = merge_under_way(connection_, name_, all);
  if (!plan) return false;
  std::int64_t expected = 0;
  for (const Run& run : all)
    if (run.slot == plan->to || plan->takes(run.slot)) expected += run.postings;
  const auto to =
      std::find_if(all.begin(), all.end(), [&](const Run& r) { return r.slot == plan->to; });
  store::RunWriter written = writer(*to, expected);
  const store::StaleGames stale = stale_games();
  std::vector<Cursor> cursors;
  for (const Run& run : all)
    if (plan->takes(run.slot)) cursors.emplace_back(*this, run, Cursor::Read::consume);
  store::RunMerge merge(std::move(cursors), stale);
  if (!store::write_merged(merge, options, options.most_bytes, written)) out_of_order();
  *to = finished(*to, written);
  std::vector<Run> rest;
  for (Cursor& cursor : merge.cursors())
    if (!cursor.at_end()) rest.push_back(cursor.rest());
  std::erase_if(all, [&](const Run& r) {
    return plan->takes(r.slot) || (rest.empty() && r.slot == plan->to && r.postings == 0);
  });
  all.insert(all.end(), rest.begin(), rest.end());
  write_runs(all);
  if (!rest.empty()) return true;
  forget_merge_plan(connection_, name_);
  // Where no run is older than what a game has, nothing of it is stale.
  if (!stale.empty())
    connection_.execute(
        fmt::format("DELETE FROM {0}_stale WHERE NOT EXISTS (SELECT 1 FROM {0}_runs "
                    "r WHERE r.age < {0}_stale.age)",
                    name_));
  return true;
}

}  // namespace yari
