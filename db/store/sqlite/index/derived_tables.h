/// \file
/// Empties the tables that follow from the games, whatever is damaged in them.
#pragma once

#include "db/store/sqlite/index/count_table.h"
#include "db/store/sqlite/index/posting_index.h"

namespace yari {

/// Batch::clear_derived. Requires: an open write transaction.
bool empty_or_replace_derived(Connection& connection, PostingIndex& positions,
                              PostingIndex& contents, CountTable& counts);

}  // namespace yari
