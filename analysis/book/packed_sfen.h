/// \file
/// A position of Shogi in 32 bytes, as YaneuraOu and cshogi pack it.
///
/// The side to move (1 bit), the kings' squares (7 bits each), then every other square, the hands
/// of Black and of White, and the pieces that are in neither, each in a prefix code. A piece costs
/// the same wherever it is, so that 40 pieces are always 256 bits. The first bit is the lowest of
/// the first byte. Source: YaneuraOu's documents on PackedSfen.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "rules/setup.h"
#include "text/result.h"

namespace yari {

inline constexpr std::size_t packed_sfen_size = 32;

/// 32 bytes; no value where a king is missing. Requires: a valid position of Shogi.
std::optional<std::string> pack_sfen(const Setup& position);
/// The position, with move number 1, which need not be valid. Requires: 32 bytes.
/// Fails where they are no position.
Result<Setup> unpack_sfen(std::string_view bytes);

}  // namespace yari
