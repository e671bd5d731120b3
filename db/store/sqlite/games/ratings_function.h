/// \file
/// Ratings in tags, asked for in SQL: `ratings_between(LAYOUT, VALUES, LOW, HIGH)`.
#pragma once

#include <string>
#include <string_view>

#include "db/store/sqlite/file/connection.h"

namespace yari {

/// Makes query::RatingsAre known to a connection. Throws DatabaseError.
void register_ratings_between(Connection& connection);

/// The condition on a game, for its columns of tags; never NULL. `range` is "LOW, HIGH".
std::string ratings_sql(std::string_view layout_column, std::string_view values_column,
                        std::string_view range = "?, ?");

}  // namespace yari
