/// \file
/// The words in which the moves of a Hodges or PSN record say how the game ended.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "notation/hodges/lexer.h"
#include "rules/outcome.h"

namespace yari {

/// "White resigns", and where it stands in the record.
struct EndingPhrase {
  std::size_t begin = 0;
  std::size_t end = 0;
  /// Its ending is unknown in "White wins", its result in "resigns".
  Outcome outcome;
};

/// The longest phrase of up to five words from `word` on that says how the game ended.
std::optional<EndingPhrase> ending_phrase(std::string_view text, const HodgesToken& word);

/// What says that the move before `lexer` was illegal and ended the game: words or a comment right
/// behind it, numbers, glyphs and other comments aside.
std::optional<EndingPhrase> illegal_move_phrase(std::string_view text, HodgesLexer lexer);

}  // namespace yari
