/// \file
/// Conditions of a query on headers, as SQL: games that cannot match are then never looked at.
#pragma once

#include <string>
#include <vector>

#include "db/query/plan.h"
#include "db/store/sqlite/connection.h"

namespace yari {

/// A condition on the columns of `games` that every game fulfils for which all of `conditions`
/// hold; "1" where nothing can be said. Names are compared once each, and not once a game.
std::string header_sql(Connection& connection,
                       const std::vector<query::HeaderCondition>& conditions);

}  // namespace yari
