// Every table is made from the rows when the program is compiled.
#include "notation/words/ending_words.h"

#include <array>

#include "notation/words/ending_rows.h"
#include "notation/words/header_names.h"
#include "text/text.h"

namespace yari {

namespace {

// Who wins by a word that says nothing else.
constexpr Winner by_turn(const EndingRow& row) { return row.winner; }
constexpr Winner by_name(const EndingRow& row) { return row.named; }
// The summary of a server names the winner beside the word.
constexpr Winner beside(const EndingRow&) { return Winner::nobody; }

// The words of a column of the rows, vague ones last.
template <RowWords EndingRow::*column, Winner (*winner)(const EndingRow&)>
consteval auto words_of() {
  constexpr std::size_t count = [] {
    std::size_t n = 0;
    for (const EndingRow& row : ending_rows) n += (row.*column).size();
    return n;
  }();
  std::array<EndingWord, count> words{};
  std::size_t n = 0;
  for (const bool vague : {false, true}) {
    for (const EndingRow& row : ending_rows) {
      for (const RowWord& word : row.*column)
        if (word.vague == vague)
          words[n++] = {word.word, row.ending, word.winner.value_or(winner(row))};
    }
  }
  return words;
}

constexpr auto english_words = words_of<&EndingRow::english, by_name>();
constexpr auto kif_words = words_of<&EndingRow::kif, by_turn>();
constexpr auto csa_words = words_of<&EndingRow::csa, by_turn>();
constexpr auto words_of_servers = words_of<&EndingRow::server, beside>();
constexpr auto dojo_words = words_of<&EndingRow::dojo, by_turn>();
constexpr auto usi_words = words_of<&EndingRow::usi, by_turn>();
constexpr auto usen_words = words_of<&EndingRow::usen, by_turn>();

// In the order of Dialect.
constexpr std::span<const EndingWord> dialects[] = {
    english_words, kif_words, csa_words, words_of_servers, dojo_words, usi_words, usen_words};
static_assert(std::size(dialects) == static_cast<std::size_t>(Dialect::usen) + 1);

}  // namespace

std::span<const EndingWord> ending_words(Dialect d) {
  return dialects[static_cast<std::size_t>(d)];
}

GameResult result_for(Ending ending, Color side) { return result_of(row_of(ending).winner, side); }

Color side_at_end(const Game& game) {
  const Color first = game.start.side_to_move;
  return game.moves.main_plies() % 2 != 0 ? ~first : first;
}

WrittenEnding written_ending(const Game& game, Dialect d, std::uint32_t unit_ms) {
  WrittenEnding written;
  const Outcome outcome{game.result, game.ending};
  written.word = word_of_outcome(d, outcome, side_at_end(game));
  written.unsaid = written.word.empty() && outcome != Outcome{};
  if (!written.word.empty()) written.spent_ms = ending_spent(game.tags, unit_ms);
  return written;
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

std::optional<Outcome> outcome_of_word(Dialect d, std::string_view word, Color side) {
  for (const EndingWord& e : ending_words(d)) {
    if (e.word == word) return Outcome{result_of(e.winner, side), e.ending};
  }
  return std::nullopt;
}

std::string_view word_of_outcome(Dialect d, const Outcome& outcome, Color side) {
  for (const EndingWord& e : ending_words(d)) {
    if (Outcome{result_of(e.winner, side), e.ending} == outcome) return e.word;
  }
  return {};
}

}  // namespace yari
