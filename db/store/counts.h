/// \file
/// What a back end must do for the counts of positions: runs, whose sum is what holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "db/codec/position_counts.h"
#include "db/codec/posting_block.h"
#include "db/store/merge_reach.h"

namespace yari::store {

/// What one run has about a position.
struct KeyCounts {
  IndexKey key = 0;
  PositionCounts counts;
};

class CountReader {
 public:
  virtual ~CountReader() = default;
  /// The position of that key that is counted, as SFEN without move number; no value when none is.
  virtual std::optional<std::string> position(IndexKey key) = 0;
  /// Calls `visit` with each of them, in order of keys.
  virtual void each_position(const std::function<void(IndexKey, std::string_view)>& visit) = 0;
  /// The counts of a position that is counted; no value when they are damaged.
  virtual std::optional<PositionCounts> read(IndexKey key) = 0;
};

class CountWriter {
 public:
  virtual ~CountWriter() = default;
  virtual void add_position(IndexKey key, const std::string& sfen) = 0;
  /// The position is no longer counted.
  virtual void forget(IndexKey key) = 0;
  /// Writes a run. Requires: sorted by key, settled.
  virtual void append(std::span<const KeyCounts> counts) = 0;
  /// Puts the counts in the place of what all runs say. Requires: settled.
  virtual void replace(IndexKey key, const PositionCounts& counts) = 0;
  virtual void clear() = 0;
  /// As for postings.
  virtual bool begin_merge(MergeReach reach) = 0;
  virtual bool merge_step(std::int64_t most_bytes) = 0;
};

}  // namespace yari::store
