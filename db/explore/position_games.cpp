#include "db/explore/position_games.h"

#include <optional>
#include <utility>

#include "db/database_impl.h"
#include "db/explore/explorer.h"
#include "db/store/shared/find_position.h"

namespace yari {

void each_game_with(Database& database, const Setup& position, const GameFilter& filter,
                    std::int64_t offset, const std::function<bool(const Hit&)>& visit,
                    GameId after) {
  const auto snapshot = store_of(database).snapshot();
  GameId last = 0;
  store::find_position(
      snapshot->games(), snapshot->positions(), DatabaseParts::of(database).damaged, position,
      filter,
      [&](const Hit& hit) { return hit.game == std::exchange(last, hit.game) || visit(hit); },
      offset, after);
}

std::int64_t games_with(Database& database, const Setup& position, const GameFilter& filter,
                        const std::function<void()>& check) {
  if (const std::optional<std::int64_t> counted = games_counted(database, position, filter))
    return *counted;
  constexpr std::int64_t games_between_checks = 256;
  std::int64_t games = 0;
  each_game_with(database, position, filter, 0, [&](const Hit&) {
    if (check && games % games_between_checks == 0) check();
    return ++games, true;
  });
  return games;
}

}  // namespace yari
