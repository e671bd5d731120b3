/// \file
/// What a back end must do for an index of postings; two exist, of positions and of the contents of
/// games.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "db/codec/posting_block.h"
#include "db/store/merge_reach.h"

namespace yari::store {

/// What a step of a merge leaves out besides what is stale, and what it reports.
struct MergeOptions {
  /// About as many bytes are written; never less than the postings of one key.
  std::int64_t most_bytes = INT64_MAX;
  /// The postings of games for which this is false go; empty for none.
  std::function<bool(std::uint32_t)> keep = {};
  /// Called with each key that has at least `frequent` postings in the new run, and how many.
  std::int64_t frequent = INT64_MAX;
  std::function<void(IndexKey, std::int64_t)> report = {};
};

/// Reads postings, many at a time. What is stale is left out everywhere: of a game that a change
/// has given other postings, what runs before that change say.
class PostingReader {
 public:
  virtual ~PostingReader() = default;

  /// Calls `visit` with the postings of `key` in order, some at a time, until it returns false.
  virtual void find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) = 0;
  /// The same for many keys, with each key in order; false ends that key. A back end on another
  /// machine asks for many at once.
  virtual void find_all(std::span<const IndexKey> keys,
                        const std::function<bool(IndexKey, std::span<const Posting>)>& visit) {
    for (const IndexKey key : keys)
      find(key, [&](std::span<const Posting> postings) { return visit(key, postings); });
  }
  /// Calls `visit` with all postings, some at a time; those of deleted games may be among them.
  /// Throws DamagedFile.
  virtual void each(const std::function<void(std::span<const Posting>)>& visit) = 0;
  /// Calls `visit` for each key in order, with the number of stored games that it stands in; for
  /// none that stands in deleted games alone.
  virtual void each_key(const std::function<void(IndexKey, std::int64_t)>& visit) = 0;
  virtual std::int64_t count() = 0;
  /// In how many runs the postings lie.
  virtual std::size_t pieces() = 0;
  /// Calls `visit` with whatever postings can be read, some at a time, and `report` with a sentence
  /// for each part that is damaged, out of order, or not as large as it should be.
  virtual void check(const std::function<void(std::span<const Posting>)>& visit,
                     const std::function<void(const std::string&)>& report) = 0;
};

/// Writes postings.
class PostingWriter {
 public:
  virtual ~PostingWriter() = default;

  /// Writes a run. Requires: sorted postings, of games that have none or are among `changed`, whose
  /// postings in the runs before are stale from now on.
  virtual void append(std::span<const Posting> postings,
                      std::span<const std::int64_t> changed = {}) = 0;
  /// Begins to merge the runs of a size, or all of them. False when there is nothing to merge; true
  /// as well when a merge has begun before.
  virtual bool begin_merge(MergeReach reach) = 0;
  /// Goes on with the merge that has begun. Between steps every posting is found. False when none
  /// has begun.
  virtual bool merge_step(const MergeOptions& options) = 0;
};

}  // namespace yari::store
