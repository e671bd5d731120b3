/// \file
/// What books in binary have in common: numbers with their lowest byte first, and how Apery numbers
/// the pieces, which YaneuraOu took over.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/by.h"
#include "rules/move.h"

namespace yari {

/// Appends the `sizeof(T)` bytes of a number.
template <class T>
void append_little_endian(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> 8 * i & 0xFF);
}

/// The number at byte `at`. Requires: the bytes are there.
template <class T>
T read_little_endian(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = sizeof(T); i > 0; --i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i - 1]);
  return static_cast<T>(value);
}

/// Two digits for each byte: sorts as the bytes do, and has no NUL.
inline std::string in_hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes)
    for (const int shift : {4, 0})
      out += "0123456789abcdef"[static_cast<unsigned char>(c) >> shift & 0xF];
  return out;
}

/// Pawn 1, lance 2, knight 3, silver 4, bishop 5, rook 6, gold 7, king 8; promoted 8 more.
constexpr int apery_number(Kind kind) {
  constexpr std::array<int, kind_count / 2> numbers{1, 2, 3, 4, 7, 5, 6, 8};
  return numbers[static_cast<std::size_t>(index(unpromoted(kind)))] + (is_promoted(kind) ? 8 : 0);
}

/// The kind in hand that has the number; no value when none has.
constexpr std::optional<Kind> held_kind_of(int number) {
  for (const Kind kind : holdable_kinds)
    if (apery_number(kind) == number) return kind;
  return std::nullopt;
}

/// Of a move, after shifting.
inline constexpr std::uint16_t square_bits = 0x7F;

/// No piece can play it, and no book means "none" by it.
inline constexpr Move impossible_move = Move::board(Square(0), Square(0), true);

}  // namespace yari
