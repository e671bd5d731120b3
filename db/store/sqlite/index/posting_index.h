/// \file
/// The indexes of postings of a file: of positions, and of the contents of games.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/codec/posting_block.h"
#include "db/store/shared/run_index.h"
#include "db/store/sqlite/file/connection.h"
#include "db/store/sqlite/index/merge_plan.h"

namespace yari {

/// The games that postings can name, as a condition of SQL.
inline constexpr std::string_view indexable_game = "id BETWEEN 1 AND 4294967295";

using store::Run;

/// An index. Its prepared statements are kept, so it lives as long as its connection.
class PostingIndex final : public store::RunIndex {
 public:
  /// `name` is "position" or "content".
  PostingIndex(Connection& connection, std::string_view name);

  void find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) override;
  std::vector<Run> runs() override;
  /// Removes every posting.
  void clear();
  std::int64_t block_bytes();

 private:
  class KeyCursor;
  class Rows;
  std::string store_name() const override { return connection_.file().string(); }
  GameSet games() override;
  std::unique_ptr<store::BlockRows> blocks(const Run& run) override;
  void insert_block(std::int64_t id, const Bytes& blob) override { insert_block_.run({id, blob}); }
  void delete_blocks(std::int64_t first, std::int64_t last) override {
    delete_blocks_.run({first, last});
  }
  bool has_blocks_outside(std::uint32_t used) override {
    return has_rows_outside(next_block_, used);
  }
  void add_run(const Run& run) override {
    insert_run_.run({run.slot, run.age, run.postings, run.blocks});
  }
  void delete_runs() override { delete_runs_.run({}); }
  store::StaleGames stale_games() override;
  void add_stale(std::span<const std::int64_t> games, std::int64_t age) override;
  void forget_old_stale() override;
  std::optional<MergePlan> stored_plan() override { return load_merge_plan(connection_, name()); }
  void store_plan(const MergePlan& plan) override { store_merge_plan(connection_, name(), plan); }
  void forget_plan() override { forget_merge_plan(connection_, name()); }
  void check_begin(const Run& run, IndexKey key);
  void check_order(std::int64_t before, std::int64_t id) const;

  Connection& connection_;
  Statement runs_, last_block_, next_block_, block_, insert_block_, delete_blocks_, insert_run_,
      delete_runs_, next_stale_, insert_stale_;
};

}  // namespace yari
