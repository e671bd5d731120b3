/// \file
/// Exchanges the postings of games whose positions or contents a change has altered.
#pragma once

#include <set>
#include <vector>

#include "db/codec/prepared_game.h"
#include "db/store/store.h"

namespace yari {

/// Collects such games and writes each index once, in one merge of all its runs: its time grows
/// with the index, not with the number of games.
class Reposting {
 public:
  /// The game's start or moves are others.
  void add(GameId id, const PreparedGame& game);
  /// A game without moves has other tags, which are its content.
  void add_content(GameId id, const PreparedGame& game);
  void write(store::Batch& batch);

 private:
  std::set<std::uint32_t> moved_, changed_;
  std::vector<Posting> positions_, contents_;
};

}  // namespace yari
