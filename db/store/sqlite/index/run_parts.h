/// \file
/// Reading and writing one run of postings; for the files that implement PostingIndex.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "db/store/shared/index_merge.h"
#include "db/store/sqlite/index/posting_index.h"
#include "db/store/tournament.h"

namespace yari {

/// Reads one run from its start, a block at a time; deletes what it has read if that is wished.
class PostingIndex::Cursor {
 public:
  enum class Read : std::uint8_t { keep, consume };
  Cursor(PostingIndex& index, const Run& run, Read read)
      : index_(&index), run_(run), read_(read), at_block_(block_id(run.slot, 0, 0) - 1) {
    load();
  }
  bool at_end() const { return at_ == postings_.size(); }
  const Posting& operator*() const { return postings_[at_]; }
  IndexKey key() const { return at_end() ? store::Tournament::none : postings_[at_].key; }
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
  /// The run as it is without what was consumed; the rest of the block that was read last is
  /// written again. Requires: the posting that comes next is the first of its key.
  Run rest() {
    if (at_end()) return run_;
    const auto [id, blob] = store::rest_of_block(
        run_.slot, rice_bits_, std::span<const Posting>(postings_).subspan(at_),
        place_.value_or(BlockPlace{
            .is_first = true, .of_contents = index_->of_contents_, .next = std::nullopt}));
    run_.postings += std::ssize(postings_) - static_cast<std::int64_t>(at_);
    ++run_.blocks;
    index_->insert_block_.run({id, blob});
    return run_;
  }

 private:
  void load() {
    postings_.clear();
    at_ = 0;
    Statement& next = index_->next_block_;
    const bool is_first = at_block_ < block_id(run_.slot, 0, 0);
    if (!next.first({at_block_, last_block_id(run_.slot)})) {
      if (is_first ? run_.blocks > 0 : place_ && place_->next) index_->lacks_blocks();
      return;
    }
    index_->check_order(at_block_, next.integer(0));
    at_block_ = next.integer(0);
    const BlockReader block(at_block_, next.blob(1));
    const bool good = block.all(postings_);
    rice_bits_ = block.rice_bits();
    const std::optional<BlockPlace> before = std::exchange(place_, block.place());
    next.reset();
    if (!good || index_->is_of_other(place_)) index_->damaged(at_block_);
    if (is_first ? place_ && !place_->is_first
                 : before && before->next && *before->next != block_key(at_block_))
      index_->lacks_blocks();
    if (read_ == Read::keep) return;
    index_->delete_block_.run({at_block_});
    run_.postings -= std::ssize(postings_);
    --run_.blocks;
  }

  PostingIndex* index_;
  Run run_;
  Read read_;
  /// The one that was read last.
  std::int64_t at_block_;
  int rice_bits_ = 0;
  /// Of that block.
  std::optional<BlockPlace> place_;
  std::vector<Posting> postings_;
  std::size_t at_ = 0;
};

}  // namespace yari
