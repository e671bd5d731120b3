// Names follow from the moves; nothing about them is stored.
#include "db/game_openings.h"

#include "db/database_impl.h"
#include "rules/sfen.h"

namespace yari {

GameOpening opening_of(Database& database, GameId id, const openings::OpeningList& names) {
  GameOpening opening;
  const auto snapshot = store_of(database).snapshot();
  const std::optional<StoredLine> line =
      DatabaseParts::of(database).damaged.line(snapshot->games(), id);
  const std::optional<Setup> start = line ? position_at(*line, 0) : std::nullopt;
  if (!start) return opening;
  opening.start = *start;
  opening.names = names.of_line(*start, first_moves(*line, names.last_ply()));
  opening.first_moves = first_moves(*line, opening.most_first_moves);
  return opening;
}

}  // namespace yari
