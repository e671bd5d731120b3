// Reading, appending and merging runs, whatever tables they lie in.
#include "db/store/shared/run_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "db/store/error.h"
#include "db/store/shared/run_merge.h"

namespace yari::store {

namespace {

/// Whether the block `id` comes directly after the block `before` in their run: it has the key that
/// `place` of that one names, or the next number of the same key. True where that names none.
bool follows(std::int64_t id, std::int64_t before, const std::optional<BlockPlace>& place) {
  if (!place || !place->next) return true;
  if (block_key(before) == *place->next) return id == before + 1;
  return block_key(id) == *place->next && block_sequence(id) == 0;
}

}  // namespace

void RunIndex::fail(const std::string& what) const {
  throw DamagedFile(
      fmt::format("{}: {}; 'yari db compact --reindex' rebuilds it", store_name(), what));
}
void RunIndex::damaged(std::int64_t id) const {
  fail(fmt::format("block {} of the {} index is damaged", id, name()));
}
void RunIndex::out_of_order() const { fail(fmt::format("the {} index is out of order", name())); }
void RunIndex::lacks_blocks() const { fail(fmt::format("the {} index lacks blocks", name())); }

BlockReader RunIndex::reader(std::int64_t id, ByteView blob) const {
  const BlockReader block(id, blob, kind_.shard);
  if (!block.valid() || is_of_other(block.place())) damaged(id);
  return block;
}

void RunIndex::check_slots(const std::vector<Run>& runs) {
  std::uint32_t used = 0;
  for (const Run& run : runs) used |= 1u << run.slot;
  if (checked_slots_ == used) return;
  if (has_blocks_outside(used)) fail(fmt::format("a run of the {} index is gone", name()));
  checked_slots_ = used;
}

RunWriter RunIndex::writer(const Run& run, std::int64_t expected) {
  const BlockPlace place{.is_first = run.blocks == 0,
                         .of_contents = of_contents_,
                         .next = std::nullopt,
                         .shard = kind_.shard};
  return {run.slot, expected, kind_.spare, place,
          [this](std::int64_t id, const Bytes& blob) { insert_block(id, blob); }};
}

Run RunIndex::finished(Run run, RunWriter& writer) {
  writer.finish();
  run.postings += writer.postings();
  run.blocks += writer.blocks();
  return run;
}

int RunIndex::free_slot(const std::vector<Run>& runs) {
  // A merge takes all that is in the slots of its plan, also in those that it has emptied.
  const std::optional<MergePlan> plan = under_way(stored_plan(), runs);
  for (int slot = 0; slot < max_runs; ++slot)
    if (std::ranges::find(runs, slot, &Run::slot) == runs.end() && !(plan && plan->takes(slot)))
      return slot;
  throw Full(store_name() + ": the index has too many runs; compact it");
}

void RunIndex::append(std::span<const Posting> postings, std::span<const std::int64_t> changed) {
  const std::vector<Run> before = runs();
  check_slots(before);
  const std::int64_t age = before.empty() ? 0 : before.back().age + 1;
  if (!changed.empty()) add_stale(changed, age);
  if (postings.empty()) return;
  const Run empty{free_slot(before), age};
  RunWriter to = writer(empty, std::ssize(postings));
  to.add(postings);
  add_run(finished(empty, to));
}

std::vector<RunCursor> RunIndex::cursors(const std::vector<Run>& runs, bool consume) {
  std::vector<RunCursor> cursors;
  for (const Run& run : runs) cursors.emplace_back(*this, run, consume);
  return cursors;
}

void RunIndex::each(const std::function<void(std::span<const Posting>)>& visit) {
  const std::vector<Run> all = runs();
  check_slots(all);
  const StaleGames stale = stale_games();
  for (const Run& run : all)
    for (RunCursor cursor(*this, run); !cursor.at_end(); cursor.next_block())
      visit(cursor.of_block(stale));
}

void RunIndex::each_key(const std::function<void(IndexKey, std::int64_t)>& visit) {
  const std::vector<Run> all = runs();
  check_slots(all);
  const GameSet stored = games();
  const StaleGames stale = stale_games();
  count_games(RunMerge(cursors(all, false), stale), stored, visit);
}

std::int64_t RunIndex::count() {
  std::int64_t count = 0;
  for (const Run& run : runs()) count += run.postings;
  return count;
}

void RunIndex::write_runs(std::span<const Run> runs) {
  delete_runs();
  for (const Run& run : runs) add_run(run);
}

bool RunIndex::begin_merge(MergeReach reach) {
  std::vector<Run> all = runs();
  if (under_way(stored_plan(), all)) return true;
  std::vector<std::int64_t> sizes;
  for (const Run& run : all) sizes.push_back(run.postings);
  const std::size_t first = first_to_merge(sizes, reach);
  // All that is there may be one run, which loses the postings of deleted games.
  if (reach == MergeReach::all ? all.empty() : first + 1 >= all.size()) return false;
  const MergePlan plan = plan_merge(all, first, free_slot(all));
  write_runs(all);
  store_plan(plan);
  return true;
}

bool RunIndex::merge_step(const MergeOptions& options) {
  std::vector<Run> all = runs();
  const std::optional<MergePlan> plan = under_way(stored_plan(), all);
  if (!plan) return false;
  std::vector<Run> taken;
  std::ranges::copy_if(all, std::back_inserter(taken),
                       [&](const Run& r) { return plan->takes(r.slot); });
  const auto to = std::ranges::find(all, plan->to, &Run::slot);
  std::int64_t expected = to->postings;
  for (const Run& run : taken) expected += run.postings;
  RunWriter written = writer(*to, expected);
  const StaleGames stale = stale_games();
  RunMerge merge(cursors(taken, true), stale);
  if (!write_merged(merge, options, options.most_bytes, written)) out_of_order();
  *to = finished(*to, written);
  std::vector<Run> rest;
  for (RunCursor& cursor : merge.cursors())
    if (const Run run = cursor.rest(); !cursor.at_end()) rest.push_back(run);
  std::erase_if(all, [&](const Run& r) {
    return plan->takes(r.slot) || (rest.empty() && r.slot == plan->to && r.postings == 0);
  });
  all.insert(all.end(), rest.begin(), rest.end());
  write_runs(all);
  if (!rest.empty()) return true;
  forget_plan();
  if (!stale.empty()) forget_old_stale();
  return true;
}

RunCursor::RunCursor(RunIndex& index, const Run& run, bool consumes)
    : index_(&index),
      run_(run),
      consumes_(consumes),
      rows_(index.blocks(run)),
      id_(block_id(run.slot, 0, 0) - 1) {
  load();
}

IndexKey RunCursor::key() const { return at_end() ? Tournament::none : postings_[at_].key; }

void RunCursor::load() {
  postings_.clear();
  at_ = 0;
  const std::int64_t first = block_id(run_.slot, 0, 0);
  const bool is_first = id_ < first;
  if (consumes_ && ++kept_ % most_kept == 0) index_->delete_blocks(first, id_);
  if (!rows_->next()) {
    if (is_first ? run_.blocks > 0 : place_ && place_->next) index_->lacks_blocks();
    return;
  }
  const std::int64_t before = std::exchange(id_, rows_->id());
  // Where a tree of pages is damaged, a search for a larger number can lead to a smaller one.
  if (id_ <= before) index_->out_of_order();
  const BlockReader block = index_->reader(id_, rows_->data());
  if (!block.all(postings_)) index_->damaged(id_);
  rice_bits_ = block.rice_bits();
  const std::optional<BlockPlace> place_before = std::exchange(place_, block.place());
  if (is_first ? place_ && !place_->is_first : !follows(id_, before, place_before))
    index_->lacks_blocks();
  run_.postings -= std::ssize(postings_);
  --run_.blocks;
}

Run RunCursor::rest() {
  const std::int64_t first = block_id(run_.slot, 0, 0);
  if (at_end()) {
    index_->delete_blocks(first, last_block_id(run_.slot));
    return run_;
  }
  index_->delete_blocks(first, id_);
  BlockBuilder builder(rice_bits_);
  for (std::size_t i = at_; i < postings_.size(); ++i) builder.add(postings_[i]);
  run_.postings += static_cast<std::int64_t>(builder.size());
  ++run_.blocks;
  builder.shorten();
  const std::int64_t id = block_id(run_.slot, builder.first_key(), 0);
  index_->insert_block(id, builder.take(id, BlockPlace{.is_first = true,
                                                       .of_contents = index_->of_contents_,
                                                       .next = place_ ? place_->next : std::nullopt,
                                                       .shard = index_->kind_.shard}));
  return run_;
}

/// One run, block by block: what its postings are, and whether a block is missing or too many.
class RunIndex::Check {
 public:
  Check(const RunIndex& index, const Run& run,
        const std::function<void(const std::string&)>& report)
      : index_(index), run_(run), report_(report) {}

