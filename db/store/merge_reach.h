/// \file
/// Which of its runs a family merges: one rule for every back end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace yari::store {

/// How many runs a merge takes.
enum class MergeReach : std::uint8_t {
  /// Those of one size, once there are many of it: so a posting is not written again too often, and
  /// runs stay few.
  young,
  all,
};

/// So many runs of a size are merged into one of the next.
inline constexpr std::size_t runs_of_a_size = 12;

/// A family of this many runs, of the 32 that it can have, merges runs of which there are fewer.
inline constexpr std::size_t many_runs = 24;

/// Runs that are smaller than this together cost little to write: of them each is kept at least as
/// large as all younger ones together. Of postings; and of the bytes of counts, which are few, and
/// of which the explorer reads each run.
inline constexpr std::int64_t small_runs = 1 << 18, small_counts = 1 << 26;

/// Runs of one size; each size is `runs_of_a_size` times the one before.
inline int size_class(std::int64_t size) {
  int number = 0;
  for (; size >= static_cast<std::int64_t>(runs_of_a_size); ++number)
    size /= static_cast<std::int64_t>(runs_of_a_size);
  return number;
}

/// The run from which on to merge, when `together` of a size are merged.
inline std::size_t first_of_a_size(std::span<const std::int64_t> sizes, std::size_t together,
                                   std::int64_t small) {
  // From `first` on all are one run of the size `merged`.
  std::size_t first = sizes.size() - 1;
  std::int64_t merged = sizes.back(), younger = merged;
  for (std::size_t i = first; i-- > 0; younger += sizes[i]) {
    const auto is_of_size = [&](std::int64_t s) { return size_class(s) == size_class(sizes[i]); };
    const auto of_size = std::ranges::count_if(sizes.subspan(i, first - i), is_of_size);
    const bool many = static_cast<std::size_t>(of_size) + (is_of_size(merged) ? 1 : 0) >= together;
    const bool is_small = sizes[i] < younger && sizes[i] + younger < small;
    if (!many && !is_small) continue;
    first = i;
    merged = sizes[i] + younger;
  }
  // Smaller ones that are older come along, or they would stay.
  while (first + 1 < sizes.size() && first > 0 && size_class(sizes[first - 1]) < size_class(merged))
    merged += sizes[--first];
  return first;
}

/// The run from which on to merge; nothing is to be merged when it is the last one, or there is
/// none. `sizes` are those of the runs, the oldest first; `small` is small_runs or small_counts.
inline std::size_t first_to_merge(std::span<const std::int64_t> sizes, MergeReach reach,
                                  std::int64_t small = small_runs) {
  if (sizes.empty() || reach == MergeReach::all) return 0;
  std::size_t first = first_of_a_size(sizes, runs_of_a_size, small);
  for (std::size_t together = runs_of_a_size / 2;
       first + 1 == sizes.size() && sizes.size() >= many_runs && together > 1; together /= 2)
    first = first_of_a_size(sizes, together, small);
  return first;
}

}  // namespace yari::store
