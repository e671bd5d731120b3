/// \file
/// What a puzzle is about: known from its moves alone, no engine is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/move.h"
#include "rules/setup.h"

namespace yari {

/// Of the moves of the side to move first; docs/annotation.md explains each.
enum class PuzzleTheme : std::uint8_t {
  mate,       ///< the line mates
  fork,       ///< a move attacks two pieces that it is good to take
  pin,        ///< a move pins a piece to its general
  sacrifice,  ///< a move gives material away
  promotion,
  drop,
};
inline constexpr int puzzle_theme_count = 6;

/// "fork".
std::string_view name(PuzzleTheme theme);
/// No value for any other word.
std::optional<PuzzleTheme> puzzle_theme_named(std::string_view word);

/// The themes of a line, in order. `mate`: the line mates. Requires: every move is legal where it
/// is played.
std::vector<PuzzleTheme> puzzle_themes(const Setup& position, const std::vector<Move>& line,
                                       bool mate);

}  // namespace yari
