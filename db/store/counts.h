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

#include "db/codec/count_part.h"
#include "db/codec/position_counts.h"
#include "db/codec/posting_block.h"
#include "db/store/merge_reach.h"

namespace yari::store {

/// What one run has about a position, or about a part of its games.
struct KeyCounts {
  IndexKey key = 0;
  CountPart part = all_games;
  PositionCounts counts;
};

/// A position that is counted.
struct CountedPosition {
  /// Without move number.
  std::string sfen;
  /// Whether its games are counted by year and result, too.
  bool by_part = false;
};

class CountReader {
 public:
  virtual ~CountReader() = default;
  /// No value when no position of that key is counted.
  virtual std::optional<CountedPosition> position(IndexKey key) = 0;
  /// Calls `visit` with each of them, in order of keys.
  virtual void each_position(
      const std::function<void(IndexKey, const CountedPosition&)>& visit) = 0;
  /// Calls `visit` with what each run has about the parts `first` to `last` of a position, as
  /// PositionCounts::encode gave it, until it returns false. False when that is damaged, or `visit`
  /// returned false.
  virtual bool each_row(IndexKey key, CountPart first, CountPart last,
                        const std::function<bool(CountPart, ByteView)>& visit) = 0;
};

/// The counts of a position that is counted; no value when they are damaged.
std::optional<PositionCounts> read_counts(CountReader& reader, IndexKey key,
                                          CountPart part = all_games);

/// Those of some parts; also no value when the parts do not add up to all games, or these are none.
/// Requires: it is counted by part.
std::optional<PositionCounts> read_counts(CountReader& reader, IndexKey key,
                                          const PartFilter& filter);

class CountWriter {
 public:
  virtual ~CountWriter() = default;
  /// Requires: no position of that key is counted, or this one, but not by part.
  virtual void add_position(IndexKey key, const CountedPosition& position) = 0;
  /// The position is no longer counted.
  virtual void forget(IndexKey key) = 0;
  /// Writes a run. Requires: sorted by key and part, settled.
  virtual void append(std::span<const KeyCounts> counts) = 0;
  /// Puts these in the place of what all runs say about their only key. Requires: sorted by part,
  /// settled.
  virtual void replace(IndexKey key, std::span<const KeyCounts> counts) = 0;
  virtual void clear() = 0;
  /// As for postings.
  virtual bool begin_merge(MergeReach reach) = 0;
  virtual bool merge_step(std::int64_t most_bytes) = 0;
};

}  // namespace yari::store
