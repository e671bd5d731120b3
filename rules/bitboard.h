/// \file
/// A set of squares in one machine word: 64 bits for Yari Shogi, 128 for Shogi.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "rules/count_ones.h"
#include "rules/square.h"
#include "rules/variant.h"

namespace yari {

__extension__ using Uint128 = unsigned __int128;

/// An ordered set of squares: `|` union, `&` intersection, `-` difference, `^` symmetric
/// difference.
///
/// Bit n is Square(n). Iteration goes from low to high: `for (Square s : set)`.
template <class V>
class Bitboard {
 public:
  static constexpr int square_count = V::files * rank_count;
  using Word = std::conditional_t<square_count <= 64, std::uint64_t, Uint128>;

  constexpr Bitboard() = default;
  constexpr explicit Bitboard(Word bits) : bits_(bits) {}
  constexpr explicit Bitboard(Square s) : bits_(Word{1} << s.index()) {}

  static constexpr Bitboard none() { return {}; }
  static constexpr Bitboard all() { return Bitboard((Word{1} << square_count) - 1); }
  static constexpr Bitboard file(int f) { return Bitboard(Word{0x1FF} << (f * rank_count)); }
  static constexpr Bitboard rank(int r) {
    Word bits = 0;
    for (int f = 0; f < V::files; ++f) bits |= Word{1} << (f * rank_count + r);
    return Bitboard(bits);
  }
  /// The `n` ranks farthest from `c`: 1 is the last rank, 3 the promotion zone.
  static constexpr Bitboard far_ranks(Color c, int n) {
    Bitboard set;
    for (int r = 0; r < n; ++r) set |= rank(rank_from_far_side(c, r));
    return set;
  }

  constexpr Word bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr explicit operator bool() const { return bits_ != 0; }
  constexpr bool has(Square s) const { return (bits_ >> s.index() & 1) != 0; }
  constexpr bool has_several() const { return (bits_ & (bits_ - 1)) != 0; }
  constexpr int count() const { return count_by(count_ones); }
  /// The same; `ones` counts the bits of a word.
  template <class Ones>
  constexpr int count_by(Ones ones) const {
    if constexpr (sizeof(Word) == 8) {
      return ones(bits_);
    } else {
      return ones(low()) + ones(high());
    }
  }
  /// The lowest square. Requires: not empty.
  constexpr Square first() const {
    if constexpr (sizeof(Word) == 8) {
      return Square(std::countr_zero(bits_));
    } else {
      return Square(low() != 0 ? std::countr_zero(low()) : 64 + std::countr_zero(high()));
    }
  }
  /// The highest square. Requires: not empty.
  constexpr Square last() const {
    if constexpr (sizeof(Word) == 8) {
      return Square(63 - std::countl_zero(bits_));
    } else {
      return Square(high() != 0 ? 127 - std::countl_zero(high()) : 63 - std::countl_zero(low()));
    }
  }

  constexpr Bitboard operator|(Bitboard o) const { return Bitboard(bits_ | o.bits_); }
  constexpr Bitboard operator&(Bitboard o) const { return Bitboard(bits_ & o.bits_); }
  constexpr Bitboard operator^(Bitboard o) const { return Bitboard(bits_ ^ o.bits_); }
  constexpr Bitboard operator-(Bitboard o) const { return Bitboard(bits_ & ~o.bits_); }
  constexpr Bitboard operator~() const { return all() - *this; }
  constexpr Bitboard& operator|=(Bitboard o) {
    bits_ |= o.bits_;
    return *this;
  }
  constexpr Bitboard& operator&=(Bitboard o) {
    bits_ &= o.bits_;
    return *this;
  }
  constexpr Bitboard& operator^=(Bitboard o) {
    bits_ ^= o.bits_;
    return *this;
  }
  constexpr Bitboard& operator-=(Bitboard o) {
    bits_ &= ~o.bits_;
    return *this;
  }
  constexpr bool operator==(const Bitboard&) const = default;

  /// Every square of the set moved one step on the board; those that leave it are lost.
  template <Direction D>
  constexpr Bitboard shifted() const {
    constexpr Step step = step_of(D);
    constexpr int offset = step.file * rank_count + step.rank;
    constexpr Word kept = stays_on_board(step);
    if constexpr (offset > 0) {
      return Bitboard((bits_ & kept) << offset);
    } else {
      return Bitboard((bits_ & kept) >> -offset);
    }
  }

  class Iterator {
   public:
    using value_type = Square;
    using difference_type = std::ptrdiff_t;
    constexpr explicit Iterator(Word bits) : bits_(bits) {}
    constexpr Square operator*() const { return Bitboard(bits_).first(); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr bool operator!=(const Iterator& o) const { return bits_ != o.bits_; }

   private:
    Word bits_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  constexpr std::uint64_t low() const { return static_cast<std::uint64_t>(bits_); }
  constexpr std::uint64_t high() const { return static_cast<std::uint64_t>(bits_ >> 64); }

  /// The squares from which `step` does not leave the board.
  static constexpr Word stays_on_board(Step step) {
    Word bits = 0;
    for (int f = 0; f < V::files; ++f) {
      for (int r = 0; r < rank_count; ++r) {
        const bool on_file = f + step.file >= 0 && f + step.file < V::files;
        const bool on_rank = r + step.rank >= 0 && r + step.rank < rank_count;
        if (on_file && on_rank) bits |= Word{1} << (f * rank_count + r);
      }
    }
    return bits;
  }

  Word bits_ = 0;
};

}  // namespace yari
