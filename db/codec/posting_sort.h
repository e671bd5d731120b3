/// \file
/// Sorting postings that come in order of games: by key, in linear time.
#pragma once

#include <vector>

#include "db/codec/posting_block.h"

namespace yari {

/// Sorts by key and keeps the order of equal keys. `scratch` is given room for as many postings,
/// and keeps it for the next call.
void sort_by_key(std::vector<Posting>& postings, std::vector<Posting>& scratch);

}  // namespace yari
