/// \file
/// What stands around moves and endings in a line of KIF or KI2.
#pragma once

#include <cstdint>
#include <string_view>

#include "rules/variant.h"

namespace yari {

/// Takes blanks and what books put between two moves: "、", "…", "/".
void skip_between_moves(std::string_view& text);
/// Takes "！？", "!" and the like off the front: the number of the glyph, 0 where there is none.
std::uint8_t take_kif_glyph(std::string_view& text);
/// True for a line of nothing but moves: "７六歩 ３四歩", "７六歩(77)".
bool is_bare_moves(std::string_view line);
/// A line up to its time or another parenthesis.
std::string_view before_parenthesis(std::string_view line);
/// "反則負け（二歩）": takes what is no time and stands in parentheses behind an ending.
std::string_view take_parenthesis(std::string_view& text);
/// A word holds a move or the remains of one: a square, a piece, destroyed bytes. "256手で引き分け"
/// does not.
bool has_square(std::string_view word, Variant v);

}  // namespace yari
