// The places of moves and notes differ, so that one cannot stand for the other.
#include "db/codec/record_sums.h"

#include "db/codec/checksum.h"

namespace yari {

std::uint32_t sum_of_moves(const RecordPlace& place, ByteView moves) {
  const auto game = static_cast<std::uint64_t>(place.game);
  const auto start = static_cast<std::uint64_t>(place.start) * 0x9E3779B97F4A7C15;
  return checksum((game << 2 | static_cast<std::uint64_t>(place.variant)) + start, moves);
}

std::uint32_t sum_of_notes(std::int64_t game, ByteView notes) {
  return checksum(static_cast<std::uint64_t>(game) << 2 | 2, notes);
}

}  // namespace yari
