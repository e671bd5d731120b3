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

/// What "TORYO" says with `side` to move; no value for unknown words. ILLEGAL_MOVE means a move
/// that was not written down, by `side`; right after an illegal move it means that one.
std::optional<Outcome> csa_outcome(std::string_view word, Color side);

/// What a server says with "#TIME_UP", and `side` to move; no value for unknown words. JISHOGI
/// answers a declaration, which is then the side's that is to move; ILLEGAL_ACTION and
/// OUTE_SENNICHITE do not say who lost.
std::optional<Outcome> csa_server_outcome(std::string_view word, Color side);

/// How the line with a server's summary begins: "'summary:toryo:NAME lose:NAME win".
inline constexpr std::string_view csa_summary_mark = "'summary:";
/// What a summary line says of a game between `black` and `white`. Servers name Black first; where
/// the names say otherwise, they count. Requires: it begins with csa_summary_mark.
Outcome csa_summary(std::string_view line, std::string_view black, std::string_view white);

}  // namespace yari
