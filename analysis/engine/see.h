/// \file
/// Static exchange evaluation: what a series of captures on one square comes to.
#pragma once

#include "rules/position.h"

namespace yari {

/// Whether `m` and the captures that follow on its target square gain at least `threshold`
/// centipawns for the mover, both sides taking with their least piece and free to stop.
///
/// A captured piece counts twice, lost on the board and gained in hand; a dropped piece can be lost
/// like any other. Pins are ignored. Source: Chess Programming Wiki, "Static Exchange Evaluation".
/// Requires: p.is_legal(m).
template <class V>
bool see_at_least(const Position<V>& p, Move m, int threshold);

}  // namespace yari
