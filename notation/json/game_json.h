/// \file
/// A game as a JSON object with its whole tree, and back.
#pragma once

#include "notation/json/object.h"
#include "record/game.h"
#include "text/result.h"

namespace yari {

/// All that a Game holds: `variant`, `rules`, `start` (SFEN), `handicap`, `tags` (pairs in their
/// order), `nodes`, `result`, `ending` and `unread`; and `moves`, the main line in USI.
///
/// `nodes[0]` is the start. Every other node has `parent`, the number of the node before it, and
/// `move`; the first child of a node goes on with its line, later ones are variations. Nodes have
/// `before`, `comment`, `glyphs`, `spent_ms`, `left_ms`, `evaluations` and `bookmark` where there
/// is something to say. Where the main line ends though moves follow, which are variations in the
/// place of the ending, `ended_at` is the number of its last node. wasm/index.d.ts has the types.
Json game_json(const Game& game);

/// The game of such an object; `moves` counts only where there are no `nodes`.
///
/// The error names the member and, in a node, its number. Moves must be legal.
Result<Game> read_game_json(const Json& json);

}  // namespace yari
