// Counts for a declaration. A piece on the board counts only in the promotion zone; in an impasse
// by agreement it counts everywhere.
#include "rules/declaration.h"

#include "rules/outcome.h"
#include "rules/promotion.h"

namespace yari {

template <class V>
DeclarationCount count_for_declaration(const Position<V>& position, Color c) {
  DeclarationCount count;
  count.points = hand_points(position, c);
  for (const Kind k : all_kinds) {
    if (k == general) continue;
    const int inside = (position.pieces(c, k) & promotion_zone<V>(c)).count();
    count.pieces += inside;
    count.points += V::info[k].impasse_points * inside;
  }
  return count;
}

template <class V>
bool may_declare_win(const Position<V>& position) {
  constexpr int fewest_pieces = 10, points_of_black = 28, points_of_white = 27;
  if (V::info.variant != Variant::shogi || position.in_check()) return false;
  const Color side = position.side_to_move();
  if (!has_entered(position, side)) return false;
  const DeclarationCount count = count_for_declaration(position, side);
  return count.pieces >= fewest_pieces &&
         count.points >= (side == Color::black ? points_of_black : points_of_white);
}

#define YARI_INSTANTIATE(V)                                                   \
  template DeclarationCount count_for_declaration(const Position<V>&, Color); \
  template bool may_declare_win(const Position<V>&);
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

}  // namespace yari