  void add(std::int64_t id, ByteView blob) {
    const std::optional<std::int64_t> id_before = std::exchange(id_, id);
    if (id_before && id <= *id_before) index_.out_of_order();
    const BlockReader block(id, blob, index_.kind_.shard);
    postings_.clear();
    const std::optional<BlockPlace> before = std::exchange(place_, block.place());
    if (!block.all(postings_) || index_.is_of_other(place_))
      say(fmt::format("block {} is damaged", id));
    else if (id_before ? !follows(id, *id_before, before) : place_ && !place_->is_first)
      say(fmt::format("a block before block {} is missing, or one is too many", id));
    if (block.valid() && !place_) ++unplaced_;
    ++blocks_;
    found_ += std::ssize(postings_);
    for (const Posting& p : postings_) {
      if (last_ && !(*last_ < p)) say(fmt::format("block {} is out of order", id));
      last_ = p;
    }
  }
  /// Of the block that was added last.
  const std::vector<Posting>& postings(const StaleGames& stale) {
    stale.remove_from(postings_, run_.age);
    return postings_;
  }
  std::int64_t unplaced() const { return unplaced_; }
  void finish() const {
    if (place_ && place_->next) say(fmt::format("the last block of run {} is missing", run_.slot));
    if (found_ == run_.postings && blocks_ == run_.blocks) return;
    say(fmt::format("run {} has {} postings in {} blocks, it says {} in {}", run_.slot, found_,
                    blocks_, run_.postings, run_.blocks));
  }

