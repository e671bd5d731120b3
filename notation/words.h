/// \file
/// The words of records for results and endings, dates and variants, mapped to ours.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/outcome.h"

namespace yari {

/// An ending in words ("White resigns", "sennichite", "time forfeit", "mate"), ignoring case.
///
/// The result is known only where the words say who won or lost, or where the ending is a draw;
/// result_for finds it from the position otherwise. No value for other words.
std::optional<Outcome> outcome_in_words(std::string_view words);

/// A result as records write it: "1-0", "1/2-1/2", "*", "draw", "Black wins"; no value if unknown.
std::optional<GameResult> result_in_words(std::string_view words);

/// Who won, when a game ended so with `side` to move; `unknown` where the ending does not tell.
GameResult result_for(Ending ending, Color side);

/// "yari", "Yari Shogi", "YariShogi", "shogi", "standard".
std::optional<Variant> variant_in_words(std::string_view words);

/// The game whose board has as many files as the first rank of an SFEN; no value for "startpos".
std::optional<Variant> variant_of_board(std::string_view sfen);

/// A date as "1995.08.23", unknown parts as '?': from "19950823", "1995-08-23", "1995/8/23",
/// "23 Aug 1995", "1995". What is not understood is returned unchanged.
std::string canonical_date(std::string_view text);

}  // namespace yari
