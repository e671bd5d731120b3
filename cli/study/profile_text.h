/// \file
/// A player's profile as a table, with what is said below it.
#pragma once

#include <string>

#include "answers/profile_sums.h"
#include "cli/output/data_table.h"

namespace yari::cli {

/// A row for all games, for each colour, each year and each opening.
DataTable profile_table(const Profile& profile);
/// What the columns are, and what has no row.
std::string profile_notes(const Profile& profile);

}  // namespace yari::cli
