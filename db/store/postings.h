/// \file
/// What a back end must do for an index of postings; two exist, of positions and of the contents of
/// games.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "db/codec/posting_block.h"

namespace yari::store {

/// Reads postings, many at a time.
class PostingReader {
 public:
  virtual ~PostingReader() = default;

  /// Calls `visit` with the postings of `key` in order, some at a time, until it returns false.
  virtual void find(IndexKey key, const std::function<bool(std::span<const Posting>)>& visit) = 0;
  /// Calls `visit` with all postings, some at a time; those of deleted games may be among them.
  /// Throws DamagedFile.
  virtual void each(const std::function<void(std::span<const Posting>)>& visit) = 0;
  /// Calls `visit` for each key in order, with the number of stored games that it stands in; for
  /// none that stands in deleted games alone.
  virtual void each_key(const std::function<void(IndexKey, std::int64_t)>& visit) = 0;
  virtual std::int64_t count() = 0;
  /// Calls `visit` with whatever postings can be read, some at a time, and `report` with a sentence
  /// for each part that is damaged, out of order, or not as large as it should be.
  virtual void check(const std::function<void(std::span<const Posting>)>& visit,
                     const std::function<void(const std::string&)>& report) = 0;
};

/// Writes postings.
class PostingWriter {
 public:
  virtual ~PostingWriter() = default;

  /// Requires: sorted postings of games above those stored.
  virtual void append(std::span<const Posting> postings) = 0;
  /// Does what keeps look-ups quick after many calls of `append`.
  virtual void tidy() = 0;
  /// Removes the postings of games for which `keep` is false and adds `more`, which is sorted and
  /// not there already.
  virtual void fold(const std::function<bool(std::uint32_t)>& keep,
                    std::span<const Posting> more = {}) = 0;
};

}  // namespace yari::store