 private:
  void say(const std::string& what) const {
    report_(fmt::format("{} index: {}", index_.name(), what));
  }

  const RunIndex& index_;
  const Run& run_;
  const std::function<void(const std::string&)>& report_;
  std::optional<std::int64_t> id_;
  std::optional<BlockPlace> place_;
  std::optional<Posting> last_;
  std::vector<Posting> postings_;
  std::int64_t found_ = 0, blocks_ = 0, unplaced_ = 0;
};

// Where a table is damaged the rest of the run is left out.
void RunIndex::check(const std::function<void(std::span<const Posting>)>& visit,
                     const std::function<void(const std::string&)>& report) {
  std::vector<Run> all;
  StaleGames stale;
  std::int64_t unplaced = 0;
  const auto reporting = [&](auto action) {
    try {
      action();
    } catch (const DamagedFile& error) {
      report(error.what());
    }
  };
  reporting([&] {
    all = runs();
    stale = stale_games();
    check_slots(all);
  });
  for (const Run& run : all) {
    Check check(*this, run, report);
    reporting([&] {
      for (const auto rows = blocks(run); rows->next();) {
        check.add(rows->id(), rows->data());
        visit(check.postings(stale));
      }
    });
    check.finish();
    unplaced += check.unplaced();
  }
  if (unplaced > 0 && kind_.reports_unplaced)
    report(
        fmt::format("{} index: {} blocks are of an earlier version, and a search does not notice "
                    "when one is missing; 'yari db compact' rewrites them",
                    name(), unplaced));
}

}  // namespace yari::store
