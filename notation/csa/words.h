/// \file
/// The words CSA has for pieces and endings; JKF uses the same.
#pragma once

#include <optional>
#include <string_view>

#include "record/game.h"
#include "rules/outcome.h"
#include "rules/piece.h"
#include "rules/variant.h"

namespace yari {

/// "FU" is the pawn; no value for other letters. Yari Shogi, in JKF alone: FU KE KA HI OU, promoted
/// TO NK UM RY.
std::optional<Kind> csa_kind(std::string_view word, Variant v);
std::string_view csa_word(Kind kind, Variant v);

/// What "TORYO" says with `side` to move; no value for unknown words.
///
/// ILLEGAL_MOVE means the move before it where that one was illegal (`after_illegal_move`): its
/// mover lost, and the result is left unknown for who knows the mover. Otherwise it means a move
/// that was not written down, by `side`.
std::optional<Outcome> csa_outcome(std::string_view word, Color side,
                                   bool after_illegal_move = false);

/// How the line with a server's summary begins: "'summary:toryo:NAME lose:NAME win".
inline constexpr std::string_view csa_summary_mark = "'summary:";
/// How a game ended by its summary line; unknown for other lines and words.
Ending csa_summary_ending(std::string_view line);
/// Puts into `game`, whose tags and ending are read, what only a summary line says.
///
/// The game's own ending wins; the summary decides only who made an illegal move, who won where the
/// ending is the same and gives no result, and that a declaration failed. False: it contradicts the
/// game's result.
bool take_csa_summary(Game& game, std::string_view line);

}  // namespace yari
