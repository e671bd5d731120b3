/// \file
/// A move in 16 bits, the same for both games.
#pragma once

#include <cstdint>

#include "rules/piece.h"
#include "rules/square.h"

namespace yari {

/// A move on the board or a drop.
///
/// Bits 0-6 hold the target square, bits 7-13 the origin square or the kind dropped, bit 14 a
/// promotion, bit 15 a drop. Games are stored with these 16 bits: never change.
class Move {
 public:
  constexpr Move() = default;

  static constexpr Move board(Square from, Square to, bool promotes = false) {
    return from_bits(
        static_cast<std::uint16_t>(to.index() | from.index() << 7 | (promotes ? promotes_bit : 0)));
  }
  static constexpr Move drop(Kind kind, Square to) {
    return from_bits(static_cast<std::uint16_t>(to.index() | index(kind) << 7 | drop_bit));
  }
  /// No move: from a square to itself, which no piece can play.
  static constexpr Move none() { return {}; }

  constexpr std::uint16_t bits() const { return bits_; }
  /// Any 16 bits make a Move; Position::is_legal says whether it can be played.
  static constexpr Move from_bits(std::uint16_t bits) {
    Move m;
    m.bits_ = bits;
    return m;
  }

  constexpr bool is_drop() const { return (bits_ & drop_bit) != 0; }
  constexpr bool promotes() const { return (bits_ & promotes_bit) != 0; }
  constexpr Square to() const { return Square(bits_ & 0x7F); }
  /// Requires: not a drop.
  constexpr Square from() const { return Square(bits_ >> 7 & 0x7F); }
  /// Requires: a drop.
  constexpr Kind dropped() const { return Kind(bits_ >> 7 & 0xF); }
  constexpr explicit operator bool() const { return bits_ != 0; }

  constexpr bool operator==(const Move&) const = default;

 private:
  static constexpr std::uint16_t promotes_bit = 1 << 14;
  static constexpr std::uint16_t drop_bit = 1 << 15;
  std::uint16_t bits_ = 0;
};

}  // namespace yari
