/// \file
/// Which positions are counted, and their counts: in the home, for the games of all shards.
#pragma once

#include "db/store/counts.h"
#include "db/store/postgres/server/shards.h"

namespace yari::pg {

/// The tables counted_positions, counts and count_runs.
class CountTable final : public store::CountReader, public store::CountWriter {
 public:
  explicit CountTable(const Shards& shards);
  ~CountTable() override;

  std::optional<store::CountedPosition> position(IndexKey key) override;
  void each_position(
      const std::function<void(IndexKey, const store::CountedPosition&)>& visit) override;
  bool each_row(IndexKey key, CountPart first, CountPart last,
                const std::function<bool(CountPart, ByteView)>& visit) override;

  void add_position(IndexKey key, const store::CountedPosition& position) override;
  void forget(IndexKey key) override;
  void append(std::span<const store::KeyCounts> counts) override;
  void replace(IndexKey key, std::span<const store::KeyCounts> counts) override;
  void clear() override;
  bool begin_merge(store::MergeReach reach) override;
  bool merge_step(std::int64_t most_bytes) override;

  /// A batch was not committed.
  void forget() { added_ = {}; }

 private:
  struct CountRun {
    std::int64_t run = 0, bytes = 0;
  };
  /// The oldest first.
  std::vector<CountRun> runs();
  static std::int64_t put(CopyRows& rows, std::int64_t run, const store::KeyCounts& counts);
  void copy(CopyRows& rows, std::int64_t run, std::int64_t bytes);

  void flush();

  const Shard& home_;
  /// Positions that are held back.
  CopyRows added_;
  Statement position_, forget_, forget_counts_, rows_, runs_;
  /// Those that are to be merged, and whether they are all.
  std::vector<CountRun> begun_;
  bool is_whole_ = false;
  int flush_number_;
};

}  // namespace yari::pg
