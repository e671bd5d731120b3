/// \file
/// Moves and scores as results show them.
#pragma once

#include <string>
#include <vector>

#include "analysis/engine/engine.h"

namespace yari::cli {

/// "P-7f P-3d ...", played from `from`.
std::string hodges_line(const GamePosition& from, const std::vector<Move>& moves);

/// "+0.35" in Yari Shogi, "+35" in Shogi.
std::string centipawns_text(int centipawns, Variant v);

/// "-1.20", "-120", "mate in 3", "mated in 2" (plies), from the side to move.
std::string score_text(const Score& score, Variant v);

}  // namespace yari::cli
