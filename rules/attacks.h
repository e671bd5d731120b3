/// \file
/// Where pieces reach: step tables and rays, computed at compile time from the variant's data.
///
/// A piece of colour c on `a` attacks `b` exactly when a piece of the same kind and the other
/// colour on `b` attacks `a`; that symmetry answers "who attacks this square" everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "rules/bitboard.h"
#include "rules/piece.h"
#include "rules/square.h"
#include "rules/variant.h"

namespace yari::attacks {

template <class V>
using Board = Bitboard<V>;

/// Square numbers grow in this direction.
constexpr bool goes_up(Direction d) {
  const Step step = step_of(d);
  return step.file * rank_count + step.rank > 0;
}

/// The knight's jumps as the mover sees them: two forward, one aside.
inline constexpr std::array<Step, 2> jumps{{{1, -2}, {-1, -2}}};

/// "not in line" in Tables::direction.
inline constexpr std::uint8_t no_direction = 8;

template <class V>
struct Tables {
  /// rays[d][s]: the squares beyond `s` in direction `d`, to the edge.
  ByDirection<BySquare<V, Board<V>>> rays{};
  /// steps[c][k][s]: single steps and jumps.
  ByColor<ByKind<BySquare<V, Board<V>>>> steps{};
  /// direction[a][b]: the Direction that leads from `a` to `b`, or no_direction.
  BySquare<V, BySquare<V, std::uint8_t>> direction{};
  /// adjacent[s]: every square from which some piece can step or jump to `s`.
  BySquare<V, Board<V>> adjacent{};
};

namespace detail {

template <class V>
constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < V::files && rank >= 0 && rank < rank_count;
}

template <class V>
constexpr Board<V> steps_of(const KindInfo& kind, Color c, Square s) {
  Board<V> set;
  const int sign = c == Color::black ? 1 : -1;
  const auto add = [&](Step step) {
    const int file = s.file() + sign * step.file;
    const int rank = s.rank() + sign * step.rank;
    if (on_board<V>(file, rank)) set |= Board<V>(Square::at(file, rank));
  };
  for (Direction d : all_directions) {
    if (kind.steps.has(d)) add(step_of(d));
  }
  if (kind.jumps) {
    for (Step jump : jumps) add(jump);
  }
  return set;
}

template <class V>
constexpr void fill_lines(Tables<V>& t, Square from) {
  t.direction[from].fill(no_direction);
  for (Direction d : all_directions) {
    const Step step = step_of(d);
    int file = from.file() + step.file;
    int rank = from.rank() + step.rank;
    for (; on_board<V>(file, rank); file += step.file, rank += step.rank) {
      const Square to = Square::at(file, rank);
      t.rays[d][from] |= Board<V>(to);
      t.direction[from][to] = static_cast<std::uint8_t>(d);
    }
  }
}

template <class V>
constexpr Tables<V> make_tables() {
  Tables<V> t;
  for (Square s : Board<V>::all()) {
    fill_lines(t, s);
    for (Kind k : all_kinds) {
      for (Color c : both_colors) {
        t.steps[c][k][s] = steps_of<V>(V::info[k], c, s);
        t.adjacent[s] |= t.steps[c][k][s];
      }
    }
  }
  return t;
}

}  // namespace detail

template <class V>
inline constexpr Tables<V> tables = detail::make_tables<V>();

template <class V>
constexpr Board<V> ray(Direction d, Square s) {
  return tables<V>.rays[d][s];
}

template <class V>
constexpr Board<V> steps(Color c, Kind k, Square s) {
  return tables<V>.steps[c][k][s];
}

/// Whether `b` lies in line with `a`; then ray_through gives the line.
template <class V>
constexpr std::uint8_t direction(Square a, Square b) {
  return tables<V>.direction[a][b];
}

/// From `a` through `b` to the edge, without `a`; empty when they are not in line.
template <class V>
constexpr Board<V> ray_through(Square a, Square b) {
  const std::uint8_t d = direction<V>(a, b);
  return d == no_direction ? Board<V>() : ray<V>(Direction(d), a);
}

