// The points of a declaration: other than in an impasse by agreement, pieces behind the camp count
// for nothing.
#include "rules/declaration.h"

#include "rules/promotion.h"

namespace yari {

template <class V>
DeclarationCount count_for_declaration(const Position<V>& position, Color c) {
  DeclarationCount count;
  for (const Kind k : all_kinds) {
    if (k == general) continue;
    const int inside = (position.pieces(c, k) & promotion_zone<V>(c)).count();
    count.pieces += inside;
    count.points += V::info[k].impasse_points * inside;
  }
  for (const Kind k : holdable_kinds)
    count.points += V::info[k].impasse_points * position.hand(c).count(k);
  return count;
}

template <class V>
bool may_declare_win(const Position<V>& position) {
  constexpr int fewest_pieces = 10, points_of_black = 28, points_of_white = 27;
  if (V::info.variant != Variant::shogi || position.in_check()) return false;
  const Color side = position.side_to_move();
  if (!(position.pieces(side, general) & promotion_zone<V>(side))) return false;
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
