/// \file
/// Games for the tests of drawings and pages, made by the program itself.
#pragma once

#include "record/game.h"

namespace yari::test {

/// A game of the built-in engine against itself, 40 to 100 plies with a random move now and then,
/// annotated; one with a blunder at least, whatever the engine learns.
Game annotated_game(const Setup& start, unsigned seed);

/// A score from Black's view as a record keeps it.
Evaluation evaluation(int score, bool mate = false);

/// A short Yari Shogi game without evaluations: comments, glyphs, clocks and variations inside
/// variations.
Game plain_game();

/// Text that would do harm in a page or a drawing if it were taken for anything but text.
inline constexpr std::string_view hostile_text =
    "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
    "\xE2\x80\xA8\xE2\x80\xA9<!-- ]]> & &lt; \"double\" 'single' \\u003c {{x}} @DATA@ @TITLE@";

/// plain_game() with hostile_text wherever a record can hold text.
Game hostile_game();

}  // namespace yari::test
