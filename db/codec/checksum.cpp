// The only file that includes xxHash, a large header.
#include "db/codec/checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace yari {

std::uint32_t checksum(std::uint64_t place, ByteView data) {
  // Not as XXH3's own seed, which makes it prepare a table for every sum.
  const std::uint64_t mixed = XXH3_64bits(data.data(), data.size()) ^ place * 0x9E3779B97F4A7C15;
  return static_cast<std::uint32_t>(mixed * 0xD6E8FEB86659FD93 >> 32);
}

void add_checksum(std::uint64_t place, Bytes& data) {
  const std::uint32_t sum = checksum(place, data);
  ByteWriter(data).u32(sum);
}

std::optional<ByteView> without_checksum(std::uint64_t place, ByteView data) {
  constexpr std::size_t size = 4;
  if (data.size() < size) return std::nullopt;
  const ByteView rest = data.first(data.size() - size);
  if (ByteReader(data.subspan(rest.size())).u32() != checksum(place, rest)) return std::nullopt;
  return rest;
}

}  // namespace yari
