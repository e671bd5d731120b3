/// \file
/// The text after the tags of a Hodges or PSN record, cut into tokens; nothing here knows what is
/// legal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "notation/hodges/move_text.h"
#include "rules/outcome.h"
#include "text/text.h"

namespace yari {

/// What separates words: white space, and the `~` that PSN dumps write for a line end.
constexpr bool is_hodges_blank(char c) { return is_space(c) || c == '~'; }

/// A word of the text or a sign. The numbers of moves are none: the move has them.
struct HodgesToken {
  enum class Type : std::uint8_t {
    ellipsis,  ///< "...": the first player's move is left out
    move,      ///< `move` is what it says; `value` is the number right before it, 0 where none is
    glyph,     ///< "!?" or "$14"; `value` is its number, 256 where that is too large
    braces,    ///< a comment in braces, which knows escapes and commands
    comment,   ///< any other: "[text]", "; text", "# text" at the start of a line, "(75)"
    time,      ///< "( 0:05/00:01:30)"; `value` is the time spent, in milliseconds
    open,      ///< "("; `value` is the index of the ")" that closes it
    close,     ///< ")"
    result,    ///< "1-0", "0 - 1", "*"; `value` is the GameResult
    branch,    ///< "Variation:12": what follows is played again from move `value` on
    word,      ///< letters: perhaps how the game ended
    stray      ///< anything else
  };
  Type type;
  /// False for a comment whose end is missing.
  bool closed : 1 = true;
  /// A move that only read_spelled_move understands.
  bool spelled : 1 = false;
  MoveText move{};
  std::uint32_t value = 0;
  std::string_view text;

  /// What stands between the marks of a comment.
  std::string_view inside() const;
  /// Where the number of a move stands. Requires: it has one.
  std::string_view place_of_number() const;
};

/// The moves of a record.
struct ScannedMoves {
  std::vector<HodgesToken> tokens;
  /// What was not scanned, where there were more tokens than a record may have.
  std::string_view rest{};

  /// The index of the token that closes the variation opened at `i`, or how many tokens there are.
  std::size_t end_of_variation(std::size_t i) const { return tokens[i].value; }
};

/// Scans `text` from `at` to its end, or up to as many tokens as record_limits::words allows.
///
/// `~` is a line end, as PSN dumps write it; NULs are white space. Braces nest in comments where
/// they balance (`{a {b} c}`), and end at the first `}` where they do not.
ScannedMoves scan_moves(std::string_view text, std::size_t at);

/// Where a comment ends.
struct CommentEnd {
  std::size_t at = 0;
  bool closed = false;
};

/// Where the comment ends whose `{` or `[` stands at `at`. Escaped braces (`\}`) do not count.
///
/// A comment that is never closed ends before the next record: before a blank line and a tag, or
/// before a blank line and "1." where no `}` comes before the next `{`. No value: its end depends
/// on text that is not there yet, which `at_end` excludes.
std::optional<CommentEnd> end_of_comment(std::string_view text, std::size_t at, bool at_end);

/// The length of what begins a variation at `at`, "Variation:12" as Shogidokoro writes it or
/// "変化：12手", or 0; `number` is the move that is played again.
std::size_t branch_at(std::string_view text, std::size_t at, std::uint32_t& number);

/// The length of the result at `at` ("1-0", "0 - 1", "1:0", "1/2", "*"), or 0.
std::size_t result_at(std::string_view text, std::size_t at, GameResult& result);

}  // namespace yari
