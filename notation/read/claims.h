/// \file
/// Everything that says how a recorded game ended, and the one place where it is settled.
///
/// Tags, words, scores, footers, summaries and comments each add a Claim; the board and an illegal
/// last move stand beside them. What counts, and what contradicts it, is a function of them alone.
/// Its truth table is tests/notation/read/claims_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/outcome.h"

namespace yari {

/// What says how a game ended.
enum class ClaimSource : std::uint8_t {
  tag,      ///< the header: Result, Termination
  word,     ///< what stands in place of a move: "resigns", %TORYO, 投了
  score,    ///< "1-0" after the moves
  footer,   ///< the last line of KIF: まで115手で先手の勝ち
  summary,  ///< of a CSA server, which knows what it decided
  comment   ///< the last comment on the main line
};

struct Claim {
  ClaimSource source = ClaimSource::word;
  /// A part that it leaves open is unknown.
  Outcome said;
  /// The result of `said` follows from whose turn it was.
  bool by_turn = false;
  /// Whose turn it was where it stands; no value after a cut, where nobody knows.
  std::optional<Color> side = {};
  /// Its words may mean something else: a comment "time".
  bool vague = false;
  /// Moves followed: it counts only where nothing else says anything.
  bool passed = false;
  /// Where it stands in the record, and its words there.
  std::string_view place = {};
  /// What messages call it, where that is not what stands at `place`.
  std::string words = {};
};

/// What stands beside the claims when a game is over.
struct EndOfMoves {
  /// No value after a cut.
  std::optional<Color> side_to_move;
  /// An illegal move of this side ended the game.
  std::optional<Color> illegal_by = {};
  /// What the last position, or how often it stood there, decides; no value where play could go on,
  /// and where the last position is not known.
  std::optional<Outcome> board = {};
};

/// What a report says of a claim.
enum class ClaimFinding : std::uint8_t {
  contradicts,           ///< it says another result than the one that counts
  replaces,              ///< a score that counts before the words that came first
  against_tags,          ///< the moves end otherwise than the tags say
  other_ending,          ///< it says another ending than the illegal move that ended the game
  second_word,           ///< a word for another ending than the word before, which counts
  another_summary,       ///< the summary of a game that ended otherwise
  read_from_comment,     ///< nothing but a comment says it
  board_says_otherwise,  ///< the result is not what the last position decides
  board_decides          ///< nothing but the last position says it
};

struct ClaimReport {
  ClaimFinding finding{};
  /// For the board what it decides, in the place of the last claim.
  Claim claim;
  /// The result that counts; with `replaces` the one that counted before.
  GameResult result = GameResult::unknown;
};

struct Settlement {
  Outcome outcome;
  /// The comment says the outcome, and need not be kept for it.
  bool took_comment = false;
  std::vector<ClaimReport> reports;
};

/// How a game ended, by all that is said about it.
///
/// - A tag's result counts before all others, then the last score, then what came first.
/// - The first ending counts; an illegal move that ended the game before all but a tag's. A word
///   for another ending says nothing about the result.
/// - A bare win in a footer, when it is the loser's turn, is a resignation, or what the last
///   comment says.
/// - A comment counts where nothing else says anything.
/// - Where nobody says who won, the ending says it, with whose turn it was.
/// - A summary counts where no ending is known. It tells who won where nothing else does, and that
///   a declaration was refused.
/// - The board's result counts where no other is known. Its ending counts where none is known and
///   the result is the board's, and in place of "abandoned" where nobody gave the result.
Settlement settle(const std::vector<Claim>& claims, const EndOfMoves& end);

}  // namespace yari
