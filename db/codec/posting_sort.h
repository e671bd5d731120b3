/// \file
/// Sorting postings that come in order of games: by key, in linear time.
#pragma once

#include <vector>

#include "db/codec/posting_block.h"

namespace yari {

/// Sorts by key and keeps the order of equal keys. Takes as much memory again while it runs.
void sort_by_key(std::vector<Posting>& postings);

}  // namespace yari
