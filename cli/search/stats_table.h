/// \file
/// `yari stats --by FIELD`: games, moves and mistakes in groups.
#pragma once

#include <string>
#include <vector>

#include "analysis/report/svg_chart.h"
#include "cli/output/data_table.h"
#include "db/database.h"
#include "db/openings/opening_list.h"

namespace yari::cli {

/// A table and what `--svg` draws of it.
struct ChartedTable {
  DataTable table;
  BarChart chart;
};

/// The fields that games can be grouped by: "opening", "handicap", "rating", "length", "year",
/// "ending"; "piece" counts moves, "clock" mistakes.
std::vector<std::string> stats_fields();

/// A row for each group. Requires: `field` is one of stats_fields().
ChartedTable stats_by(Database& database, const std::string& field, const GameFilter& filter,
                      const openings::OpeningList& names);

/// Games, results, Black's share of the points and mean plies (answers/result_groups.h).
ChartedTable results_by(Database& database, const std::string& field, const GameFilter& filter,
                        const openings::OpeningList& names);
/// What each kind of piece does: moves, drops, captures, promotions.
ChartedTable moves_by_piece(Database& database, const GameFilter& filter);
/// The judgements of annotated games by the time left on the mover's clock.
ChartedTable mistakes_by_clock(Database& database, const GameFilter& filter);

}  // namespace yari::cli
