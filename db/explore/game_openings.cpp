// Names follow from the moves; nothing about them is stored.
#include "db/explore/game_openings.h"

#include <algorithm>

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
  // What is not legal ends the line where names are looked up.
  const LineView view = *line;
  std::vector<Move> moves;
  for (int ply = 0; ply < std::min(names.last_ply(), view.plies()); ++ply)
    moves.push_back(view.move(ply));
  opening.names = names.of_line(*start, moves);
  opening.first_moves = first_moves(view, GameOpening::most_first_moves);
  return opening;
}

}  // namespace yari
