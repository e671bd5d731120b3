/// \file
/// Where the two games begin.
#pragma once

#include <string_view>

#include "rules/setup.h"
#include "text/result.h"

namespace yari {

/// The start without a handicap.
const Setup& start_setup(Variant v);

/// Reads "startpos", which USI has for start_setup(), or what read_sfen() reads.
Result<Setup> read_start(std::string_view text, Variant v);

}  // namespace yari
