/// \file
/// What the scores of the networks in this folder mean in win chances: fitted with each network,
/// and fitted again when it changes (docs/annotation.md says how).
#pragma once

#include <cstdint>

#include "analysis/engine/win_chance.h"

namespace yari {

struct FittedChances {
  ChanceModel chances;
  /// FNV-1a of the weight file that they were fitted to; a test compares it with the file.
  std::uint64_t weights;
};

inline constexpr FittedChances fitted_to_yari{{0.00218, 0.05}, 0x63389dd11b9c5c84};
inline constexpr FittedChances fitted_to_shogi{{0.00143, 0.03}, 0xac7884e92b352826};

}  // namespace yari
