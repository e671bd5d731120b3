// Counts for a declaration. A piece on the board counts only in the promotion zone; in an impasse
// by agreement it counts everywhere.
#include "rules/declaration.h"

#include <algorithm>

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
GameResult declared_result(const Position<V>& position, const DeclarationRule& rule) {
  const Color side = position.side_to_move();
  const GameResult won = win_for(side), lost = win_for(~side);
  if constexpr (V::info.variant == Variant::yari) {
    return is_impasse(position) && impasse_result(position) == won ? won : lost;
  } else {
    if (!has_entered(position, side) || position.in_check()) return lost;
    const DeclarationCount count = count_for_declaration(position, side);
    if (count.pieces < pieces_to_declare) return lost;
    if (count.points >= rule.wins[side]) return won;
    return rule.draws > 0 && count.points >= rule.draws ? GameResult::draw : lost;
  }
}

template <class V>
bool may_declare_win(const Position<V>& position) {
  return V::info.variant == Variant::shogi &&
         declared_result(position, declaration_rules[0]) == win_for(position.side_to_move());
}

template <class V>
GameResult impasse_result(const Position<V>& position, const DeclarationRule& rule) {
  if (V::info.variant == Variant::yari || rule.draws > 0) return impasse_result(position);
  for (const Color side : both_colors)
    if (impasse_points(position, side) >= rule.wins[side]) return win_for(side);
  return GameResult::draw;
}

namespace {

// The fewest points that any rule asks for.
int points_needed(Color c, GameResult result) {
  int fewest = declaration_rules[0].wins[c];
  for (const DeclarationRule& rule : declaration_rules) {
    const bool draws = result == GameResult::draw && rule.draws != 0;
    fewest = std::min(fewest, draws ? rule.draws : rule.wins[c]);
  }
  return fewest;
}

void list(std::string& faults, const std::string& fault) {
  if (!faults.empty()) faults += ", ";
  faults += fault;
}

std::string of_needed(int n, int needed, std::string_view what) {
  return std::to_string(n) + " of " + std::to_string(needed) + ' ' + std::string(what);
}

template <class V>
std::string declared_impasse_fault(const Position<V>& position, Color c, GameResult result) {
  std::string faults;
  if (!is_impasse(position)) list(faults, "not both generals have entered");
  const int points = impasse_points(position, ~c);
  const bool won = points < V::info.impasse_threshold;
  if (won == (result == GameResult::draw))
    list(faults, "the other side has " +
                     of_needed(points, V::info.impasse_threshold, "points that save it"));
  return faults;
}

}  // namespace

template <class V>
std::string declaration_fault(const Position<V>& position, Color c, GameResult result) {
  if constexpr (V::info.variant == Variant::yari) {
    return declared_impasse_fault(position, c, result);
  } else {
    std::string faults;
    if (!has_entered(position, c)) list(faults, "the king has not entered");
    if (position.in_check() && position.side_to_move() == c) list(faults, "the king is in check");
    const DeclarationCount count = count_for_declaration(position, c);
    if (count.pieces < pieces_to_declare)
      list(faults, of_needed(count.pieces, pieces_to_declare, "pieces"));
    const int needed = points_needed(c, result);
    if (count.points < needed) list(faults, of_needed(count.points, needed, "points"));
    return faults;
  }
}

template <class V>
std::string impasse_fault(const Position<V>& position, GameResult result) {
  const bool can_be = std::ranges::any_of(declaration_rules, [&](const DeclarationRule& rule) {
    return result == impasse_result(position, rule);
  });
  if (can_be) return {};
  return "Black has " + std::to_string(impasse_points(position, Color::black)) + " points, White " +
         std::to_string(impasse_points(position, Color::white));
}

#define YARI_INSTANTIATE(V)                                                        \
  template DeclarationCount count_for_declaration(const Position<V>&, Color);      \
  template GameResult declared_result(const Position<V>&, const DeclarationRule&); \
  template bool may_declare_win(const Position<V>&);                               \
  template GameResult impasse_result(const Position<V>&, const DeclarationRule&);  \
  template std::string declaration_fault(const Position<V>&, Color, GameResult);   \
  template std::string impasse_fault(const Position<V>&, GameResult);
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

}  // namespace yari
