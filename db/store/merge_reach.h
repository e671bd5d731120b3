/// \file
/// Which of its runs a family merges: one rule for every back end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

namespace yari::store {

/// How many runs a merge takes.
enum class MergeReach : std::uint8_t {
  /// Enough that each run is at least as large as all younger ones together: so they stay few, and
  /// a
  /// posting is not written again too often.
  young,
  all,
};

/// The run from which on to merge; nothing is to be merged when it is the last one, or there is
/// none. `sizes` are those of the runs, the oldest first.
inline std::size_t first_to_merge(std::span<const std::int64_t> sizes, MergeReach reach) {
  if (sizes.empty() || reach == MergeReach::all) return 0;
  std::int64_t younger = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  std::size_t first = 0;
  // Runs that are large enough may stand after one that is not.
  for (; first + 1 < sizes.size(); ++first) {
    younger -= sizes[first];
    if (sizes[first] < younger) break;
  }
  return first;
}

}  // namespace yari::store
