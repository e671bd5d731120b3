// A line comes from a file that anybody may have written: its start and moves are checked.
#include "db/store/stored_line.h"

#include <algorithm>

#include "rules/sfen.h"

namespace yari {

template <class V>
std::optional<Position<V>> start_of(const LineView& line) {
  if (line.start.empty()) return Position<V>::start();
  const Result<Setup> setup = read_sfen(line.start, V::info.variant);
  if (!setup) return std::nullopt;
  auto position = Position<V>::from(*setup);
  if (!position) return std::nullopt;
  return *position;
}

template std::optional<Position<YariShogi>> start_of(const LineView& line);
template std::optional<Position<Shogi>> start_of(const LineView& line);

std::optional<Setup> position_at(const LineView& line, int ply) {
  return with_variant(line.variant, [&]<class V>(V) -> std::optional<Setup> {
    std::optional<Position<V>> position = start_of<V>(line);
    if (!position || ply > line.plies()) return std::nullopt;
    for (int i = 0; i < ply; ++i) {
      if (!position->is_legal(line.move(i))) return std::nullopt;
      position->play(line.move(i));
    }
    return position->setup();
  });
}

std::vector<Move> first_moves(const LineView& line, int plies) {
  return with_variant(line.variant, [&]<class V>(V) {
    std::vector<Move> moves;
    std::optional<Position<V>> position = start_of<V>(line);
    for (int ply = 0; position && ply < std::min(plies, line.plies()); ++ply) {
      if (!position->is_legal(line.move(ply))) break;
      moves.push_back(line.move(ply));
      position->play(moves.back());
    }
    return moves;
  });
}

}  // namespace yari
