/// \file
/// The promotion rule: where a piece may promote, where it must, and where it may not be dropped.
#pragma once

#include "rules/bitboard.h"
#include "rules/by.h"
#include "rules/variant.h"

namespace yari {

namespace detail {

template <class V>
struct PromotionTables {
  ByColor<Bitboard<V>> zone{};
  ByColor<ByKind<Bitboard<V>>> dead{};

  constexpr PromotionTables() {
    for (Color c : both_colors) {
      zone[c] = Bitboard<V>::far_ranks(c, promotion_ranks);
      for (Kind k : all_kinds) dead[c][k] = Bitboard<V>::far_ranks(c, V::info[k].dead_ranks);
    }
  }
};

template <class V>
inline constexpr PromotionTables<V> promotion_tables;

}  // namespace detail

/// Where the pieces of `c` promote: on the way in, inside and on the way out.
template <class V>
constexpr Bitboard<V> promotion_zone(Color c) {
  return detail::promotion_tables<V>.zone[c];
}

/// The squares on which a piece could never move again: it must promote there, and may not be
/// dropped there.
template <class V>
constexpr Bitboard<V> dead_squares(Color c, Kind k) {
  return detail::promotion_tables<V>.dead[c][k];
}

/// Of the squares that a piece can move to, those where it may promote. `from_zone`: it starts
/// inside the zone.
template <class V>
constexpr Bitboard<V> may_promote(Color c, Kind k, bool from_zone, Bitboard<V> targets) {
  if (!V::info[k].can_promote) return {};
  return from_zone ? targets : targets & promotion_zone<V>(c);
}

/// Of the squares that a piece can move to or be dropped on, those where it may stand as it is.
template <class V>
constexpr Bitboard<V> may_stay(Color c, Kind k, Bitboard<V> targets) {
  return targets - dead_squares<V>(c, k);
}

}  // namespace yari
