/// \file
/// What stands around moves and endings in a line of KIF or KI2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
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
/// "投了（時間切れ） ( 0:03/00:00:03)": the word, what stands in parentheses after it, and the rest.
std::array<std::string_view, 3> parts_of_ending(std::string_view line);
/// "2 △": a number, and the mark of a player after it.
bool numbers_mark(std::string_view text);
/// "投了 ( 0:03/00:00:03)", "White resigns": an ending without a number.
bool says_ending(std::string_view line);
/// 115 of "まで115手で先手の勝ち".
std::optional<std::size_t> count_in_footer(std::string_view footer);
/// "で青木の勝ち": a footer with the words for the sides in place of the names of the players.
std::string with_sides(std::string_view footer, std::string_view black, std::string_view white);

}  // namespace yari
