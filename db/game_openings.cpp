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
  std::vector<Move> moves;
  const int named_plies = std::min(line->plies(), names.last_ply());
  for (int ply = 0; ply < named_plies; ++ply) moves.push_back(line->move(ply));
  opening.start = *start;
  opening.names = names.of_line(*start, moves);
  for (int ply = 0; ply < line->plies() && opening.first_moves.size() < opening.most_first_moves;
       ++ply)
    opening.first_moves.push_back(line->move(ply));
  return opening;
}

}  // namespace yari
