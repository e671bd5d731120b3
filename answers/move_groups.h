/// \file
/// Rows of groups of moves, where answers/result_groups.h has groups of games.
#pragma once

#include <string>
#include <vector>

#include "db/reports/clock_mistakes.h"
#include "db/reports/move_counts.h"
#include "notation/json/object.h"

namespace yari {

/// The kinds that moved: game, piece, moves, drops, captures and promotions, each with its share in
/// percent.
std::vector<std::vector<Value>> piece_rows(const std::map<Variant, VariantCounts>& counts);

/// "10 s to 30 s", "60 min or more".
std::string clock_name(const ClockGroup& group);
/// Its name, moves, inaccuracies, mistakes, blunders, and how many of 100 moves are one of them.
std::vector<Value> clock_row(const ClockGroup& group);

}  // namespace yari
