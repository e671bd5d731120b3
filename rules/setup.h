/// \file
/// A position as somebody typed it in: anything goes until it is validated.
#pragma once

#include <string>
#include <vector>

#include "rules/by.h"
#include "rules/piece.h"
#include "rules/square.h"
#include "rules/variant.h"

namespace yari {

using Hands = ByColor<Hand>;

/// Board, hands, side to move and move number, with no promise that they make sense.
///
/// Squares beyond the variant's board stay empty.
struct Setup {
  Variant variant = Variant::yari;
  ByAnySquare<Piece> board{};
  Hands hands{};
  Color side_to_move = Color::black;
  /// As SFEN counts: 1 for the first move. No part of a position's identity.
  int move_number = 1;

  Piece& operator[](Square s) { return board[s]; }
  Piece operator[](Square s) const { return board[s]; }

  bool operator==(const Setup&) const = default;
  /// Equal but for the move number.
  bool same_position(const Setup& other) const;
};

/// The pieces of a set that are neither on the board nor in a hand, but the general.
Hand rest_of_set(const Setup& setup);

/// Everything that keeps `setup` from being a position that can be played on, one sentence each;
/// empty when it is valid.
///
/// Checked: exactly one general a side (Shogi problems may leave one out), no more pieces of a kind
/// than a set holds, kinds the variant knows, no pawn, lance or knight where it could never move,
/// no two unpromoted pawns of a side on a file, and the side that just moved is not in check.
std::vector<std::string> faults_of(const Setup& setup);

}  // namespace yari
