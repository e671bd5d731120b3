// From rows to games, the same for every back end.
#include "db/store/games.h"

#include <algorithm>
#include <tuple>

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

GameSet numbers_of(GameReader& games, const std::vector<GameId>& more) {
  GameId last = games.span().last;
  for (const GameId id : more) last = std::max(last, id);
  return {games.count({}) + std::ssize(more), last, [&](const std::function<void(GameId)>& add) {
            games.each_facts([&](const CountedGame& game) { add(game.id); });
            std::ranges::for_each(more, add);
          }};
}

void each_group_of_one_day(GameReader& games,
                           const std::function<void(std::span<const GameId>)>& visit) {
  std::vector<CountedGame> dated;
  games.each_facts([&](const CountedGame& game) {
    if (game.date != 0 && game.black != 0 && game.white != 0) dated.push_back(game);
  });
  const auto day_of = [](const CountedGame& game) {
    return std::tie(game.black, game.white, game.date);
  };
  std::ranges::sort(dated, {}, [](const CountedGame& game) {
    return std::tie(game.black, game.white, game.date, game.id);
  });
  std::vector<GameId> group;
  for (std::size_t i = 0; i < dated.size(); ++i) {
    group.push_back(dated[i].id);
    if (i + 1 < dated.size() && day_of(dated[i + 1]) == day_of(dated[i])) continue;
    if (group.size() > 1) visit(group);
    group.clear();
  }
}

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
