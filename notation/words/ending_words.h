/// \file
/// The words for how games end, of every format. The rows that they come from are in ending_rows.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "record/game.h"
#include "rules/outcome.h"

namespace yari {

/// Who wins by an ending word: nobody is known to, a draw, the side to move, the other side, or
/// the one that is named.
enum class Winner { nobody, draw, mover, other, black, white };

/// Where a word stands.
enum class Dialect {
  english,  ///< tags and moves of Hodges and PSN; the side is the one that the words name
  kif,      ///< moves and footers of KIF and KI2
  csa,      ///< after "%" in CSA; special moves of JKF
  server,   ///< in the summary of a CSA server, which names the winner itself
  dojo,  ///< in a comment after the last move of 81Dojo's KIF; who moved illegally, the moves say
  usi,   ///< the end of a USI line
  usen   ///< the letter at the end of a USEN
};

struct EndingWord {
  std::string_view word;
  Ending ending;
  Winner winner;
};

/// The words of a dialect; of several for one outcome the first is written.
std::span<const EndingWord> ending_words(Dialect d);

/// The side to move after the main line.
Color side_at_end(const Game& game);
/// What a format writes at the end of the main line.
struct WrittenEnding {
  /// Empty where the game has no outcome, or none that a word says.
  std::string_view word;
  /// The time to write beside the word; the tag that says it is then not written.
  std::optional<std::uint32_t> spent_ms;
  /// There is an outcome and no word for it.
  bool unsaid = false;
};
/// `unit_ms` is the format's smallest step of time.
WrittenEnding written_ending(const Game& game, Dialect d, std::uint32_t unit_ms);
/// The result when `w` is said with `side` to move.
GameResult result_of(Winner w, Color side);
/// Who won when a game ended so with `side` to move; `unknown` if the ending alone does not say.
GameResult result_for(Ending ending, Color side);
/// What `word` says with `side` to move; no value for words that the dialect does not have.
std::optional<Outcome> outcome_of_word(Dialect d, std::string_view word, Color side);
/// The first word of the dialect that says `outcome`; empty where there is none.
std::string_view word_of_outcome(Dialect d, const Outcome& outcome, Color side);

}  // namespace yari
