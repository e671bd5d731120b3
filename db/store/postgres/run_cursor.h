/// \file
/// Reading runs of a shard; for the files that implement PostingTable.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "db/store/postgres/posting_table.h"
#include "db/store/tournament.h"

namespace yari::pg {

/// Reads one run of a shard from its start, some blocks at a time.
class PostingTable::Cursor {
 public:
  Cursor(PostingTable& table, std::size_t shard, const Run& run)
      : table_(&table),
        shard_(shard),
        rows_(table.shards_[shard].statement(
            fmt::format("SELECT id, data FROM @.{}_blocks WHERE id > $1 AND id <= $2 "
                        "ORDER BY id LIMIT 128",
                        table.name_))),
        last_(block_id(run.slot, 0, 0) - 1),
        end_(last_block_id(run.slot)),
        age_(run.age),
        is_empty_(run.blocks == 0) {
    rows_.start({last_, end_});
    load();
  }
  bool at_end() const { return at_ == postings_.size(); }
  const Posting& operator*() const { return postings_[at_]; }
  void next() {
    if (++at_ == postings_.size()) load();
  }
  std::int64_t age() const { return age_; }
  /// The block that was loaded, without what is stale. Requires: then next_block().
  std::span<const Posting> of_block(const store::StaleGames& stale) {
    stale.remove_from(postings_, age_);
    return postings_;
  }
  void next_block() { load(); }
  IndexKey key() const { return at_end() ? store::Tournament::none : postings_[at_].key; }

 private:
  void load() {
    postings_.clear();
    at_ = 0;
    if (!rows_.step()) {
      if (seen_ == 0) return finish();
      seen_ = 0;
      rows_.start({last_, end_});
      if (!rows_.step()) return finish();
    }
    ++seen_;
    const std::int64_t before = std::exchange(last_, rows_.integer(0));
    const BlockReader block = table_->reader(shard_, last_, rows_.blob(1));
    if (!block.all(postings_)) table_->damaged(shard_, last_);
    const std::optional<BlockPlace> place_before = std::exchange(place_, block.place());
    if (std::exchange(has_begun_, true) ? !follows(last_, before, place_before)
                                        : place_ && !place_->is_first)
      table_->lacks_blocks(shard_);
  }
  void finish() const {
    if (has_begun_ ? place_ && place_->next : !is_empty_) table_->lacks_blocks(shard_);
  }

  PostingTable* table_;
  std::size_t shard_;
  Statement rows_;
  std::int64_t last_, end_, age_;
  bool is_empty_, has_begun_ = false;
  /// Of the block that was read last.
  std::optional<BlockPlace> place_;
  int seen_ = 0;
  std::vector<Posting> postings_;
  std::size_t at_ = 0;
};

}  // namespace yari::pg
