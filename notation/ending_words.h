/// \file
/// Words for how games end, as tables of formats in which the word tells the winner by whose turn
/// it is.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/game.h"
#include "rules/outcome.h"

namespace yari {

/// Who wins by an ending word: nobody is known to, a draw, the side to move, the other side, or
/// the one that is named.
enum class Winner { nobody, draw, mover, other, black, white };

struct EndingWord {
  std::string_view word;
  Ending ending;
  Winner winner;
};

/// The side to move behind the main line.
Color side_at_end(const Game& game);
/// What is told of a move, `found`, behind the ending of its game.
std::string goes_on(std::string_view found);
/// The result when `w` is said with `side` to move.
GameResult result_of(Winner w, Color side);
/// What `word` says with `side` to move; no value for words that are not in the table.
std::optional<Outcome> outcome_of_word(std::span<const EndingWord> table, std::string_view word,
                                       Color side);
/// The first word of the table that says `outcome`; empty where there is none.
std::string_view word_of_outcome(std::span<const EndingWord> table, const Outcome& outcome,
                                 Color side);

}  // namespace yari
