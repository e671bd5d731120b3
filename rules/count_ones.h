/// \file
/// Counting the bits of a word, fast on x86-64 processors of any age.
///
/// Programs for every x86-64 processor may not use the instruction POPCNT unasked, and
/// std::popcount is then a call of the compiler's library. Code that counts often asks
/// has_count_instruction() once and takes the faster way.
#pragma once

#include <bit>
#include <cstdint>

namespace yari {

#if defined(__x86_64__) && !defined(__POPCNT__)

/// How many bits of `bits` are set, without POPCNT.
constexpr int count_ones(std::uint64_t bits) {
  constexpr std::uint64_t in_each_byte = ~std::uint64_t{0} / 255;
  bits -= bits >> 1 & 0x55 * in_each_byte;
  bits = (bits & 0x33 * in_each_byte) + (bits >> 2 & 0x33 * in_each_byte);
  return static_cast<int>(((bits + (bits >> 4)) & 0x0F * in_each_byte) * in_each_byte >> 56);
}

inline bool has_count_instruction() { return __builtin_cpu_supports("popcnt") != 0; }

/// The same with POPCNT. Requires: has_count_instruction().
///
/// An assembler line, because g++ does not inline a function that is compiled for another
/// processor.
inline int count_ones_by_instruction(std::uint64_t bits) {
  std::uint64_t ones;
  asm("popcntq %1, %0" : "=r"(ones) : "r"(bits) : "cc");
  return static_cast<int>(ones);
}

#else

constexpr int count_ones(std::uint64_t bits) { return std::popcount(bits); }
/// The compiler has taken the fastest way already.
constexpr bool has_count_instruction() { return false; }
constexpr int count_ones_by_instruction(std::uint64_t bits) { return std::popcount(bits); }

#endif

}  // namespace yari
