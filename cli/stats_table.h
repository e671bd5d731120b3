/// \file
/// `yari stats --by FIELD`: results in groups.
#pragma once

#include <string>
#include <vector>

#include "cli/data_table.h"
#include "db/database.h"

namespace yari::cli {

/// The fields that games can be grouped by: "handicap", "rating", "length", "year", "ending".
std::vector<std::string> stats_fields();

/// A row for each group: games, results, Black's share of the points and mean plies.
///
/// `rating` is Black's rating less White's, by steps of 100, of games whose tags give both;
/// `length` goes by steps of 20 plies. Requires: `field` is one of stats_fields().
DataTable results_by(Database& database, const std::string& field, const GameFilter& filter);

}  // namespace yari::cli
