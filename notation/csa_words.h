/// \file
/// The words CSA has for pieces and endings; JKF uses the same.
#pragma once

#include <optional>
#include <string_view>

#include "rules/outcome.h"
#include "rules/piece.h"
#include "rules/variant.h"

namespace yari {

/// "FU" is the pawn; no value for other letters. Yari Shogi, in JKF alone: FU KE KA HI OU, promoted
/// TO NK UM RY.
std::optional<Kind> csa_kind(std::string_view word, Variant v);
std::string_view csa_word(Kind kind, Variant v);

/// What "TORYO" says with `side` to move; no value for unknown words.
std::optional<Outcome> csa_outcome(std::string_view word, Color side);
/// The word from which csa_outcome gives `outcome` back; empty where there is none.
std::string_view csa_word(const Outcome& outcome, Color side);

}  // namespace yari
