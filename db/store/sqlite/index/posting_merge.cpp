// Merging runs, in steps if that is wished.
#include <algorithm>
#include <optional>
#include <vector>

#include "db/store/sqlite/index/run_parts.h"
#include "db/store/tournament.h"

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

/// The postings of several runs as one sequence.
class PostingIndex::Sources {
 public:
  Sources(PostingIndex& index, std::span<const Run> runs, const MergePlan& plan)
      : index_(index), heads_(max_runs) {
    for (const Run& run : runs) {
      if (!plan.takes(run.slot)) continue;
      cursors_.emplace_back(index, run, Cursor::Read::consume);
      heads_.set(cursors_.size() - 1, key_of(cursors_.back()));
    }
  }
  /// The least; null at the end.
  const Posting* least() { return heads_.least(at_) ? &*cursors_[at_] : nullptr; }
  /// Goes on after `taken`, the least.
  void next(const Posting& taken) {
    if (last_ && !(*last_ < taken)) index_.out_of_order();
    last_ = taken;
    cursors_[at_].next();
    heads_.set(at_, key_of(cursors_[at_]));
  }
  /// The runs that have something left.
  std::vector<Run> rest() {
    std::vector<Run> left;
    for (Cursor& cursor : cursors_)
      if (!cursor.at_end()) left.push_back(cursor.rest());
    return left;
  }

 private:
  static IndexKey key_of(const Cursor& cursor) {
    return cursor.at_end() ? store::Tournament::none : (*cursor).key;
  }
  PostingIndex& index_;
  std::vector<Cursor> cursors_;
  store::Tournament heads_;
  std::size_t at_ = 0;
  std::optional<Posting> last_;
};

bool PostingIndex::merge_step(const MergeOptions& options) {
  std::vector<Run> all = runs();
  const std::optional<MergePlan> plan = merge_under_way(connection_, name_, all);
  if (!plan) return false;
  std::int64_t expected = 0;
  for (const Run& run : all)
    if (run.slot == plan->to || plan->takes(run.slot)) expected += run.postings;
  std::span<const Posting> more = options.more;
  const auto to =
      std::find_if(all.begin(), all.end(), [&](const Run& r) { return r.slot == plan->to; });
  Writer writer(*this, *to, expected);
  Sources sources(*this, all, *plan);
  IndexKey key = store::Tournament::none;
  std::int64_t of_key = 0;
  for (const Posting* least; (least = sources.least()) != nullptr;) {
    const Posting posting = *least;
    if (posting.key != key) {
      if (writer.bytes_written() >= options.most_bytes) break;
      key = posting.key;
      of_key = 0;
    }
    for (; !more.empty() && more.front() < posting; more = more.subspan(1))
      writer.add(more.front());
    sources.next(posting);
    if (options.keep && !options.keep(posting.game)) continue;
    writer.add(posting);
    if (++of_key == options.frequent) options.report(key);
  }
  for (const Posting& p : more) writer.add(p);
  *to = writer.finish();
  const std::vector<Run> rest = sources.rest();
  std::erase_if(all, [&](const Run& r) {
    return plan->takes(r.slot) || (rest.empty() && r.slot == plan->to && r.postings == 0);
  });
  all.insert(all.end(), rest.begin(), rest.end());
  write_runs(all);
  if (rest.empty()) forget_merge_plan(connection_, name_);
  return true;
}

void PostingIndex::tidy() {
  while (begin_merge(store::MergeReach::young)) merge_step({});
}

void PostingIndex::fold(const std::function<bool(std::uint32_t)>& keep,
                        std::span<const Posting> more) {
  while (merge_step({})) continue;
  if (begin_merge(store::MergeReach::all))
    merge_step({.keep = keep, .more = more});
  else
    append(more);
}

}  // namespace yari
