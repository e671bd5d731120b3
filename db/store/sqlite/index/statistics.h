/// \file
/// Counting what the tables hold.
#pragma once

#include "db/store/sqlite/index/posting_index.h"
#include "db/store/statistics.h"

namespace yari {

Statistics read_statistics(Connection& connection, PostingIndex& positions);

}  // namespace yari
