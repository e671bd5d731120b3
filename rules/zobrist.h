/// \file
/// The random numbers that position keys are made of. On disk through the keys: never change.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "rules/by.h"
#include "rules/piece.h"
#include "rules/square.h"
#include "rules/variant.h"

namespace yari {

/// The next number of the splitmix64 sequence. Source: Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// A key is the exclusive or of `variant`, of `board` for every piece, of `hand` for every kind
/// held, and of `white_to_move` when White is to move (Zobrist 1970).
///
/// The numbers are drawn in the order of the members from splitmix64 seeded with the variant's
/// number plus one.
struct Zobrist {
  static constexpr int max_held = 18;

  std::uint64_t variant = 0;
  std::uint64_t white_to_move = 0;
  ByPiece<ByAnySquare<std::uint64_t>> board{};
  /// By the number held; none held is 0.
  ByColor<ByHandKind<std::array<std::uint64_t, max_held + 1>>> hand{};

  /// The number for `n` pieces in hand; more than max_held, which no set holds, share one number.
  constexpr std::uint64_t held(Color c, Kind k, int n) const {
    return hand[c][k][static_cast<std::size_t>(std::min(n, max_held))];
  }
  /// How a key changes when a hand goes from `n` pieces of a kind to `n + by`.
  constexpr std::uint64_t held_change(Color c, Kind k, int n, int by) const {
    return held(c, k, n) ^ held(c, k, n + by);
  }

  constexpr explicit Zobrist(Variant v) {
    std::uint64_t state = static_cast<std::uint64_t>(v) + 1;
    variant = splitmix64(state);
    white_to_move = splitmix64(state);
    for (auto& squares : board) {
      for (auto& number : squares) number = splitmix64(state);
    }
    for (auto& kinds : hand) {
      for (auto& counts : kinds) {
        for (std::size_t n = 1; n < counts.size(); ++n) counts[n] = splitmix64(state);
      }
    }
  }
};

template <class V>
inline constexpr Zobrist zobrist{V::info.variant};

}  // namespace yari
