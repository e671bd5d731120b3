/// \file
/// A change of stored games and its entry in the journal; for the files that make changes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/database_impl.h"

namespace yari {

/// The columns of a game that the journal keeps.
inline constexpr const char* game_columns =
    "id, variant, rules, start, black, white, event, site, date, result, ending, plies, "
    "tag_layout, "
    "tag_values";

/// A change that is being made: what it touches is kept first.
class Change {
 public:
  /// `what` is the change in words: "delete 12 games".
  Change(Database& database, const std::string& what);

  /// Keeps the game as it is now; false when there is none. `other_record`: the change replaces
  /// its moves or notes, and not only its header.
  bool keep(GameId id, bool other_record = false);
  std::int64_t games() const { return games_; }
  /// Makes the change, and its entry when it touched a game.
  void commit();

 private:
  Database::Impl& db_;
  Transaction transaction_;
  Statement keep_;
  std::int64_t entry_ = 0;
  std::int64_t games_ = 0;
};

/// What text search knows of a game besides names.
std::string searched_text(const Game& game);

/// Removes a game's rows and what text search knows of it; postings go when the index is folded.
void remove_rows(Database::Impl& db, GameId id, const std::optional<Game>& game);

/// The game; no value when it is damaged, which is added to `damaged`, or there is none.
std::optional<Game> load_or_note(Database::Impl& db, GameId id, std::vector<std::string>& damaged);

}  // namespace yari
