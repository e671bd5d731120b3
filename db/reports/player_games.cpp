// Annotations joined with the headers of a player's games.
#include "db/reports/player_games.h"

#include <algorithm>

#include "db/database_impl.h"
#include "db/query/names.h"

namespace yari {

std::int64_t each_player_game(Database& database, const std::string& name, GameFilter filter,
                              int opening_plies,
                              const std::function<void(const PlayerGame&)>& visit) {
  const auto snapshot = store_of(database).snapshot();
  store::GameReader& games = snapshot->games();
  store::DamagedGames& damaged = DatabaseParts::of(database).damaged;
  query::NameTest is_player(name);
  filter.player = name;
  const std::vector<GameId> ids = games.ids(filter, {});
  const std::vector<GameId> annotated = snapshot->annotations().games();
  for (const GameId id : ids) {
    if (!std::ranges::binary_search(annotated, id)) continue;
    const std::optional<StoredAnnotation> annotation = snapshot->annotations().load(id);
    if (!annotation) continue;
    PlayerGame game;
    game.header = *games.header(id);
    if (const auto line = damaged.line(games, id)) game.opening = first_moves(*line, opening_plies);
    for (const Color color : both_colors) {
      if (!is_player.matches(color == Color::black ? game.header.black : game.header.white))
        continue;
      game.color = color;
      game.numbers = annotation->players[static_cast<std::size_t>(index(color))];
      game.judgements = {};
      for (const StoredJudgement& j : annotation->judgements) {
        if (j.color == color) ++game.judgements[static_cast<std::size_t>(j.kind)];
      }
      visit(game);
    }
  }
  return static_cast<std::int64_t>(ids.size());
}

}  // namespace yari
