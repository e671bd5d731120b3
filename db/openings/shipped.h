/// \file
/// The list of openings that is part of the program.
#pragma once

#include <string_view>

namespace yari::openings {

/// The text of shogi.openings.
std::string_view shipped_openings();

}  // namespace yari::openings
