/// \file
/// An index of postings as every back end has it: sorted runs of blocks, in tables of its own.
///
/// Every import batch appends a run; runs are merged later, so that adding stays cheap and looking
/// up stays fast. A merge goes in steps, between which a key has all its postings either in the new
/// run or in those that it is made of. How rows are read and written, and how a key is looked up,
/// is the back end's business.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/codec/posting_block.h"
#include "db/store/game_set.h"
#include "db/store/postings.h"
#include "db/store/shared/merge_plan.h"
#include "db/store/shared/run_writer.h"
#include "db/store/shared/stale_games.h"

namespace yari::store {

/// One sorted sequence of blocks.
struct Run {
  int slot = 0;
  std::int64_t age = 0;
  std::int64_t postings = 0;
  std::int64_t blocks = 0;
  /// Whether postings of some games may be stale.
  bool may_be_stale = false;
};

/// The blocks of a run in order.
class BlockRows {
 public:
  virtual ~BlockRows() = default;
  /// Goes to the next one; false at the end.
  virtual bool next() = 0;
  virtual std::int64_t id() const = 0;
  /// Valid until the next one.
  virtual ByteView data() const = 0;
};

class RunCursor;

/// What an index and its blocks are.
struct IndexKind {
  /// "position" or "content": the tables NAME_runs, NAME_blocks and NAME_stale.
  std::string name;
  /// Postings that a block has room for and does not get.
  std::size_t spare = 0;
  /// Mixed into the checksums of blocks.
  int shard = 0;
  /// Whether check() reports blocks of an earlier version, which do not know their place.
  bool reports_unplaced = false;
};

class RunIndex : public PostingReader, public PostingWriter {
 public:
  explicit RunIndex(IndexKind kind)
      : kind_(std::move(kind)), of_contents_(kind_.name == "content") {}

  void each(const std::function<void(std::span<const Posting>)>& visit) final;
  void each_key(const std::function<void(IndexKey, std::int64_t)>& visit) final;
  std::int64_t count() final;
  std::size_t pieces() final { return runs().size(); }
  void check(const std::function<void(std::span<const Posting>)>& visit,
             const std::function<void(const std::string&)>& report) final;

  // Requires, as all that writes does: an open batch.
  void append(std::span<const Posting> postings, std::span<const std::int64_t> changed = {}) final;
  bool begin_merge(MergeReach reach) final;
  bool merge_step(const MergeOptions& options) final;

  /// Oldest first. While runs are merged, the new one has the keys that they have no more.
  virtual std::vector<Run> runs() = 0;

 protected:
  friend class RunCursor;
  virtual std::string store_name() const = 0;
  /// Those that are stored, of all that postings can name.
  virtual GameSet games() = 0;
  virtual std::unique_ptr<BlockRows> blocks(const Run& run) = 0;
  virtual void insert_block(std::int64_t id, const Bytes& blob) = 0;
  virtual void delete_blocks(std::int64_t first, std::int64_t last) = 0;
  /// Whether there are blocks in slots of no run; `used` has a bit for each slot that has one.
  virtual bool has_blocks_outside(std::uint32_t used) = 0;
  virtual void add_run(const Run& run) = 0;
  virtual void delete_runs() = 0;
  virtual StaleGames stale_games() = 0;
  virtual void add_stale(std::span<const std::int64_t> games, std::int64_t age) = 0;
  /// Forgets the games of which no run is older than what they have.
  virtual void forget_old_stale() = 0;
  virtual std::optional<MergePlan> stored_plan() = 0;
  virtual void store_plan(const MergePlan& plan) = 0;
  virtual void forget_plan() = 0;

  const std::string& name() const { return kind_.name; }
  int free_slot(const std::vector<Run>& runs);
  /// Writes at the end of a run.
  RunWriter writer(const Run& run, std::int64_t expected);
  /// The run with what was written.
  static Run finished(Run run, RunWriter& writer);
  /// Reads a block. Throws DamagedFile where it is damaged, or not of this index.
  BlockReader reader(std::int64_t id, ByteView blob) const;
  /// Throws DamagedFile where there are blocks outside of all runs: one of them is gone.
  void check_slots(const std::vector<Run>& runs);
  bool has_checked_slots() const { return checked_slots_.has_value(); }
  [[noreturn]] void damaged(std::int64_t id) const;
  [[noreturn]] void out_of_order() const;
  [[noreturn]] void lacks_blocks() const;
  [[noreturn]] void fail(const std::string& what) const;

 private:
  class Check;
  std::vector<RunCursor> cursors(const std::vector<Run>& runs, bool consume);
  void write_runs(std::span<const Run> runs);
  /// Whether a block stood in the other index, which numbers its blocks alike.
  bool is_of_other(const std::optional<BlockPlace>& place) const {
    return place && place->of_contents != of_contents_;
  }

  IndexKind kind_;
  bool of_contents_;
  /// The slots of runs, as bits, for which check_slots has looked last.
  std::optional<std::uint32_t> checked_slots_;
};

/// Reads one run from its start, a block at a time; deletes what it has read if that is wished.
class RunCursor {
 public:
  RunCursor(RunIndex& index, const Run& run, bool consumes = false);
  bool at_end() const { return at_ == postings_.size(); }
  const Posting& operator*() const { return postings_[at_]; }
  IndexKey key() const;
  void next() {
    if (++at_ == postings_.size()) load();
  }
  std::int64_t age() const { return run_.age; }
  /// The block that was loaded, without what is stale. Requires: then next_block().
  std::span<const Posting> of_block(const StaleGames& stale) {
    stale.remove_from(postings_, run_.age);
    return postings_;
  }
  void next_block() { load(); }
  /// The run as it is without what was consumed, for which the rest of the block that was read last
  /// is written again. Requires: the posting that comes next is the first of its key.
  Run rest();

 private:
  void load();

  /// How many blocks are read before these are deleted.
  static constexpr int most_kept = 8;

  RunIndex* index_;
  /// Without what was read.
  Run run_;
  bool consumes_;
  int kept_ = 0;
  std::unique_ptr<BlockRows> rows_;
  /// Of the block that was read last.
  std::int64_t id_;
  std::optional<BlockPlace> place_;
  int rice_bits_ = 0;
  std::vector<Posting> postings_;
  std::size_t at_ = 0;
};

}  // namespace yari::store
