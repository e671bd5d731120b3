// A merge reads runs side by side, writes one, and removes them: all in the batch.
#include <algorithm>

#include "db/store/postgres/run_cursor.h"
#include "db/store/run_writer.h"

namespace yari::pg {

namespace {

/// A run is merged while it is less than this many times as large as the younger ones.
constexpr std::int64_t growth_of_runs = 4;

/// The runs of `oldest_first` from which on to merge.
std::size_t first_to_merge_of(const std::vector<Run>& oldest_first) {
  if (oldest_first.empty()) return 0;
  std::size_t begin = oldest_first.size() - 1;
  std::int64_t young = oldest_first.back().postings;
  while (begin > 0 && oldest_first[begin - 1].postings < growth_of_runs * young)
    young += oldest_first[--begin].postings;
  return begin;
}

}  // namespace

bool PostingTable::begin_merge(bool all) {
  bool any = false;
  const auto all_runs = runs();
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    const std::vector<Run>& old = all_runs[i];
    begun_[i].clear();
    const std::size_t first = all ? 0 : first_to_merge_of(old);
    if (all ? old.empty() : first + 1 >= old.size()) continue;
    for (std::size_t r = first; r < old.size(); ++r) begun_[i].push_back(old[r].slot);
    any = true;
  }
  return any;
}

void PostingTable::merge_shard(std::size_t shard, const std::vector<Run>& all,
                               std::vector<int> slots, const store::MergeOptions& options,
                               std::span<const Posting> more) {
  std::erase_if(slots, [&](int s) { return std::ranges::find(all, s, &Run::slot) == all.end(); });
  if (slots.empty()) return append_to(shard, all, more);
  std::int64_t expected = std::ssize(more);
  std::optional<std::int64_t> age;
  std::vector<Cursor> cursors;
  for (const Run& run : all) {
    if (std::ranges::find(slots, run.slot) == slots.end()) continue;
    expected += run.postings;
    if (!age) age = run.age;
    cursors.emplace_back(*this, shard, run.slot);
  }
  const int to = free_slot(all);
  store::RunWriter writer(to, expected, spare_postings,
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
  for (const int slot : slots) {
    remove.run({block_id(slot, 0, 0), last_block_id(slot)});
    remove_run.run({slot});
  }
  if (writer.postings() == 0) return;
  add_run(shard, {to, *age, writer.postings(), writer.blocks()});
}

bool PostingTable::merge_step(const store::MergeOptions& options) {
  bool any = !options.more.empty();
  const std::vector<std::vector<Posting>> more = by_shard(options.more);
  const auto all = runs();
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    any = any || !begun_[i].empty();
    if (begun_[i].empty() && more[i].empty()) continue;
    merge_shard(i, all[i], std::exchange(begun_[i], {}), options, more[i]);
  }
  return any;
}

void PostingTable::fold(const std::function<bool(std::uint32_t)>& keep,
                        std::span<const Posting> more) {
  begin_merge(true);
  merge_step({.keep = keep, .more = more});
}

}  // namespace yari::pg
