#include "notation/ending_words.h"

#include "notation/text.h"

namespace yari {

Color side_at_end(const Game& game) {
  const Color first = game.start.side_to_move;
  return game.moves.main_plies() % 2 != 0 ? ~first : first;
}

std::string goes_on(std::string_view found) {
  return "expected the end of the game, found " + in_quotes(found) + "; it goes on";
}

GameResult result_of(Winner w, Color side) {
  switch (w) {
    case Winner::draw:
      return GameResult::draw;
    case Winner::mover:
      return win_for(side);
    case Winner::other:
      return win_for(~side);
    case Winner::black:
      return GameResult::black_wins;
    case Winner::white:
      return GameResult::white_wins;
    case Winner::nobody:
      break;
  }
  return GameResult::unknown;
}

std::optional<Outcome> outcome_of_word(std::span<const EndingWord> table, std::string_view word,
                                       Color side) {
  for (const EndingWord& e : table) {
    if (e.word == word) return Outcome{result_of(e.winner, side), e.ending};
  }
  return std::nullopt;
}

std::string_view word_of_outcome(std::span<const EndingWord> table, const Outcome& outcome,
                                 Color side) {
  for (const EndingWord& e : table) {
    if (Outcome{result_of(e.winner, side), e.ending} == outcome) return e.word;
  }
  return {};
}

}  // namespace yari
