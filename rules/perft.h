/// \file
/// perft: counting the leaves of the tree of legal moves, the test of a move generator.
#pragma once

#include <cstdint>

#include "rules/position.h"

namespace yari {

/// The number of move sequences of `depth` plies; 1 for depth 0. The last ply is counted, not made.
template <class V>
std::uint64_t perft(const Position<V>& position, int depth);

extern template std::uint64_t perft(const Position<YariShogi>&, int);
extern template std::uint64_t perft(const Position<Shogi>&, int);

}  // namespace yari
