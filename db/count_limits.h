/// \file
/// Which positions are counted beforehand.
#pragma once

#include <cstddef>
#include <cstdint>

namespace yari {

/// Others are counted when they are asked for. Tests make the numbers small.
struct CountLimits {
  /// One that stands in so many games of a batch.
  std::size_t in_batch = 32;
  /// One with so many postings in a run.
  std::int64_t in_run = 256;
  /// An import does not count positions with more stored postings than this; `compact` does. Only
  /// files of older versions have such positions.
  std::size_t most_stored = 8192;
};

}  // namespace yari
