/// \file
/// The words of records for results and endings, mapped to ours.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/outcome.h"

namespace yari {

/// What words say about how a game ended.
struct StatedOutcome {
  /// No value where the words do not say who won.
  std::optional<GameResult> result;
  Ending ending = Ending::unknown;
  /// What follows a result and is not understood, or contradicts it.
  std::string_view rest;
};

/// Reads a result and an ending word after it: "1-0", "0 - 1", "1–0", "0:1", "½-½", "1/2", "*",
/// "1-0 resign", "Black wins", "Sente won on time", "White resigned", "先手勝ち", "後手投了",
/// "sennichite", ignoring case.
///
/// No value where the text begins with neither. "+-" and "1-1" say nothing for certain.
std::optional<StatedOutcome> read_outcome(std::string_view words);

/// Takes a result in points off the front of `text`: "1-0", "0 – 1", "½-½", a lone "1/2", or "*"
/// for one that is not known. No value, and nothing taken, where there is none.
std::optional<GameResult> take_score(std::string_view& text);

/// An ending in words ("White resigns", "sennichite", "time forfeit", "mate"), ignoring case.
///
/// The result is known only where the words say who won or lost, or where the ending is a draw;
/// result_for (ending_words.h) finds it from the position otherwise. No value for other words.
std::optional<Outcome> outcome_in_words(std::string_view words);

/// What the whole of `words` says about the end of a game: an ending, a result, or both. No value
/// where they say neither, or more, and for a score that is torn apart: "1 -0".
std::optional<Outcome> outcome_said(std::string_view words);

/// The header that says how a game ended, as it is written.
inline constexpr std::string_view result_header = "結果";
/// What a header of KIF or JKF says about the end of a game: 結果, 対局結果, 勝敗. No value for
/// headers of another name, and where outcome_said has none.
std::optional<Outcome> outcome_of_header(std::string_view name, std::string_view value);
/// Words that outcome_said reads as `outcome`: "先手の勝ち", "1-0 timeout". Empty where there are
/// none.
std::string words_of(const Outcome& outcome);

/// What words that stand alone in the place of a move say with `side` to move, whatever the format
/// they are of: "投了", "%TORYO" in any case, "rep_draw", "White resigns", "Jishogi", which is the
/// draw that 持将棋 is.
std::optional<Outcome> ending_in_any_words(std::string_view words, Color side);

}  // namespace yari
