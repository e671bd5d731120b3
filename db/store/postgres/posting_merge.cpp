// A merge reads the runs of a shard side by side, writes one, and removes them: all in one batch.
#include <algorithm>

#include "db/store/postgres/run_cursor.h"
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
                                       std::span<const Posting> more) {
  // Others may have merged since, and have put a new run into the slot of an old one.
  std::erase_if(merged, [&](const Run& r) { return std::ranges::find(all, r) == all.end(); });
  if (merged.empty()) return append_to(shard, all, more);
  std::int64_t expected = std::ssize(more);
  std::vector<Cursor> cursors;
  for (const Run& run : merged) {
    expected += run.postings;
    cursors.emplace_back(*this, shard, run);
  }
  const int to = free_slot(all);
  store::RunWriter writer(to, expected, spare_postings, first_place(shard),
                          [&](std::int64_t id, const Bytes& blob) { insert(shard, id, blob); });
  Merge merge(std::move(cursors));
  IndexKey key = store::Tournament::none;
  std::int64_t of_key = 0;
  std::vector<Posting> group;
  // The games of a run need not all come before those of the next.
  const auto write_group = [&] {
    if (!std::ranges::is_sorted(group, std::less<>())) std::ranges::sort(group, std::less<>());
    for (const Posting& p : group) {
      if (++of_key == options.frequent) options.report(p.key);
      writer.add(p);
    }
    group.clear();
  };
  for (;;) {
    const Posting* const least = merge.least();
    const bool from_more = !more.empty() && (least == nullptr || more.front().key < least->key ||
                                             (more.front().key == least->key && key == least->key));
    if (least == nullptr && !from_more) break;
    const Posting p = from_more ? more.front() : *least;
    if (from_more)
      more = more.subspan(1);
    else
      merge.next();
    if (p.key != key) {
      write_group();
      key = p.key;
      of_key = 0;
    }
    if (from_more || !options.keep || options.keep(p.game)) group.push_back(p);
  }
  write_group();
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
    add_run(shard, {to, merged.front().age, writer.postings(), writer.blocks()});
  return writer.blocks();
}

bool PostingTable::merge_step(const store::MergeOptions& options) {
  bool any = !options.more.empty();
  const std::vector<std::vector<Posting>> more = by_shard(options.more);
  const auto all = runs();
  // Whole shards, until that much is written: a shard is the least that a step can do.
  std::int64_t left = options.most_bytes;
  for (std::size_t i = 0; i < shards_.size() && left > 0; ++i) {
    any = any || !begun_[i].empty();
    if (begun_[i].empty() && more[i].empty()) continue;
    const std::int64_t blocks =
        merge_shard(i, all[i], std::exchange(begun_[i], {}), options, more[i]);
    left -= blocks * static_cast<std::int64_t>(block_capacity);
  }
  return any;
}

void PostingTable::fold(const std::function<bool(std::uint32_t)>& keep,
                        std::span<const Posting> more) {
  begin_merge(store::MergeReach::all);
  merge_step({.keep = keep, .more = more});
}

}  // namespace yari::pg
