#include "db/reports/move_counts.h"

#include "db/database_impl.h"

namespace yari {

namespace {

template <class V>
void count_line(const StoredLine& line, VariantCounts& counts) {
  auto position = start_of<V>(line);
  if (!position) return;
  ++counts.games;
  for (int ply = 0; ply < line.plies(); ++ply) {
    const Move move = line.move(ply);
    if (!position->is_legal(move)) return;
    KindCounts& kind = counts.kinds[position->moved_kind(move)];
    ++counts.moves;
    ++kind.moves;
    kind.drops += move.is_drop() ? 1 : 0;
    kind.captures += position->is_capture(move) ? 1 : 0;
    kind.promotions += move.promotes() ? 1 : 0;
    if (!move.is_drop() && !move.promotes() &&
        position->is_legal(Move::board(move.from(), move.to(), true)))
      ++kind.declined;
    position->play(move);
  }
}

}  // namespace

std::map<Variant, VariantCounts> count_moves(Database& database, const GameFilter& filter,
                                             const std::function<void()>& check) {
  std::map<Variant, VariantCounts> counts;
  store::DamagedGames& damaged = DatabaseParts::of(database).damaged;
  const auto snapshot = store_of(database).snapshot();
  for (const GameId id : database.ids(filter)) {
    if (check) check();
    const std::optional<StoredLine> line = damaged.line(snapshot->games(), id);
    if (!line) continue;
    with_variant(line->variant, [&]<class V>(V) { count_line<V>(*line, counts[line->variant]); });
  }
  return counts;
}

}  // namespace yari
