/// \file
/// Gives games whose positions or contents a change has altered their new postings.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "db/codec/prepared_game.h"
#include "db/database_impl.h"

namespace yari {

/// Collects such games, and writes each index a run of what they have now. What they had is stale
/// from then on, and stays until its run is merged.
class Reposting {
 public:
  /// Requires: the writing outlives this.
  explicit Reposting(Writing& writing) : writing_(writing) {}
  /// The game's start or moves are others.
  void add(GameId id, const PreparedGame& game);
  /// A game without moves has other tags, which are its content.
  void add_content(GameId id, const PreparedGame& game);
  /// Writes what was added since the last call.
  void write();

 private:
  struct Changed {
    std::set<std::int64_t> games;
    std::vector<Posting> postings;
  };
  /// The game's part of an index.
  std::vector<Posting>& of(GameId id, Changed& changed);
  static void append(store::PostingWriter& index, Changed& changed);

  Writing& writing_;
  Changed positions_, contents_;
};

}  // namespace yari
