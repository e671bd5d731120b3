/// \file
/// Exchanges the postings of games whose positions or contents a change has altered.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "db/codec/prepared_game.h"
#include "db/store/store.h"

namespace yari {

/// Collects such games. The postings of a few are exchanged where they stand; for many, or where it
/// is not known what they were, each index is written once, in one merge of all its runs, whose
/// time grows with the index.
class Reposting {
 public:
  /// The game's start or moves are others; `before` is the game as it was, null where that is not
  /// known.
  void add(GameId id, const Game* before, const PreparedGame& game);
  /// A game without moves has other tags, which are its content.
  void add_content(GameId id, const Game* before, const PreparedGame& game);
  void write(store::Batch& batch);

 private:
  /// Both are sorted.
  struct Change {
    /// No value where it is not known.
    std::optional<std::vector<Posting>> before;
    std::vector<Posting> after;
  };
  using Changes = std::map<std::uint32_t, Change>;
  static void exchange(store::PostingWriter& index, Changes& changes);
  Changes positions_, contents_;
};

}  // namespace yari
