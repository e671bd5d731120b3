/// \file
/// Reading and writing one run of postings; for the files that implement PostingIndex.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "db/store/sqlite/posting_index.h"

namespace yari {

/// The width that makes Rice codes of the distances of `postings` random keys shortest.
inline int rice_bits_for(std::int64_t postings) {
  const std::uint64_t distance = (IndexKey{1} << index_key_bits) /
                                 static_cast<std::uint64_t>(std::max<std::int64_t>(postings, 1));
  // The best parameter is log2(distance * ln 2).
  return std::max(0, static_cast<int>(std::bit_width(distance * 69 / 100)) - 1);
}

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
  void next() {
    if (++at_ == postings_.size()) load();
  }
  /// What is left of the block.
  std::span<const Posting> of_block() const { return std::span(postings_).subspan(at_); }
  void next_block() { load(); }
  /// The run as it is without what was consumed; the rest of the block that was read last is
  /// written again. Requires: the posting that comes next is the first of its key.
  Run rest() {
    if (at_end()) return run_;
    BlockBuilder builder(rice_bits_);
    for (std::size_t i = at_; i < postings_.size(); ++i) builder.add(postings_[i]);
    run_.postings += static_cast<std::int64_t>(builder.size());
    ++run_.blocks;
    const std::int64_t id = block_id(run_.slot, builder.first_key(), 0);
    const Bytes blob = builder.take(id);
    index_->insert_block_.run({id, blob});
    return run_;
  }

 private:
  void load() {
    postings_.clear();
    at_ = 0;
    Statement& next = index_->next_block_;
    if (!next.first({at_block_, last_block_id(run_.slot)})) return;
    index_->check_order(at_block_, next.integer(0));
    at_block_ = next.integer(0);
    const BlockReader block(at_block_, next.blob(1));
    const bool good = block.all(postings_);
    rice_bits_ = block.rice_bits();
    next.reset();
    if (!good) index_->damaged(at_block_);
    if (read_ == Read::keep) return;
    index_->delete_block_.run({at_block_});
    run_.postings -= static_cast<std::int64_t>(postings_.size());
    --run_.blocks;
  }

  PostingIndex* index_;
  Run run_;
  Read read_;
  /// The one that was read last.
  std::int64_t at_block_;
  int rice_bits_ = 0;
  std::vector<Posting> postings_;
  std::size_t at_ = 0;
};

/// Writes sorted postings as blocks at the end of a run.
///
/// The postings of a key begin a block when they do not fit into one that is begun: so the block
/// with the largest first key up to K is the only place where K can begin.
class PostingIndex::Writer {
 public:
  /// Requires: the run has no posting with the key of the first that is added.
  Writer(PostingIndex& index, const Run& run, std::int64_t expected)
      : index_(index), run_(run), builder_(rice_bits_for(expected)) {}

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
  /// Blocks are pages.
  std::int64_t bytes_written() const { return flushed_ * 4096; }
  /// The run with what was added.
  Run finish() {
    close_group();
    if (!builder_.empty()) flush();
    return run_;
  }

 private:
  /// More postings of one key than this are not gathered in memory.
  static constexpr std::size_t group_limit = 4096;

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
    if (large || !builder_.fits(group)) {
      if (!builder_.empty()) flush();
      if (large || !builder_.fits(group)) return place_one_by_one(group);
    }
    for (const Posting& p : group) builder_.add(p);
  }
  void place_one_by_one(std::span<const Posting> group) {
    for (const Posting& p : group) {
      if (!builder_.fits({&p, 1})) flush();
      builder_.add(p);
    }
  }
  void flush() {
    const IndexKey key = builder_.first_key();
    sequence_ = flushed_ > 0 && key == flushed_key_ ? sequence_ + 1 : 0;
    if (sequence_ > max_sequence) throw Full("a position occurs too often to be indexed");
    flushed_key_ = key;
    run_.postings += static_cast<std::int64_t>(builder_.size());
    ++run_.blocks;
    ++flushed_;
    const std::int64_t id = block_id(run_.slot, key, sequence_);
    const Bytes blob = builder_.take(id);
    index_.insert_block_.run({id, blob});
  }

  PostingIndex& index_;
  Run run_;
  BlockBuilder builder_;
  std::vector<Posting> group_;
  std::int64_t flushed_ = 0;
  IndexKey flushed_key_ = 0;
  std::uint32_t sequence_ = 0;
};

}  // namespace yari
