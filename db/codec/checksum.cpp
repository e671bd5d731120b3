// The only file that includes xxHash, a large header.
#include "db/codec/checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace yari {

std::uint32_t checksum(std::uint64_t place, ByteView data) {
  return static_cast<std::uint32_t>(XXH3_64bits_withSeed(data.data(), data.size(), place));
}

}  // namespace yari
