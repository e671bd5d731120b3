/// \file
/// Sorted runs read side by side, the same in every back end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "db/codec/posting_block.h"
#include "db/store/game_set.h"
#include "db/store/postings.h"
#include "db/store/shared/run_writer.h"
#include "db/store/shared/stale_games.h"
#include "db/store/tournament.h"

namespace yari::store {

/// Cursors over runs as one sequence, without what is stale. A cursor is at a posting, `*cursor`,
/// which `next()` leaves; `key()` is its key, or Tournament::none at the end, and `age()` that of
/// its run.
template <class Cursor>
class RunMerge {
 public:
  /// `stale` must outlive this.
  RunMerge(std::vector<Cursor> cursors, const StaleGames& stale)
      : cursors_(std::move(cursors)),
        stale_(stale),
        heads_(std::max<std::size_t>(1, cursors_.size())) {
    for (std::size_t i = 0; i < cursors_.size(); ++i) heads_.set(i, cursors_[i].key());
  }

  /// The least key that is left; Tournament::none at the end.
  IndexKey key() const { return heads_.least_key(); }
  /// Calls `take` with the postings of that key in order, which may interleave between the runs,
  /// until it returns false: then this is of no more use.
  template <class Take>
  void take_key(Take take) {
    const IndexKey key = this->key();
    at_.clear();
    for (std::size_t run = 0; heads_.least_key() == key && heads_.least(run);) {
      at_.push_back(run);
      heads_.set(run, Tournament::none);
    }
    while (!at_.empty() && take_from(least(), key, take)) continue;
  }
  std::vector<Cursor>& cursors() { return cursors_; }

 private:
  /// Puts the run whose posting is the least to the front of those at the key.
  Cursor& least() {
    for (std::size_t i = 1; i < at_.size(); ++i)
      if (*cursors_[at_[i]] < *cursors_[at_.front()]) std::swap(at_[i], at_.front());
    return cursors_[at_.front()];
  }
  /// Goes on with it until another one's comes before.
  template <class Take>
  bool take_from(Cursor& cursor, IndexKey key, Take& take) {
    const Posting* limit = nullptr;
    for (std::size_t i = 1; i < at_.size(); ++i)
      if (const Posting& p = *cursors_[at_[i]]; limit == nullptr || p < *limit) limit = &p;
    do {
      if (!stale_.hide((*cursor).game, cursor.age()) && !take(*cursor)) return false;
      cursor.next();
    } while (cursor.key() == key && (limit == nullptr || *cursor < *limit));
    if (cursor.key() == key) return true;
    heads_.set(at_.front(), cursor.key());
    at_.front() = at_.back();
    at_.pop_back();
    return true;
  }

  std::vector<Cursor> cursors_;
  const StaleGames& stale_;
  Tournament heads_;
  /// Those that are at the key that is taken.
  std::vector<std::size_t> at_;
};

/// Calls `visit` for each key in order, with the number of the games in which it stands; for none
/// that stands in others alone.
template <class Cursor>
void count_games(RunMerge<Cursor> merge, const GameSet& games,
                 const std::function<void(IndexKey, std::int64_t)>& visit) {
  for (IndexKey key = 0; (key = merge.key()) != Tournament::none;) {
    std::int64_t count = 0;
    std::uint32_t last = 0;
    merge.take_key([&](const Posting& p) {
      if (std::exchange(last, p.game) != p.game && games.has(p.game)) ++count;
      return true;
    });
    if (count > 0) visit(key, count);
  }
}

/// Writes whole keys until the run has grown by `most_bytes`, or none is left. False, with some
/// unwritten, where postings are not in order: then the index is damaged.
template <class Cursor>
bool write_merged(RunMerge<Cursor>& merge, const MergeOptions& options, std::int64_t most_bytes,
                  RunWriter& writer) {
  // Blocks fill pages.
  constexpr std::int64_t page = 4096;
  std::optional<Posting> last;
  bool ordered = true;
  for (IndexKey key = 0;
       ordered && (key = merge.key()) != Tournament::none && writer.blocks() * page < most_bytes;) {
    std::int64_t of_key = 0;
    merge.take_key([&](const Posting& p) {
      ordered = !last || *last < p;
      last = p;
      if (!ordered || (options.keep && !options.keep(p.game))) return ordered;
      writer.add(p);
      ++of_key;
      return true;
    });
    if (of_key >= options.frequent) options.report(key, of_key);
  }
  return ordered;
}

}  // namespace yari::store
