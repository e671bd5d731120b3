/// \file
/// Reading runs; for the files that implement PostingTable.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "db/store/postgres/index/posting_table.h"
#include "db/store/tournament.h"

namespace yari::pg {

/// Reads one run from its start, some blocks at a time.
class PostingTable::Cursor {
 public:
  Cursor(PostingTable& table, const Run& run, int blocks_at_once = 128)
      : table_(&table),
        run_(run),
        is_empty_(run.blocks == 0),
        rows_(table.place_.statement(
            fmt::format("SELECT id, data FROM @.{}_blocks WHERE id > $1 AND id <= $2 "
                        "ORDER BY id LIMIT {}",
                        table.name_, blocks_at_once))),
        last_(block_id(run.slot, 0, 0) - 1) {
    rows_.start({last_, last_block_id(run_.slot)});
    load();
  }
  bool at_end() const { return at_ == postings_.size(); }
  const Posting& operator*() const { return postings_[at_]; }
  void next() {
    if (++at_ == postings_.size()) load();
  }
  std::int64_t age() const { return run_.age; }
  /// The block that was loaded, without what is stale. Requires: then next_block().
  std::span<const Posting> of_block(const store::StaleGames& stale) {
    stale.remove_from(postings_, run_.age);
    return postings_;
  }
  void next_block() { load(); }
  IndexKey key() const { return at_end() ? store::Tournament::none : postings_[at_].key; }
  /// Deletes what was read; the run as it is then, for which the rest of the block that was read
  /// last is written again. Requires: the posting that comes next is the first of its key.
  Run rest() {
    table_->delete_blocks_.run(
        {block_id(run_.slot, 0, 0), at_end() ? last_block_id(run_.slot) : last_});
    if (at_end()) return run_;
    const auto [id, blob] = store::rest_of_block(
        run_.slot, rice_bits_, std::span<const Posting>(postings_).subspan(at_),
        place_.value_or(BlockPlace{
            .is_first = true, .of_contents = table_->of_contents_, .next = std::nullopt}));
    run_.postings += std::ssize(postings_) - static_cast<std::int64_t>(at_);
    ++run_.blocks;
    table_->insert(id, blob);
    return run_;
  }

 private:
  void load() {
    postings_.clear();
    at_ = 0;
    if (!rows_.step()) {
      if (seen_ == 0) return finish();
      seen_ = 0;
      rows_.start({last_, last_block_id(run_.slot)});
      if (!rows_.step()) return finish();
    }
    ++seen_;
    const std::int64_t before = std::exchange(last_, rows_.integer(0));
    const BlockReader block = table_->reader(last_, rows_.blob(1));
    if (!block.all(postings_)) table_->damaged(last_);
    rice_bits_ = block.rice_bits();
    const std::optional<BlockPlace> place_before = std::exchange(place_, block.place());
    if (std::exchange(has_begun_, true) ? !follows(last_, before, place_before)
                                        : place_ && !place_->is_first)
      table_->lacks_blocks();
    run_.postings -= std::ssize(postings_);
    --run_.blocks;
  }
  void finish() const {
    if (has_begun_ ? place_ && place_->next : !is_empty_) table_->lacks_blocks();
  }

  PostingTable* table_;
  /// Without what was read.
  Run run_;
  bool is_empty_, has_begun_ = false;
  Statement rows_;
  /// The block that was read last.
  std::int64_t last_;
  std::optional<BlockPlace> place_;
  int rice_bits_ = 0, seen_ = 0;
  std::vector<Posting> postings_;
  std::size_t at_ = 0;
};

}  // namespace yari::pg
