/// \file
/// Sets of squares drawn as pictures: 'x' in the set, '.' not, 'o' the piece itself (not in the set).
#pragma once

#include <string>
#include <string_view>

#include "rules/bitboard.h"

namespace yari::test {

/// Draws as players see the board: file 1 on the right, rank a on top, one line a rank.
template <class V>
std::string draw(Bitboard<V> set, Square piece) {
  std::string out;
  for (int rank = 0; rank < rank_count; ++rank) {
    for (int file = V::files - 1; file >= 0; --file) {
      const Square s = Square::at(file, rank);
      out += set.has(s) ? 'x' : s == piece ? 'o' : '.';
    }
    out += '\n';
  }
  return out;
}

}  // namespace yari::test
