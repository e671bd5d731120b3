/// \file
/// Merging the runs of an index of postings in steps, the same in every back end.
///
/// Between two steps a key has all its postings either in the new run or in those that it is made
/// of. An index has, besides its runs and a Cursor (run_merge.h) whose `rest()` is the run without
/// what was read of it: `merge_under_way`, `store_plan` and `forget_plan` for what it has begun;
/// `write_runs`; a `writer` for the end of a run; `consuming`, the cursors of the runs of a plan.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "db/store/merge_reach.h"
#include "db/store/postings.h"
#include "db/store/shared/merge_plan.h"
#include "db/store/shared/run_merge.h"
#include "db/store/shared/run_writer.h"
#include "db/store/shared/stale_games.h"

namespace yari::store {

/// One sorted sequence of blocks.
struct Run {
  int slot = 0;
  std::int64_t age = 0;
  std::int64_t postings = 0;
  std::int64_t blocks = 0;
  /// Whether postings of some games may be stale.
  bool may_be_stale = false;

  /// With what was written.
  Run with(RunWriter& writer) const {
    writer.finish();
    Run run = *this;
    run.postings += writer.postings();
    run.blocks += writer.blocks();
    return run;
  }
};

/// A place where no run is, nor a merge that is under way writes or reads.
template <class Index>
std::optional<int> free_slot(Index& index, const std::vector<Run>& runs) {
  // A merge takes all that is in the slots of its plan, also in those that it has emptied.
  const std::optional<MergePlan> plan = index.merge_under_way(runs);
  for (int slot = 0; slot < max_runs; ++slot)
    if (std::ranges::find(runs, slot, &Run::slot) == runs.end() && !(plan && plan->takes(slot)))
      return slot;
  return std::nullopt;
}

/// PostingWriter::begin_merge.
template <class Index>
bool begin_merge(Index& index, MergeReach reach) {
  std::vector<Run> runs = index.runs();
  if (index.merge_under_way(runs)) return true;
  std::vector<std::int64_t> sizes;
  for (const Run& run : runs) sizes.push_back(run.postings);
  const std::size_t first = first_to_merge(sizes, reach);
  // All that is there may be one run, which loses the postings of deleted games.
  if (reach == MergeReach::all ? runs.empty() : first + 1 >= runs.size()) return false;
  const MergePlan plan = plan_merge(runs, first, index.new_slot(runs));
  index.write_runs(runs);
  index.store_plan(plan);
  return true;
}

/// PostingWriter::merge_step.
template <class Index>
bool merge_step(Index& index, const MergeOptions& options) {
  std::vector<Run> runs = index.runs();
  const std::optional<MergePlan> plan = index.merge_under_way(runs);
  if (!plan) return false;
  std::int64_t expected = 0;
  for (const Run& run : runs)
    if (run.slot == plan->to || plan->takes(run.slot)) expected += run.postings;
  const auto to = std::ranges::find(runs, plan->to, &Run::slot);
  RunWriter writer = index.writer(*to, expected);
  const StaleGames stale = index.stale_games();
  RunMerge merge(index.consuming(*plan, runs), stale);
  if (!write_merged(merge, options, options.most_bytes, writer)) index.out_of_order();
  *to = to->with(writer);
  std::vector<Run> rest;
  for (auto& cursor : merge.cursors())
    if (const Run run = cursor.rest(); !cursor.at_end()) rest.push_back(run);
  std::erase_if(runs, [&](const Run& r) {
    return plan->takes(r.slot) || (rest.empty() && r.slot == plan->to && r.postings == 0);
  });
  runs.insert(runs.end(), rest.begin(), rest.end());
  index.write_runs(runs);
  if (!rest.empty()) return true;
  index.forget_plan();
  // Where no run is older than what a game has, nothing of it is stale.
  if (!stale.empty()) index.forget_old_stale();
  return true;
}

/// What is left of a block of which the front was merged, as the first block of its run: the number
/// of its row, and its bytes. `place` is that of the whole block.
inline std::pair<std::int64_t, Bytes> rest_of_block(int slot, int rice_bits,
                                                    std::span<const Posting> postings,
                                                    BlockPlace place) {
  BlockBuilder builder(rice_bits);
  for (const Posting& p : postings) builder.add(p);
  builder.shorten();
  place.is_first = true;
  const std::int64_t id = block_id(slot, builder.first_key(), 0);
  return {id, builder.take(id, place)};
}

}  // namespace yari::store
