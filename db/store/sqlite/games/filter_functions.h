/// \file
/// What SQL asks of tags and notes, which lie in blobs: `ratings_between(LAYOUT, VALUES, LOW,
/// HIGH)`, `is_round(LAYOUT, VALUES, ROUND)` and `has_evaluations(NOTES)`.
#pragma once

#include <string>
#include <string_view>

#include "db/store/sqlite/file/connection.h"

namespace yari {

/// Makes the functions known to a connection. Throws DatabaseError.
void register_filter_functions(Connection& connection);

/// The condition on a game, for its columns of tags; never NULL. `range` is "LOW, HIGH".
std::string ratings_sql(std::string_view layout_column, std::string_view values_column,
                        std::string_view range = "?, ?");

/// The same for the tag Round, which is a parameter.
std::string round_sql(std::string_view layout_column, std::string_view values_column);

}  // namespace yari
