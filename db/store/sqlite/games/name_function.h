/// \file
/// Names compared in SQL as everywhere else: `name_matches(CONDITION, NAME)` and
/// `has_words(QUESTION, NAME)`.
#pragma once

#include "db/store/sqlite/file/connection.h"

namespace yari {

/// Makes query::name_matches and query::TextTest::in_name known to a connection. Throws
/// DatabaseError.
void register_name_matches(Connection& connection);

}  // namespace yari
