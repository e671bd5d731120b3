/// \file
/// Positions, moves and findings as JSON: one form for the command line, the API, and WebAssembly.
///
/// Who looks into one includes <nlohmann/json.hpp>.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "notation/format.h"
#include "notation/json/object.h"
#include "rules/outcome.h"

namespace yari {

/// "▲７六歩". `last_target` is where the last move ended. Requires: the move is legal.
template <class V>
std::string japanese_move(const Position<V>& position, Move move,
                          std::optional<Square> last_target);
/// A move in every notation: `usi`, `move` (Hodges) and `japanese`. As above.
template <class V>
Json move_names(const Position<V>& position, Move move, std::optional<Square> last_target);
/// The moves in USI.
std::vector<std::string> usi_texts(Variant v, const std::vector<Move>& moves);
/// `moves` one after the other, each as move_names gives it, played after `before`. Requires: the
/// start is valid, and all moves are legal.
Json line_json(const Setup& start, const std::vector<Move>& before, const std::vector<Move>& moves);
/// The legal moves after `moves`, as move_names gives them, with `capture`, `promotion`, `drop` and
/// `check`. Requires: as above.
Json legal_moves_json(const Setup& start, const std::vector<Move>& moves, RuleSet rules = {});
/// The position after `moves`: `variant`, `sfen`, `side`, `in_check`, `legal_moves` (their number),
/// `occurrences`, `result`, `ending`, `entered` (the sides whose generals stand in their promotion
/// zones), and `black_points` and `white_points`, those of an impasse. Requires: as above.
Json board_json(const Setup& start, const std::vector<Move>& moves, RuleSet rules = {});
/// The same with `start`, `handicap`, `line` (the moves that led here) and `moves`, the legal ones.
Json position_json(const Setup& start, const std::vector<Move>& moves, RuleSet rules = {});
/// `line`, `column`, `severity`, `message`, `excerpt` and `caret`.
Json finding_json(const Diagnostic& finding);
/// An array of these.
Json findings_json(const std::vector<Diagnostic>& findings);
/// {"cp": 35} or {"mate": 3}.
Json score_json(int score, bool mate);

}  // namespace yari
