/// \file
/// The list of ratings as rows, and what was left out of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/reports/rating_list.h"
#include "notation/json/object.h"

namespace yari {

/// `place`, `player`, `rating`, `deviation`, `low` and `high` (between which the strength lies with
/// a chance of 95 %), `volatility`, `games`, `last_date`.
std::vector<std::string> rating_columns();
/// Players with `least_games` or more; at most `limit`.
std::vector<std::vector<Value>> rating_rows(const RatingList& list, int least_games,
                                            std::optional<std::size_t> limit);

/// "3 games left out: no result": a sentence for each reason. `option` is how handicaps are given a
/// value.
std::vector<std::string> games_left_out(const RatingList& list, std::string_view option);

}  // namespace yari
