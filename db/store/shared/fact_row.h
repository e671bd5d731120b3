/// \file
/// What is counted of a game, from its row in the table of games.
#pragma once

#include <algorithm>

#include "db/codec/position_counts.h"
#include "db/store/shared/row_numbers.h"

namespace yari::store {

inline constexpr const char* fact_columns = "id, result, plies, date, black, white";

/// The facts in the present row, whose first columns are fact_columns.
template <class Row>
CountedGame read_facts(const Row& row) {
  return {.id = static_cast<std::uint32_t>(row.integer(0)),
          .result = enumeration_in<GameResult>(row, 1, result_count),
          .plies = static_cast<int>(row.integer(2)),
          .date = counted_date(row.integer(3)),
          .black = std::max<std::int64_t>(0, row.integer(4)),
          .white = std::max<std::int64_t>(0, row.integer(5))};
}

}  // namespace yari::store
