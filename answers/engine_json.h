/// \file
/// What engines find, as the API answers it and `--json` prints it (docs/json.md).
///
/// Who looks into one includes <nlohmann/json.hpp>.
#pragma once

#include "analysis/annotate/annotate.h"
#include "analysis/annotate/puzzle.h"
#include "analysis/engine/engine.h"
#include "analysis/mate/mate.h"
#include "answers/json.h"

namespace yari {

/// A score of `analysis`; null where the engine gave none.
Json score_json(const Analysis& analysis, const Score& score);
/// As `analyze` prints it, with the lines in Japanese too.
Json analysis_json(const Problem& problem, const Analysis& analysis, const std::string& engine);
/// As `mate` prints it.
Json mate_json(const Problem& problem, const MateResult& result);
/// As `puzzles` prints it; `ply` is its place in the game.
Json puzzle_json(const Puzzle& puzzle, GameId game, int ply);
/// Both players' numbers, every judged move, and the work done: as `annotate` prints it.
Json annotation_json(const Annotation& annotation);

/// "▲７六歩 △３四歩" from the problem's position. Requires: the moves are legal.
std::string japanese_line(const Problem& problem, const std::vector<Move>& moves);

}  // namespace yari
