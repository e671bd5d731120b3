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

inline constexpr FittedChances fitted_to_yari{{0.00210, 0.05}, 0x679d09d14c513db1};
inline constexpr FittedChances fitted_to_shogi{{0.00170, 0.03}, 0xcb50105ebc98883d};

}  // namespace yari
