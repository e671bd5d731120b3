/// \file
/// Moves as people type them: 7g7f, P-7f or ７六歩, one after the other.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "rules/move.h"
#include "rules/setup.h"
#include "text/result.h"

namespace yari {

/// Reads legal moves from `start` on, in USI, Hodges notation in any case and with words for pieces
/// ("pawn to 2f"), or Japanese notation, for which `last_target` is where the last move before them
/// ended (同歩); blanks stand between them, numbers ("1.", "1:", "１．")
/// and ▲△☗☖ may stand before them. An error names the legal move that is spelled most alike.
///
/// Error::offset is the byte in `text`. Requires: `start` is valid.
Result<std::vector<Move>> read_typed_moves(std::string_view text, const Setup& start,
                                           std::optional<Square> last_target = std::nullopt);

/// Where the last of the moves ended; no value where there is none.
inline std::optional<Square> last_target_of(const std::vector<Move>& moves) {
  return moves.empty() ? std::nullopt : std::optional(moves.back().to());
}

}  // namespace yari
