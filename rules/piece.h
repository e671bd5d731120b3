/// \file
/// Kinds of piece, pieces with a colour, and pieces in hand.
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>

#include "rules/square.h"

namespace yari {

/// A kind of piece without colour; which piece it is, the variant says (rules/variant.h).
///
/// 0..7 are unpromoted, `8 + k` is the promoted form of `k`; 0 is the pawn and 7 the general or
/// king in both games. These numbers are on disk and in keys: never change.
enum class Kind : std::uint8_t {};

inline constexpr int kind_count = 16;
/// Kinds 0..6 can be in hand.
inline constexpr int hand_kind_count = 7;
inline constexpr Kind pawn{0};
/// The piece whose loss loses the game: the general of Yari Shogi, the king of Shogi.
inline constexpr Kind general{7};

constexpr int index(Kind k) { return static_cast<int>(k); }
constexpr bool is_promoted(Kind k) { return index(k) >= 8; }
constexpr Kind promoted(Kind k) { return Kind(index(k) | 8); }
constexpr Kind unpromoted(Kind k) { return Kind(index(k) & 7); }

/// A piece of one side, or no piece.
class Piece {
 public:
  constexpr Piece() = default;
  constexpr Piece(Color c, Kind k)
      : code_(static_cast<std::uint8_t>(index(c) * kind_count + index(k))) {}

  static constexpr Piece none() { return {}; }
  constexpr bool empty() const { return code_ == none_code; }
  /// Requires: not empty.
  constexpr Color color() const { return code_ < kind_count ? Color::black : Color::white; }
  /// Requires: not empty.
  constexpr Kind kind() const { return Kind(code_ % kind_count); }
  /// 0..31 (White's from 16), or 32 for no piece.
  constexpr int code() const { return code_; }

  constexpr bool operator==(const Piece&) const = default;

 private:
  static constexpr std::uint8_t none_code = 2 * kind_count;
  std::uint8_t code_ = none_code;
};

constexpr int index(Piece p) { return p.code(); }

/// How many pieces of each kind one side holds in hand; 0..255 each.
class Hand {
 public:
  constexpr int count(Kind k) const { return static_cast<int>(counts_ >> shift(k) & 0xFF); }
  constexpr bool has(Kind k) const { return count(k) != 0; }
  constexpr bool empty() const { return counts_ == 0; }
  /// Requires: `k` is 0..6 and the new count fits 0..255.
  constexpr void add(Kind k, int n = 1) { counts_ += static_cast<std::uint64_t>(n) << shift(k); }
  /// Requires: `k` is 0..6 and at least one is held.
  constexpr void remove(Kind k) { counts_ -= std::uint64_t{1} << shift(k); }

  constexpr bool operator==(const Hand&) const = default;

 private:
  static constexpr int shift(Kind k) { return 8 * index(k); }
  std::uint64_t counts_ = 0;
};

}  // namespace yari
