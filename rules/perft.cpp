#include "rules/perft.h"

namespace yari {

template <class V>
std::uint64_t perft(const Position<V>& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(position.count_legal_moves());
  std::uint64_t nodes = 0;
  for (Move move : position.legal_moves()) {
    Position<V> next = position;
    next.play(move);
    nodes += perft(next, depth - 1);
  }
  return nodes;
}

template std::uint64_t perft(const Position<YariShogi>&, int);
template std::uint64_t perft(const Position<Shogi>&, int);

}  // namespace yari
