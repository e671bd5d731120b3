/// \file
/// A change of stored games and its entry in the journal; for the files that make changes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/count_batch.h"

namespace yari {

/// A change that is being made: what it touches is kept first.
class Change : public Writing {
 public:
  /// `what` is the change in words: "delete 12 games".
  Change(Database& database, const std::string& what);

  /// Keeps the game as it is now; false when there is none. `other_record`: as that of
  /// store::JournalWriter. Requires: the change to the game that was kept before is made.
  bool keep(GameId id, bool other_record = false);
  std::int64_t kept() const { return kept_; }
  /// What must be written before it is committed; it has an entry when it touched a game.
  void finish();
  /// Makes the change.
  void commit() {
    finish();
    batch->commit();
  }

 private:
  CountBatch counts_;
  std::int64_t entry_;
  std::int64_t kept_ = 0;
};

/// What text search knows of a game besides names.
std::string searched_text(const Game& game);

/// The game; no value when it is damaged, which is added to `damaged`, or there is none.
std::optional<Game> load_or_note(store::GameReader& games, GameId id,
                                 std::vector<std::string>& damaged);

/// Takes what is searched of a game out of the text index; the words of a damaged one may stay.
void remove_searched_text(store::GameReader& games, store::GameWriter& writer, GameId id);

}  // namespace yari
