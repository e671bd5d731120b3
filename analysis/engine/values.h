/// \file
/// What pieces are worth, in centipawns: the coarse scale of exchanges and move ordering.
#pragma once

#include <array>

#include "rules/piece.h"
#include "rules/variant.h"

namespace yari {

/// Worth of each kind on the board and in hand.
struct PieceValues {
  std::array<int, kind_count> board;
  /// By unpromoted kind; nothing for the general.
  std::array<int, hand_kind_count + 1> hand;

  constexpr int on_board(Kind k) const { return board[static_cast<std::size_t>(index(k))]; }
  /// Requires: `k` is unpromoted.
  constexpr int in_hand(Kind k) const { return hand[static_cast<std::size_t>(index(k))]; }
  /// What capturing a piece changes: the one side loses it, the other gets it in hand.
  constexpr int captured(Kind k) const { return on_board(k) + in_hand(unpromoted(k)); }
};

template <class V>
inline constexpr PieceValues piece_values{};

//                             P    YN   YB   YR   -  -  -  G  +P   +YN  +YB  +YR
template <>
inline constexpr PieceValues piece_values<YariShogi>{
    {100, 260, 330, 620, 0, 0, 0, 0, 330, 450, 450, 900, 0, 0, 0, 0},
    {115, 300, 370, 700, 0, 0, 0, 0}};

//                             P    L    N    S    G    B    R   K  +P   +L   +N   +S   -  +B   +R
template <>
inline constexpr PieceValues piece_values<Shogi>{
    {90, 230, 250, 370, 440, 560, 640, 0, 420, 410, 420, 440, 0, 820, 930, 0},
    {105, 260, 290, 410, 480, 630, 720, 0}};

}  // namespace yari
