/// \file
/// Engines' opinions as CSA files hold them, and KIF files of some programs.
#pragma once

#include <optional>
#include <string_view>

#include "record/game.h"
#include "rules/position.h"

namespace yari {

/// What "123 +7776FU -3334FU #4567", which follows `'** `, says at `position`: a score in
/// centipawns from Black's view, the moves expected, the nodes searched; no value for any other
/// text. A `%PASS` after the moves, as some engines write it, says nothing more.
///
/// The moves may begin with `played`, the one that led to `position` (GPS Shogi): it is left out.
/// Which of the two a line is, the sign of its first move says.
std::optional<Evaluation> read_csa_evaluation(std::string_view text,
                                              const Position<Shogi>& position,
                                              std::string_view played = {});

}  // namespace yari
