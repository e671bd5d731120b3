/// \file
/// The checksums of a stored game's record: its moves, and its notes.
#pragma once

#include <cstdint>

#include "db/codec/bytes.h"
#include "rules/variant.h"

namespace yari {

/// Where moves and notes belong: the game's number, its variant, and the number of its start in the
/// table of starts, 0 for the even one. A record that comes to stand elsewhere is noticed.
struct RecordPlace {
  std::int64_t game = 0;
  Variant variant = Variant::yari;
  std::int64_t start = 0;
};

/// The two halves of `records.sums`. On disk: never change.
std::uint32_t sum_of_moves(const RecordPlace& place, ByteView moves);
std::uint32_t sum_of_notes(std::int64_t game, ByteView notes);

/// Both as the number that is stored: the notes in the high half.
constexpr std::int64_t record_sums(std::uint32_t moves, std::uint32_t notes) {
  return static_cast<std::int64_t>(std::uint64_t{notes} << 32 | moves);
}
constexpr std::uint32_t moves_half(std::int64_t sums) { return static_cast<std::uint32_t>(sums); }
constexpr std::uint32_t notes_half(std::int64_t sums) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(sums) >> 32);
}

}  // namespace yari
