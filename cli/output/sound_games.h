/// \file
/// Work on many games that goes on after a damaged one.
#pragma once

#include <optional>

#include "cli/terminal/terminal.h"
#include "db/database.h"

namespace yari::cli {

/// Loads games one after the other; a damaged one is reported and left out.
class SoundGames {
 public:
  SoundGames(Database& games, Terminal& terminal) : games_(games), terminal_(terminal) {}

  /// No value when the game is damaged, or there is none of that number.
  std::optional<Game> load(GameId id);
  /// None was damaged so far.
  bool all_sound() const { return all_sound_; }

 private:
  Database& games_;
  Terminal& terminal_;
  bool all_sound_ = true;
};

/// Reports the damaged games that a search for positions skipped; true when there were none.
bool tell_skipped_games(Terminal& terminal, Database& games);

}  // namespace yari::cli
