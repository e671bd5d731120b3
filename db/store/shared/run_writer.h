/// \file
/// Writes sorted postings as the blocks of a run, the same in every back end.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "db/codec/posting_block.h"
#include "db/store/error.h"

namespace yari::store {

/// Writes sorted postings as blocks at the end of a run.
///
/// The postings of a key begin a block when they do not fit into one that is begun: so the block
/// with the largest first key up to K is the only place where K can begin.
class RunWriter {
 public:
  using Insert = std::function<void(std::int64_t id, const Bytes& blob)>;
  /// `expected`: about how many postings the run will have, if that is known; how keys are written
  /// best is found for each block anyway. `spare`: postings that each block has
  /// room for and does not get. `first`: the place of the first block. Requires: the run has no
  /// posting with the key of the first that is added.
  RunWriter(int slot, std::int64_t expected, std::size_t spare, const BlockPlace& first,
            Insert insert)
      : slot_(slot),
        spare_(spare),
        place_(first),
        insert_(std::move(insert)),
        builder_(rice_bits_for((IndexKey{1} << index_key_bits) /
                               static_cast<IndexKey>(std::max<std::int64_t>(expected, 1)))) {}

  void add(const Posting& p) {
    if (!group_.empty() && (group_.front().key != p.key || group_.size() == group_limit))
      close_group();
    group_.push_back(p);
  }
  /// Sorted postings, with all that there are of each key.
  void add(std::span<const Posting> postings) {
    close_group();
    while (!postings.empty()) {
      std::size_t size = 1;
      while (size < postings.size() && postings[size].key == postings.front().key) ++size;
      place(postings.first(size));
      postings = postings.subspan(size);
    }
  }
  void finish() {
    close_group();
    if (!builder_.empty()) flush({});
  }
  std::int64_t postings() const { return written_; }
  std::int64_t blocks() const { return flushed_; }

 private:
  /// More postings of one key than this are not gathered in memory.
  static constexpr std::size_t group_limit = 4096;

  bool try_add(std::span<const Posting> group) {
    while (!fits(group))
      if (!builder_.shorten(group.front().key)) return false;
    for (const Posting& p : group) builder_.add(p);
    return true;
  }
  bool fits(std::span<const Posting> group) {
    if (spare_ == 0) return builder_.fits(group);
    padded_.assign(group.begin(), group.end());
    padded_.insert(padded_.end(), spare_, group.back());
    return builder_.fits(padded_);
  }
  void close_group() {
    if (!group_.empty()) place(group_);
    group_.clear();
  }
  void place(std::span<const Posting> group) {
    // A key of which a part is placed already goes on as it began.
    if (!builder_.empty() && builder_.last_key() == group.front().key)
      return place_one_by_one(group);
    // Of a large group the rest may be still to come.
    const bool large = group.size() >= group_limit;
    if (!large && try_add(group)) return;
    if (!builder_.empty()) flush(group.front().key);
    if (large || !try_add(group)) place_one_by_one(group);
  }
  void place_one_by_one(std::span<const Posting> group) {
    for (const Posting& p : group) {
      if (try_add({&p, 1})) continue;
      flush(p.key);
      builder_.add(p);
    }
  }
  /// `next` is the first key of the block that will follow.
  void flush(std::optional<IndexKey> next) {
    const IndexKey key = builder_.first_key();
    std::uint32_t sequence = 0;
    if (before_ && key == block_key(*before_)) sequence = block_sequence(*before_) + 1;
    if (sequence > max_sequence) throw Full("a position occurs too often to be indexed");
    place_.next = next;
    written_ += static_cast<std::int64_t>(builder_.size());
    ++flushed_;
    const std::int64_t id = block_id(slot_, key, sequence);
    before_ = id;
    builder_.shorten();
    insert_(id, builder_.take(id, place_));
    place_.is_first = false;
  }

  int slot_;
  std::size_t spare_;
  /// Of the block that is written next.
  BlockPlace place_;
  Insert insert_;
  BlockBuilder builder_;
  /// The block that was written last.
  std::optional<std::int64_t> before_;
  std::vector<Posting> group_, padded_;
  std::int64_t written_ = 0, flushed_ = 0;
};

}  // namespace yari::store
