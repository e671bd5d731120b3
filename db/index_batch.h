/// \file
/// The postings of games on their way into the indexes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "db/codec/prepared_game.h"
#include "db/count_batch.h"

namespace yari {

/// That the game stands at its position after `ply` moves. Requires: `ply` is one of its plies.
inline Posting position_posting(GameId id, const PreparedGame& game, std::size_t ply) {
  return {index_key(game.keys[ply]), static_cast<std::uint32_t>(id),
          static_cast<std::uint32_t>(ply)};
}
/// That the game has its content.
inline Posting content_posting(GameId id, const PreparedGame& game) {
  return {index_key(game.content), static_cast<std::uint32_t>(id), 0};
}

/// Collects the postings of games, positions and contents, and writes each kind as one run, and the
/// counts of the positions.
class IndexBatch {
 public:
  /// About as many postings are wanted in a run as memory is set aside for: `postings_per_run`.
  explicit IndexBatch(std::size_t postings_per_run) : postings_per_run_(postings_per_run) {}

  /// Requires: the game's number is above those added before and those in the indexes.
  void add(const CountedGame& facts, const PreparedGame& game);
  /// Call it before a stored game is changed, or one that was added.
  void changing(Writing& writing, GameId id) { counts_.changing(writing, id); }
  bool full() const { return keys_of_positions_.size() >= postings_per_run_; }
  /// What was added since the last `write`: a posting a game.
  const std::vector<Posting>& games() const { return keys_of_contents_; }
  /// Leaves the batch empty. A run takes one of the few places of its index: merge afterwards
  /// (db/merging.h), in the batch or behind it.
  void write(Writing& writing);

 private:
  CountBatch counts_;
  std::size_t postings_per_run_;
  std::vector<Posting> keys_of_positions_, keys_of_contents_;
  /// For sorting the first.
  std::vector<Posting> scratch_;
};

}  // namespace yari
