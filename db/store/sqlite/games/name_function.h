/// \file
/// Names compared in SQL as everywhere else: `name_matches(CONDITION, NAME)`.
#pragma once

#include "db/store/sqlite/file/connection.h"

namespace yari {

/// Makes query::name_matches known to a connection. Throws DatabaseError.
void register_name_matches(Connection& connection);

}  // namespace yari
