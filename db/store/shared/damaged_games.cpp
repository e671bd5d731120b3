#include "db/store/shared/damaged_games.h"

#include "db/store/error.h"

namespace yari::store {

std::optional<StoredLine> DamagedGames::line(GameReader& games, GameId id) {
  try {
    return games.line(id);
  } catch (const DamagedGame& error) {
    add(id, error.what());
    return std::nullopt;
  }
}

}  // namespace yari::store
