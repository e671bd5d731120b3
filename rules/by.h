/// \file
/// Arrays with a place for each colour, kind, piece, square or direction, indexed by these
/// themselves.
#pragma once

#include <array>
#include <cstddef>

#include "rules/piece.h"
#include "rules/square.h"

namespace yari {

/// A std::array of N values that also takes a Key as index.
///
/// Requires: 0 <= index(key) < N for every key it is asked for.
template <class Key, class T, int N>
struct IndexedBy : std::array<T, static_cast<std::size_t>(N)> {
  using std::array<T, static_cast<std::size_t>(N)>::operator[];
  constexpr T& operator[](Key key) { return (*this)[static_cast<std::size_t>(index(key))]; }
  constexpr const T& operator[](Key key) const {
    return (*this)[static_cast<std::size_t>(index(key))];
  }
};

template <class T>
using ByColor = IndexedBy<Color, T, 2>;
/// For every kind number, those that the variant does not use included.
template <class T>
using ByKind = IndexedBy<Kind, T, kind_count>;
/// For the kinds that can be in hand.
template <class T>
using ByHandKind = IndexedBy<Kind, T, hand_kind_count>;
/// For every piece, "no piece" left out.
template <class T>
using ByPiece = IndexedBy<Piece, T, 2 * kind_count>;
template <class T>
using ByDirection = IndexedBy<Direction, T, direction_count>;
/// For the squares of V's board.
template <class V, class T>
using BySquare = IndexedBy<Square, T, V::files * rank_count>;
/// For the squares of the larger board, whichever the variant is.
template <class T>
using ByAnySquare = IndexedBy<Square, T, max_squares>;

namespace detail {
template <class Key, int N>
inline constexpr auto first_keys = [] {
  std::array<Key, static_cast<std::size_t>(N)> keys{};
  for (int i = 0; i < N; ++i) keys[static_cast<std::size_t>(i)] = Key(i);
  return keys;
}();
}  // namespace detail

/// Every kind number; the unpromoted ones; those that can be in hand.
inline constexpr auto all_kinds = detail::first_keys<Kind, kind_count>;
inline constexpr auto unpromoted_kinds = detail::first_keys<Kind, kind_count / 2>;
inline constexpr auto holdable_kinds = detail::first_keys<Kind, hand_kind_count>;
inline constexpr auto all_directions = detail::first_keys<Direction, direction_count>;
/// The squares of the larger board.
inline constexpr auto all_squares = detail::first_keys<Square, max_squares>;

}  // namespace yari
