/// \file
/// Which positions are counted beforehand, and how much is held in memory for it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace yari {

/// A position is counted beforehand when one of the first two is reached; others are counted when
/// somebody asks. Tests make the numbers small.
struct CountLimits {
  /// From this many games of a batch on.
  std::size_t in_batch = 32;
  /// From this many postings in a run on.
  std::int64_t in_run = 256;
  /// An import does not count positions with more stored postings than this; `compact` does. Only
  /// files of older versions have such positions.
  std::size_t most_stored = 8192;
  /// From this many games on a position is counted by year and result, too. An import asks where
  /// one batch has an eighth of them, and leaves positions of more than eight times as many to
  /// `compact`.
  std::int64_t by_part = 16'384;
  /// Postings whose games are counted together.
  std::size_t together = std::size_t{1} << 18;
  /// Changed games that are held in memory.
  std::size_t changed = 20'000;
};

}  // namespace yari
