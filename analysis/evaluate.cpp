// The network where there is one; else material on the board and in hand, advancement, and the
// safety of the two generals.
#include "analysis/evaluate.h"

#include <algorithm>
#include <cstdlib>

#include "analysis/network.h"
#include "analysis/search_score.h"
#include "analysis/values.h"

namespace yari {
namespace {

constexpr int side_to_move_bonus = 20;

int distance(Square a, Square b) {
  return std::max(std::abs(a.file() - b.file()), std::abs(a.rank() - b.rank()));
}

// Pieces near the enemy general attack it, pieces near their own defend it.
template <class V>
int placement(Kind k, Color c, Square s, Square own_general, Square enemy_general) {
  constexpr const PieceValues& values = piece_values<V>;
  const int worth = std::min(values.on_board(k), 500);
  const int attack = worth * std::max(0, 5 - distance(s, enemy_general)) / 40;
  const int shelter = worth * std::max(0, 3 - distance(s, own_general)) / 40;
  const int advance = 8 - rank_from_far_side(c, s.rank());
  return values.on_board(k) + attack + shelter + (is_promoted(k) ? 0 : 3 * advance);
}

template <class V>
int side_score(const Position<V>& p, Color c) {
  constexpr const PieceValues& values = piece_values<V>;
  const Square own = p.general_square(c);
  const Square enemy = p.general_square(~c);
  int score = 0;
  for (Square s : p.pieces(c)) {
    const Kind k = p.at(s).kind();
    if (k != general) score += placement<V>(k, c, s, own, enemy);
  }
  for (int k = 0; k < V::info.hand_kinds; ++k)
    score += values.in_hand(Kind(k)) * p.hand(c).count(Kind(k));
  return score;
}

template <class V>
Bitboard<V> around(Square s) {
  using enum Direction;
  Bitboard<V> zone(s);
  zone |= zone.template shifted<left>() | zone.template shifted<right>();
  return zone | zone.template shifted<forward>() | zone.template shifted<backward>();
}

// The danger that a general is in: squares around it that the enemy attacks, and more so the more
// the enemy holds in hand.
template <class V>
int danger(const Position<V>& p, Color c, Bitboard<V> enemy_attacks) {
  const int attacked = (around<V>(p.general_square(c)) & enemy_attacks).count();
  int held = 0;
  for (int k = 0; k < V::info.hand_kinds; ++k) {
    held += p.hand(~c).count(Kind(k)) * (Kind(k) == pawn ? 1 : 3);
  }
  return attacked * 12 * (8 + std::min(held, 16)) / 8;
}

template <class V>
int by_hand(const Position<V>& p) {
  const Color us = p.side_to_move();
  const Bitboard<V> ours = p.attacked(us, p.occupied());
  const Bitboard<V> theirs = p.attacked(~us, p.occupied());
  return side_score(p, us) - side_score(p, ~us) + side_to_move_bonus - danger(p, us, theirs) +
         danger(p, ~us, ours);
}

}  // namespace

template <class V>
int evaluate(const Position<V>& p) {
  if (!p.has_general(Color::black) || !p.has_general(Color::white)) return 0;
  const Network<V>* network = shipped_network<V>();
  const int score = network ? network->evaluate(p) : by_hand(p);
  return std::clamp(score, 1 - evaluation_bound, evaluation_bound - 1);
}

template int evaluate(const Position<YariShogi>&);
template int evaluate(const Position<Shogi>&);

}  // namespace yari
