/// \file
/// Boards as text: drawn for terminals, and read in every form that people paste.
#pragma once

#include <string>
#include <string_view>

#include "rules/result.h"
#include "rules/setup.h"

namespace yari {

enum class BoardStyle : std::uint8_t { western, kanji };

/// The board, both hands and the side to move, ready to print; lines end with a newline.
///
/// Pieces are Hodges letters ("+YR") or kanji; White's carry a `v` in front. White's side is on
/// top. What this draws, read_diagram reads back to an equal Setup.
std::string draw_board(const Setup& setup, BoardStyle style = BoardStyle::western);

}  // namespace yari
