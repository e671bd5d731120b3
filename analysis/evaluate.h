/// \file
/// The static evaluation: what a quiet position is worth without looking ahead.
#pragma once

#include "rules/position.h"

namespace yari {

/// Centipawns from the side to move's view, strictly inside +-evaluation_bound.
template <class V>
int evaluate(const Position<V>& p);

}  // namespace yari
