// The swap algorithm with a threshold.
#include "analysis/engine/see.h"

#include <algorithm>

#include "analysis/engine/values.h"

namespace yari {
namespace {

// Kinds from the cheapest to the dearest, the general last.
template <class V>
constexpr std::array<Kind, kind_count> by_value() {
  std::array<Kind, kind_count> kinds{};
  for (int i = 0; i < kind_count; ++i) kinds[static_cast<std::size_t>(i)] = Kind(i);
  std::ranges::sort(kinds, {},
                    [](Kind k) { return k == general ? 1 << 20 : piece_values<V>.captured(k); });
  return kinds;
}

template <class V>
Square cheapest(const Position<V>& p, Bitboard<V> attackers) {
  static constexpr auto order = by_value<V>();
  for (Kind k : order) {
    const Bitboard<V> of_kind = attackers & p.pieces(k);
    if (of_kind) return of_kind.first();
  }
  return attackers.first();
}

}  // namespace

template <class V>
bool see_at_least(const Position<V>& p, Move m, int threshold) {
  using Board = Bitboard<V>;
  constexpr const PieceValues& values = piece_values<V>;
  const Square to = m.to();
  Kind standing = p.moved_kind(m);
  int gain = p.is_capture(m) ? values.captured(p.at(to).kind()) : 0;
  if (m.promotes()) {
    gain += values.on_board(promoted(standing)) - values.on_board(standing);
    standing = promoted(standing);
  }
  const int surplus = gain - threshold;
  if (surplus < 0) return false;
  // What the side to take must win back to turn the result.
  int debt = values.captured(standing) - surplus;
  if (debt <= 0) return true;

  Board occupied = p.occupied() | Board(to);
  if (!m.is_drop()) occupied -= Board(m.from());
  Color side = p.side_to_move();
  bool gains = true;
  while (true) {
    side = ~side;
    const Board attackers = p.attackers(to, side, occupied) & occupied;
    if (!attackers) return gains;
    gains = !gains;
    const Square from = cheapest(p, attackers);
    const Kind taker = p.at(from).kind();
    occupied -= Board(from);
    const bool steps_into_check = taker == general && (p.attackers(to, ~side, occupied) & occupied);
    if (steps_into_check) return !gains;
    debt = values.captured(taker) - debt;
    if (debt < (gains ? 1 : 0)) return gains;
  }
}

template bool see_at_least(const Position<YariShogi>&, Move, int);
template bool see_at_least(const Position<Shogi>&, Move, int);

}  // namespace yari
