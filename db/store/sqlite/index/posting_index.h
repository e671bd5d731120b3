/// \file
/// An index from keys to games: sorted runs of posting blocks in one table.
///
/// Every import batch appends a run; runs are merged later, so that adding stays cheap and looking
/// up stays fast. Two such indexes exist: of positions, and of the contents of games.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/codec/posting_block.h"
#include "db/store/postings.h"
#include "db/store/shared/index_merge.h"
#include "db/store/shared/stale_games.h"
#include "db/store/sqlite/file/connection.h"
#include "db/store/sqlite/index/merge_plan.h"

namespace yari {

/// The games that postings can name, as a condition of SQL.
inline constexpr std::string_view indexable_game = "id BETWEEN 1 AND 4294967295";

using store::Run;

/// An index. Its prepared statements are kept, so it lives as long as its connection.
class PostingIndex final : public store::PostingReader, public store::PostingWriter {
 public:
  /// `name` is "position" or "content": the tables NAME_runs, NAME_blocks and NAME_stale.
  PostingIndex(Connection& connection, std::string_view name);

  /// Oldest first. While runs are merged, the new one has the keys that they have no more.
  std::vector<Run> runs();

  /// Requires, as all that writes does: an open write transaction.
  void append(std::span<const Posting> postings,
              std::span<const std::int64_t> changed = {}) override;
  void find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) override;

  // Between steps a key has all its postings either in the new run or in those that it is made of.
  bool begin_merge(store::MergeReach reach) override { return store::begin_merge(*this, reach); }
  bool merge_step(const store::MergeOptions& options) override;
  /// Removes every posting.
  void clear();

  /// Calls `visit` for each block of the run in order. Throws DamagedFile where the order ends.
  void each_block(const Run& run,
                  const std::function<void(std::int64_t id, const BlockReader&)>& visit);
  void each(const std::function<void(std::span<const Posting>)>& visit) override;
  void each_key(const std::function<void(IndexKey, std::int64_t)>& visit) override;
  std::int64_t count() override;
  std::size_t pieces() override { return runs().size(); }
  void check(const std::function<void(std::span<const Posting>)>& visit,
             const std::function<void(const std::string&)>& report) override;
  std::int64_t block_bytes();

  // What a merge needs (db/store/shared/index_merge.h).
  class Cursor;
  std::optional<MergePlan> merge_under_way(const std::vector<Run>& runs) {
    return yari::merge_under_way(connection_, name_, runs);
  }
  void store_plan(const MergePlan& plan) { store_merge_plan(connection_, name_, plan); }
  void forget_plan() { forget_merge_plan(connection_, name_); }
  void write_runs(std::span<const Run> runs);
  int new_slot(const std::vector<Run>& runs);
  /// Writes at the end of a run.
  store::RunWriter writer(const Run& run, std::int64_t expected);
  std::vector<Cursor> consuming(const MergePlan& plan, const std::vector<Run>& runs);
  store::StaleGames stale_games();
  void forget_old_stale();
  [[noreturn]] void out_of_order() const;

 private:
  class KeyCursor;
  [[noreturn]] void damaged(std::int64_t id) const;
  [[noreturn]] void lacks_blocks() const;
  /// Whether a block stood in the other index, which numbers its blocks alike.
  bool is_of_other(const std::optional<BlockPlace>& place) const {
    return place && place->of_contents != of_contents_;
  }
  void check_begin(const Run& run, IndexKey key);
  void check_slots(const std::vector<Run>& runs);
  void check_order(std::int64_t before, std::int64_t id) const;

  Connection& connection_;
  std::string name_;
  bool of_contents_;
  /// The slots of runs, as bits, for which check_slots has looked last.
  std::optional<std::uint32_t> checked_slots_;
  Statement runs_, last_block_, next_block_, block_, insert_block_, delete_block_, insert_run_,
      delete_runs_, next_stale_, insert_stale_;
};

}  // namespace yari
