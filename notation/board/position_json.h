/// \file
/// Positions and moves as JSON objects: what the API of `yari serve` and the WebAssembly module
/// answer.
///
/// Who looks into one includes <nlohmann/json.hpp>.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "notation/format.h"
#include "rules/outcome.h"

namespace yari {

/// A move in every notation: `usi`, `move` (Hodges) and `japanese`. `last_target` is where the last
/// move ended. Requires: the move is legal.
template <class V>
nlohmann::ordered_json move_names(const Position<V>& position, Move move,
                                  std::optional<Square> last_target);
/// `moves` one after the other, each as move_names gives it, played after `before`. Requires: the
/// start is valid, and all moves are legal.
nlohmann::ordered_json line_json(const Setup& start, const std::vector<Move>& before,
                                 const std::vector<Move>& moves);
/// The position after `moves`: `variant`, `sfen`, `side`, `in_check`, `legal_moves` (their number),
/// `occurrences`, `result` and `ending`, as `board --json` prints them; `start`, `handicap`, `line`
/// (the moves that led here) and `moves`, the legal moves. Requires: as above.
nlohmann::ordered_json position_json(const Setup& start, const std::vector<Move>& moves,
                                     RuleSet rules = RuleSet::standard);
/// An array of `line`, `column`, `severity`, `message`, `excerpt` and `caret`, as `check --json`
/// prints them.
nlohmann::ordered_json findings_json(const std::vector<Diagnostic>& findings);

}  // namespace yari
