/// \file
/// The legal moves that give check, found without trying all the others.
#pragma once

#include "rules/position.h"

namespace yari {

/// Appends every legal move that gives check, once each; board moves before drops.
template <class V>
void checking_moves(const Position<V>& position, MoveList& list);

}  // namespace yari
