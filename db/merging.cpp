// The steps of merges, and the counting that begins when a position has become frequent.
#include "db/merging.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "db/stored_counts.h"

namespace yari {

namespace {

/// Does `step` in batches of its own until it returns false.
template <class Step>
void in_steps(Database::Impl& db, Step step) {
  for (bool more = true; more;) {
    Writing writing(db);
    more = step(writing);
    writing.batch->commit();
  }
}

/// A step of a merge of postings; positions that have become frequent are counted from then on,
/// which may add a run of counts.
bool position_step(Writing& writing, store::MergeOptions options, bool compacts = false) {
  std::vector<FrequentKey> frequent;
  options.frequent = writing.db.count_limits.in_run;
  options.report = [&](IndexKey key, std::int64_t postings) {
    frequent.push_back({key, postings});
  };
  const bool merged = writing.batch->positions().merge_step(options);
  if (!frequent.empty()) begin_counting_stored(writing, frequent, compacts);
  return merged;
}

std::size_t most_pieces(store::Snapshot& snapshot) {
  return std::max(snapshot.positions().pieces(), snapshot.contents().pieces());
}

}  // namespace

bool may_merge(store::Snapshot& snapshot) { return most_pieces(snapshot) >= store::runs_of_a_size; }

void merge_in_batch(Writing& writing) {
  store::Batch& batch = *writing.batch;
  while (batch.positions().begin_merge(store::MergeReach::young)) position_step(writing, {});
  while (batch.contents().begin_merge(store::MergeReach::young)) batch.contents().merge_step({});
  while (batch.counts().begin_merge(store::MergeReach::young)) batch.counts().merge_step(INT64_MAX);
}

void make_room_for_runs(Writing& writing) {
  if (most_pieces(*writing.snapshot) >= store::many_runs) merge_in_batch(writing);
}

void merge_runs(Database::Impl& db) {
  const store::MergeOptions options{.most_bytes = db.merge_bytes};
  in_steps(db, [&](Writing& w) {
    return !db.store->is_held_up() && w.batch->positions().begin_merge(store::MergeReach::young) &&
           position_step(w, options);
  });
  in_steps(db, [&](Writing& w) {
    return w.batch->contents().begin_merge(store::MergeReach::young) &&
           w.batch->contents().merge_step(options);
  });
  in_steps(db, [&](Writing& w) {
    return w.batch->counts().begin_merge(store::MergeReach::young) &&
           w.batch->counts().merge_step(db.merge_bytes);
  });
}

void commit_and_merge(Writing& writing) {
  const bool has_many_runs = may_merge(*writing.snapshot);
  writing.batch->commit();
  writing.snapshot.reset();
  writing.batch.reset();
  if (has_many_runs) merge_runs(writing.db);
}

namespace {

/// The games that undo can bring back.
std::vector<GameId> kept_by_journal(Writing& w) {
  std::vector<GameId> all;
  for (const store::StoredEntry& entry : w.snapshot->journal().entries())
    std::ranges::copy(w.snapshot->journal().games(entry.id), std::back_inserter(all));
  return all;
}

}  // namespace

void merge_all_runs(Database::Impl& db) {
  store::MergeOptions step{.most_bytes = db.merge_bytes};
  std::optional<GameSet> present;
  // A merge that was interrupted is finished as it was begun. Then all runs are merged: one that is
  // alone still loses postings. Which games there are is asked in the batch that begins it: those
  // that others add later are in runs that are not merged.
  const auto fold = [&](auto family, auto merge) {
    step.keep = {};
    in_steps(db, merge);
    bool begun = false;
    in_steps(db, [&](Writing& w) {
      if (!std::exchange(begun, true)) {
        if (!family(w).begin_merge(store::MergeReach::all)) return false;
        present.emplace(store::numbers_of(w.games(), kept_by_journal(w)));
        step.keep = [&](std::uint32_t game) { return present->has(game); };
      }
      return merge(w);
    });
  };
  fold(
      [](Writing & w) -> auto& { return w.batch->positions(); },
      [&](Writing& w) { return position_step(w, step, true); });
  fold(
      [](Writing & w) -> auto& { return w.batch->contents(); },
      [&](Writing& w) { return w.batch->contents().merge_step(step); });
  fold(
      [](Writing & w) -> auto& { return w.batch->counts(); },
      [&](Writing& w) { return w.batch->counts().merge_step(db.merge_bytes); });
}

}  // namespace yari
