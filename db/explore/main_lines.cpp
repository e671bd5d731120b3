// A cursor over the games of a list.
#include "db/explore/main_lines.h"

#include <algorithm>

#include "db/database_impl.h"
#include "rules/start.h"

namespace yari {

namespace {

/// Games that one call of GameCursor::expect names.
constexpr std::size_t games_at_once = 4096;

}  // namespace

void each_main_line(Database& database, const GameFilter& filter,
                    const std::function<bool(GameId)>& wants,
                    const std::function<bool(const MainLine&)>& visit) {
  Database::Impl& db = DatabaseParts::of(database);
  const auto snapshot = db.store->snapshot();
  std::vector<GameId> ids = snapshot->games().ids(filter, {});
  std::ranges::sort(ids);
  store::CursorRequest request;
  // Results come with the names.
  request.names = true;
  const auto cursor = snapshot->games().cursor(request);
  std::vector<Move> moves;
  std::vector<GameId> wanted;
  for (std::size_t at = 0; at < ids.size();) {
    wanted.clear();
    for (; at < ids.size() && wanted.size() < games_at_once; ++at)
      if (wants(ids[at])) wanted.push_back(ids[at]);
    cursor->expect(wanted);
    for (const GameId id : wanted) {
      cursor->start(id, id);
      const store::CursorGame* const game = cursor->next();
      if (game == nullptr) continue;
      const char* fault = game->fault;
      if (fault == nullptr) fault = cursor->read_moves(moves);
      if (fault != nullptr) {
        db.damaged.add(id, store::sentence_of_damage(db.store->name(), id, fault));
        continue;
      }
      const Setup& start = game->start != nullptr ? *game->start : start_setup(game->variant);
      if (!visit({id, start, moves, game->header.result})) return;
    }
  }
}

}  // namespace yari