/// The squares strictly between two squares in line; empty when they are not.
template <class V>
constexpr Board<V> between(Square a, Square b) {
  return ray_through<V>(a, b) & ray_through<V>(b, a);
}

/// Slides from `s` in direction D, up to and with the first occupied square.
///
/// Upwards the borrow of `b - 1` runs through all bits below the first blocker (the classic
/// o ^ (o - 1)); downwards the highest blocker is found by counting leading zeros.
template <class V, Direction D>
constexpr Board<V> slide(Square s, Board<V> occupied) {
  using Word = typename Board<V>::Word;
  const Board<V> line = ray<V>(D, s);
  const Word blockers = (line & occupied).bits();
  if constexpr (goes_up(D)) {
    return line & Board<V>(blockers ^ (blockers - 1));
  } else {
    const Square stop = Board<V>(blockers | 1).last();
    return line & Board<V>(~Word{0} << stop.index());
  }
}

/// The first square of `line`, which leads from some square in direction D, that is in `set`.
/// Requires: there is one.
template <class V, Direction D>
constexpr Square nearest(Board<V> set) {
  if constexpr (goes_up(D)) {
    return set.first();
  } else {
    return set.last();
  }
}

/// Calls `f.operator()<D>()` for the eight directions.
template <class F>
constexpr void for_each_direction(F&& f) {
  [&]<std::size_t... D>(std::index_sequence<D...>) {
    (f.template operator()<all_directions[D]>(), ...);
  }
  (std::make_index_sequence<direction_count>{});
}

/// Calls `f.operator()<K>()` for every kind of the variant until one returns false; returns whether
/// none did.
template <class V, class F>
constexpr bool for_kinds_while(F&& f) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    const auto call = [&]<std::size_t I>() {
      if constexpr (V::info.kinds[I].exists) return f.template operator()<Kind(I)>();
      return true;
    };
    return (call.template operator()<K>() && ...);
  }
  (std::make_index_sequence<kind_count>{});
}

/// Calls `f.operator()<K>()` for every kind of the variant.
template <class V, class F>
constexpr void for_each_kind(F&& f) {
  for_kinds_while<V>([&]<Kind K>() {
    f.template operator()<K>();
    return true;
  });
}

/// Everything a piece of kind K and colour C on `s` attacks, own pieces included.
template <class V, Color C, Kind K>
constexpr Board<V> from(Square s, Board<V> occupied) {
  constexpr const KindInfo& kind = V::info[K];
  Board<V> set;
  if constexpr (!kind.steps.empty() || kind.jumps) set = steps<V>(C, K, s);
  for_each_direction([&]<Direction D>() {
    if constexpr (kind.slides.has(seen_from(C, D))) set |= slide<V, D>(s, occupied);
  });
  return set;
}

/// The same for a colour and kind known at run time.
template <class V>
Board<V> from(Color c, Kind k, Square s, Board<V> occupied) {
  using Function = Board<V> (*)(Square, Board<V>);
  static constexpr auto table = []<std::size_t... I>(std::index_sequence<I...>) {
    return ByPiece<Function>{&from<V, Color(I / kind_count), Kind(I % kind_count)>...};
  }
  (std::make_index_sequence<2 * kind_count>{});
  return table[Piece(c, k)](s, occupied);
}

/// The kinds that can slide in a direction, and those that step in it, as the mover sees them.
template <class V>
constexpr std::uint16_t kinds_where(bool (*predicate)(const KindInfo&, Direction), Direction d) {
  std::uint16_t set = 0;
  for (Kind k : all_kinds) {
    const KindInfo& kind = V::info[k];
    if (kind.exists && predicate(kind, d)) set = static_cast<std::uint16_t>(set | 1u << index(k));
  }
  return set;
}

template <class V>
constexpr std::uint16_t kinds_sliding(Direction d) {
  return kinds_where<V>([](const KindInfo& k, Direction x) { return k.slides.has(x); }, d);
}

template <class V>
constexpr std::uint16_t kinds_stepping(Direction d) {
  return kinds_where<V>([](const KindInfo& k, Direction x) { return k.steps.has(x); }, d);
}

}  // namespace yari::attacks
