/// \file
/// Which positions are counted, and their counts: sorted runs of rows, merged like postings.
///
/// Every batch of games and every change to stored games appends a run with the counts of what it
/// added and took away. The sum over all runs is what holds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/store/counts.h"
#include "db/store/sqlite/file/connection.h"
#include "db/store/sqlite/index/merge_plan.h"

namespace yari {

/// The tables counted_positions, count_runs and count_blocks. Lives as long as its connection.
class CountTable final : public store::CountReader, public store::CountWriter {
 public:
  struct Run {
    int slot = 0;
    std::int64_t age = 0;
    /// Of all rows together.
    std::int64_t bytes = 0;
  };

  explicit CountTable(Connection& connection);

  std::optional<store::CountedPosition> position(IndexKey key) override;
  void each_position(
      const std::function<void(IndexKey, const store::CountedPosition&)>& visit) override;
  bool each_row(IndexKey key, CountPart first, CountPart last,
                const std::function<bool(CountPart, ByteView)>& visit) override;

  // Requires: an open write transaction.
  void add_position(IndexKey key, const store::CountedPosition& position) override;
  void forget(IndexKey key) override;
  void append(std::span<const store::KeyCounts> counts) override;
  void replace(IndexKey key, std::span<const store::KeyCounts> counts) override;
  void clear() override;
  bool begin_merge(store::MergeReach reach) override;
  bool merge_step(std::int64_t most_bytes) override;

  /// Oldest first.
  std::vector<Run> runs();

 private:
  class Cursor;
  static std::int64_t least_number(std::span<const Cursor> cursors);
  std::int64_t merge_key(IndexKey key, std::span<Cursor> cursors, int to, bool whole);
  void write_runs(std::span<const Run> runs);
  void delete_rows(int slot, IndexKey key);
  std::int64_t put(std::int64_t id, const PositionCounts& counts);
  std::int64_t put(int slot, std::span<const store::KeyCounts> counts);
  int free_slot();
  bool lacks_a_run(const std::vector<Run>& runs);

  Connection& connection_;
  /// The slots of runs, as bits, among which none was gone.
  std::optional<std::uint32_t> whole_slots_;
  Statement position_, positions_, add_position_, forget_position_, runs_, rows_, next_row_,
      insert_, delete_, insert_run_, delete_runs_;
};

}  // namespace yari
