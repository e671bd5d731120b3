// Names follow from the moves; nothing about them is stored.
#include "db/explore/game_openings.h"

#include <algorithm>
#include <span>

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
  // What is not legal ends the line where it is looked up and where it becomes text.
  const LineView view = *line;
  std::vector<Move> moves;
  const int most = std::max<int>(names.last_ply(), GameOpening::most_first_moves);
  for (int ply = 0; ply < std::min(most, view.plies()); ++ply) moves.push_back(view.move(ply));
  const std::span all(moves);
  const auto first = [&](std::size_t n) { return all.first(std::min(n, all.size())); };
  opening.names = names.of_line(*start, first(static_cast<std::size_t>(names.last_ply())));
  const std::span told = first(GameOpening::most_first_moves);
  opening.first_moves.assign(told.begin(), told.end());
  return opening;
}

}  // namespace yari
