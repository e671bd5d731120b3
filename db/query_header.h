/// \file
/// The conditions of a query on headers, asked of one game.
#pragma once

#include "db/query_matcher.h"

namespace yari::query {

bool holds(const HeaderTest& test, const HeaderView& header);

}  // namespace yari::query
