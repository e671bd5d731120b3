/// \file
/// A player's numbers as a table for the terminal.
#pragma once

#include <string>

#include "answers/profile_sums.h"

namespace yari::cli {

/// A row for all games, each colour, each year and the most played openings; then what they mean.
std::string profile_text(const Profile& profile);

}  // namespace yari::cli
