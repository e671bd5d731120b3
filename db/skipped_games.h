/// \file
/// Which damaged games a search for positions has left out.
#pragma once

#include <string>
#include <vector>

#include "db/database.h"

namespace yari {

/// A sentence for each damaged game that search, Database::find_position, and what is built on them
/// (explore, common_positions), came upon since the last call, in order of number. Hits
/// after the damage are not found; a next move that is not legal is given as Move::none().
std::vector<std::string> take_skipped_games(Database& database);

}  // namespace yari
