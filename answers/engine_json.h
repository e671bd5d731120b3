/// \file
/// What engines find, as the API answers it and `--json` prints it (docs/json.md).
///
/// Who looks into one includes <nlohmann/json.hpp>.
#pragma once

#include "analysis/annotate/annotate.h"
#include "analysis/annotate/ply_table.h"
#include "analysis/annotate/puzzle.h"
#include "analysis/engine/engine.h"
#include "analysis/mate/mate.h"
#include "answers/json.h"

namespace yari {

/// As `analyze` prints it.
Json analysis_json(const GamePosition& position, const Analysis& analysis,
                   const std::string& engine);
/// As `mate` prints it.
Json mate_json(const GamePosition& position, const MateResult& result);
/// As `puzzles` prints it; `ply` is its place in the game.
Json puzzle_json(const Puzzle& puzzle, GameId game, int ply);
/// Both players' numbers, every judged move, and the work done: as `annotate` prints it.
Json annotation_json(const Annotation& annotation);
/// A move of a game, as `export --to jsonl` prints it.
Json ply_json(GameId game, const Game& record, const PlyRow& row);

}  // namespace yari
