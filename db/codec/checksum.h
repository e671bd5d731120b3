/// \file
/// The checksum of blobs: what was read is what was written, where it was written.
#pragma once

#include <cstdint>
#include <optional>

#include "db/codec/bytes.h"

namespace yari {

/// 32 bits of XXH3 (https://xxhash.com), mixed with `place`: the same bytes in another place have
/// another sum. On disk: never change.
std::uint32_t checksum(std::uint64_t place, ByteView data);

/// Appends the checksum of `data` to it: four bytes, the lowest first.
void add_checksum(std::uint64_t place, Bytes& data);
/// What add_checksum was given; no value when the last four bytes are not its checksum.
std::optional<ByteView> without_checksum(std::uint64_t place, ByteView data);

}  // namespace yari
