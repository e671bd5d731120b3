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

}  // namespace yari
