// From rows to games, the same for every back end.
#include "db/store/games.h"

#include "db/store/error.h"
#include "db/store/line_game.h"

namespace yari::store {

namespace {

std::optional<Game> load_as(GameReader& games, GameId id, Trust trust, const Bytes* notes) {
  const std::optional<StoredGame> stored = games.game(id);
  if (!stored) return std::nullopt;
  return decode(*stored, games.store_name(), trust, notes);
}

}  // namespace

std::optional<Game> load(GameReader& games, GameId id) {
  return load_as(games, id, Trust::checksums, nullptr);
}

std::optional<Game> load_with(GameReader& games, GameId id, const Bytes& notes) {
  return load_as(games, id, Trust::checksums, &notes);
}

std::optional<Game> salvage(GameReader& games, GameId id) {
  return load_as(games, id, Trust::replay, nullptr);
}

std::optional<Game> load_line(GameReader& games, GameId id) {
  try {
    const std::optional<StoredLine> line = games.line(id);
    return line ? game_of_line(*line) : std::nullopt;
  } catch (const DamagedGame&) {
    return std::nullopt;
  } catch (const DamagedFile&) {
    return std::nullopt;
  }
}

}  // namespace yari::store
