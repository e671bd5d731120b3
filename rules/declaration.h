/// \file
/// The win that a player of Shogi may declare when his king has entered the enemy's camp.
#pragma once

#include "rules/position.h"

namespace yari {

/// What a declaration is judged by: the pieces of one side, without its general.
struct DeclarationCount {
  /// Of the pieces in the promotion zone and in hand, as in an impasse.
  int points = 0;
  /// In the promotion zone.
  int pieces = 0;
};

template <class V>
DeclarationCount count_for_declaration(const Position<V>& position, Color c);

/// Whether the side to move may declare that it has won: its general and ten other pieces stand in
/// its promotion zone, it is not in check, and it has 28 points as Black or 27 as White.
///
/// Source: the rules of the CSA's championships, "the 27-point rule". Yari Shogi knows none: never.
template <class V>
bool may_declare_win(const Position<V>& position);

}  // namespace yari
