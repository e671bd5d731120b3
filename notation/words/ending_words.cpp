// Of several words for one outcome the first is written.
#include "notation/words/ending_words.h"

#include "notation/words/header_names.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr EndingWord english_words[] = {
    {"resign", Ending::resignation, Winner::other},
    {"resigns", Ending::resignation, Winner::other},
    {"resigned", Ending::resignation, Winner::other},
    {"toryo", Ending::resignation, Winner::other},
    {"checkmate", Ending::mate, Winner::other},
    {"mated", Ending::mate, Winner::other},
    {"is mated", Ending::mate, Winner::other},
    {"is mate", Ending::mate, Winner::other},
    {"tsumi", Ending::mate, Winner::other},
    {"#", Ending::mate, Winner::other},
    {"no moves", Ending::stalemate, Winner::other},
    {"time", Ending::timeout, Winner::other},
    {"time up", Ending::timeout, Winner::other},
    {"time out", Ending::timeout, Winner::other},
    {"time forfeit", Ending::timeout, Winner::other},
    {"loses on time", Ending::timeout, Winner::other},
    {"lost on time", Ending::timeout, Winner::other},
    {"flag", Ending::timeout, Winner::other},
    {"sennichite", Ending::repetition, Winner::draw},
    {"perpetual", Ending::perpetual_check, Winner::other},
    {"jishogi", Ending::impasse, Winner::other},
    {"nyugyoku", Ending::declaration, Winner::mover},
    {"entering king", Ending::declaration, Winner::mover},
    {"illegal", Ending::illegal_move, Winner::other},
    {"makes an illegal move", Ending::illegal_move, Winner::other},
    {"king taken", Ending::general_taken, Winner::other},
    {"king captured", Ending::general_taken, Winner::other},
    {"general captured", Ending::general_taken, Winner::other},
    {"unfinished", Ending::abandoned, Winner::other},
    {"unterminated", Ending::abandoned, Winner::other},
    {"interrupted", Ending::abandoned, Winner::other},
    {"adjourned", Ending::abandoned, Winner::other},
    {"chudan", Ending::abandoned, Winner::other},
    {"no show", Ending::forfeit, Winner::other},
    {"fusensho", Ending::forfeit, Winner::other},
    {"draw", Ending::draw_agreed, Winner::draw},
    {"draw by agreement", Ending::draw_agreed, Winner::draw},
    {"agreed draw", Ending::draw_agreed, Winner::draw},
    {"hikiwake", Ending::draw_agreed, Winner::draw},
    {"fuzumi", Ending::no_mate, Winner::other},
    {"gives up", Ending::resignation, Winner::other},
    {"is checkmated", Ending::mate, Winner::other},
    {"checkmated", Ending::mate, Winner::other},
    {"on time", Ending::timeout, Winner::other},
    {"timed out", Ending::timeout, Winner::other},
    {"time over", Ending::timeout, Winner::other},
    {"repetition", Ending::repetition, Winner::draw},
    {"fourfold repetition", Ending::repetition, Winner::draw},
    {"declares", Ending::declaration, Winner::mover},
    {"did not appear", Ending::forfeit, Winner::other}};

constexpr EndingWord kif_words[] = {{"投了", Ending::resignation, Winner::other},
                                    {"中断", Ending::abandoned, Winner::nobody},
                                    {"詰み", Ending::mate, Winner::other},
                                    {"詰", Ending::mate, Winner::other},
                                    {"千日手", Ending::repetition, Winner::draw},
                                    {"持将棋", Ending::impasse, Winner::draw},
                                    {"切れ負け", Ending::timeout, Winner::other},
                                    {"反則負け", Ending::illegal_move, Winner::other},
                                    {"反則勝ち", Ending::illegal_move, Winner::mover},
                                    {"入玉勝ち", Ending::declaration, Winner::mover},
                                    {"不戦敗", Ending::forfeit, Winner::other},
                                    {"不戦勝", Ending::forfeit, Winner::mover},
                                    {"不詰", Ending::no_mate, Winner::nobody},
                                    {"引き分け", Ending::draw_agreed, Winner::draw},
                                    {"引分け", Ending::draw_agreed, Winner::draw},
                                    {"封じ手", Ending::abandoned, Winner::nobody},
                                    {"エラー", Ending::error, Winner::nobody},
                                    {"最大手数", Ending::impasse, Winner::draw}};

constexpr EndingWord csa_words[] = {{"TORYO", Ending::resignation, Winner::other},
                                    {"CHUDAN", Ending::abandoned, Winner::nobody},
                                    {"SENNICHITE", Ending::repetition, Winner::draw},
                                    {"KACHI", Ending::declaration, Winner::mover},
                                    {"HIKIWAKE", Ending::draw_agreed, Winner::draw},
                                    {"JISHOGI", Ending::impasse, Winner::draw},
                                    {"TIME_UP", Ending::timeout, Winner::other},
                                    {"ILLEGAL_MOVE", Ending::illegal_move, Winner::other},
                                    {"+ILLEGAL_ACTION", Ending::illegal_move, Winner::white},
                                    {"-ILLEGAL_ACTION", Ending::illegal_move, Winner::black},
                                    {"TSUMI", Ending::mate, Winner::other},
                                    {"FUZUMI", Ending::no_mate, Winner::nobody},
                                    {"ERROR", Ending::error, Winner::nobody},
                                    {"MATTA", Ending::abandoned, Winner::nobody},
                                    {"MAX_MOVES", Ending::impasse, Winner::draw}};

constexpr EndingWord words_of_servers[] = {
    {"toryo", Ending::resignation, Winner::nobody},
    {"abnormal", Ending::abandoned, Winner::nobody},
    {"chudan", Ending::abandoned, Winner::nobody},
    {"time up", Ending::timeout, Winner::nobody},
    {"illegal move", Ending::illegal_move, Winner::nobody},
    {"uchifuzume", Ending::illegal_move, Winner::nobody},
    {"illegal kachi", Ending::illegal_move, Winner::nobody},
    {"oute_sennichite", Ending::perpetual_check, Winner::nobody},
    {"sennichite", Ending::repetition, Winner::nobody},
    {"jishogi", Ending::impasse, Winner::nobody},
    {"max_moves", Ending::impasse, Winner::nobody},
    {"kachi", Ending::declaration, Winner::nobody}};

constexpr EndingWord dojo_words[] = {{"反則手にて終局", Ending::illegal_move, Winner::nobody},
                                     {"時間切れにて終局", Ending::timeout, Winner::other}};

constexpr EndingWord usi_words[] = {{"resign", Ending::resignation, Winner::other},
                                    {"win", Ending::declaration, Winner::mover},
                                    {"timeout", Ending::timeout, Winner::other},
                                    {"interrupt", Ending::abandoned, Winner::nobody}};

constexpr EndingWord usen_words[] = {{"r", Ending::resignation, Winner::other},
                                     {"t", Ending::timeout, Winner::other},
                                     {"j", Ending::impasse, Winner::draw},
                                     {"p", Ending::abandoned, Winner::nobody}};

// In the order of Dialect.
constexpr std::span<const EndingWord> dialects[] = {
    english_words, kif_words, csa_words, words_of_servers, dojo_words, usi_words, usen_words};
static_assert(std::size(dialects) == static_cast<std::size_t>(Dialect::usen) + 1);

}  // namespace

std::span<const EndingWord> ending_words(Dialect d) {
  return dialects[static_cast<std::size_t>(d)];
}

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
