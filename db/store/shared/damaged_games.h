/// \file
/// The damaged games that searches have left out, to be reported when they are done.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "db/store/games.h"

namespace yari::store {

class DamagedGames {
 public:
  /// Remembers that the game, or the rest of it, was left out; the first sentence on it stays.
  void add(GameId id, std::string sentence) { games_.emplace(id, std::move(sentence)); }
  /// What was remembered since the last call: a sentence by game.
  std::map<GameId, std::string> take() { return std::exchange(games_, {}); }

  /// The line of a game; no value where there is no such game, or it is damaged, which is
  /// remembered.
  std::optional<StoredLine> line(GameReader& games, GameId id);

 private:
  std::map<GameId, std::string> games_;
};

}  // namespace yari::store
