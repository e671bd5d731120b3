// One table; the rows of a dialect stand together, and the first word for an outcome is written.
#include "notation/ending_words.h"

#include <array>
#include <iterator>

#include "notation/header_names.h"
#include "notation/text.h"

namespace yari {

namespace {

constexpr EndingWord all_words[] = {
    {Dialect::english, "resign", Ending::resignation, Winner::other},
    {Dialect::english, "resigns", Ending::resignation, Winner::other},
    {Dialect::english, "resigned", Ending::resignation, Winner::other},
    {Dialect::english, "toryo", Ending::resignation, Winner::other},
    {Dialect::english, "checkmate", Ending::mate, Winner::other},
    {Dialect::english, "mated", Ending::mate, Winner::other},
    {Dialect::english, "is mated", Ending::mate, Winner::other},
    {Dialect::english, "is mate", Ending::mate, Winner::other},
    {Dialect::english, "tsumi", Ending::mate, Winner::other},
    {Dialect::english, "#", Ending::mate, Winner::other},
    {Dialect::english, "no moves", Ending::stalemate, Winner::other},
    {Dialect::english, "time", Ending::timeout, Winner::other},
    {Dialect::english, "time up", Ending::timeout, Winner::other},
    {Dialect::english, "time out", Ending::timeout, Winner::other},
    {Dialect::english, "time forfeit", Ending::timeout, Winner::other},
    {Dialect::english, "loses on time", Ending::timeout, Winner::other},
    {Dialect::english, "lost on time", Ending::timeout, Winner::other},
    {Dialect::english, "flag", Ending::timeout, Winner::other},
    {Dialect::english, "sennichite", Ending::repetition, Winner::draw},
    {Dialect::english, "perpetual", Ending::perpetual_check, Winner::other},
    {Dialect::english, "jishogi", Ending::impasse, Winner::other},
    {Dialect::english, "nyugyoku", Ending::declaration, Winner::mover},
    {Dialect::english, "entering king", Ending::declaration, Winner::mover},
    {Dialect::english, "illegal", Ending::illegal_move, Winner::other},
    {Dialect::english, "makes an illegal move", Ending::illegal_move, Winner::other},
    {Dialect::english, "king taken", Ending::general_taken, Winner::other},
    {Dialect::english, "king captured", Ending::general_taken, Winner::other},
    {Dialect::english, "general captured", Ending::general_taken, Winner::other},
    {Dialect::english, "unfinished", Ending::abandoned, Winner::other},
    {Dialect::english, "unterminated", Ending::abandoned, Winner::other},
    {Dialect::english, "interrupted", Ending::abandoned, Winner::other},
    {Dialect::english, "adjourned", Ending::abandoned, Winner::other},
    {Dialect::english, "chudan", Ending::abandoned, Winner::other},
    {Dialect::english, "no show", Ending::forfeit, Winner::other},
    {Dialect::english, "fusensho", Ending::forfeit, Winner::other},
    {Dialect::english, "draw", Ending::draw_agreed, Winner::draw},
    {Dialect::english, "draw by agreement", Ending::draw_agreed, Winner::draw},
    {Dialect::english, "agreed draw", Ending::draw_agreed, Winner::draw},
    {Dialect::english, "hikiwake", Ending::draw_agreed, Winner::draw},
    {Dialect::english, "fuzumi", Ending::no_mate, Winner::other},
    {Dialect::english, "resignation", Ending::resignation, Winner::other},
    {Dialect::english, "gives up", Ending::resignation, Winner::other},
    {Dialect::english, "mate", Ending::mate, Winner::other},
    {Dialect::english, "is checkmated", Ending::mate, Winner::other},
    {Dialect::english, "checkmated", Ending::mate, Winner::other},
    {Dialect::english, "on time", Ending::timeout, Winner::other},
    {Dialect::english, "timed out", Ending::timeout, Winner::other},
    {Dialect::english, "time over", Ending::timeout, Winner::other},
    {Dialect::english, "illegal move", Ending::illegal_move, Winner::other},
    {Dialect::english, "repetition", Ending::repetition, Winner::draw},
    {Dialect::english, "fourfold repetition", Ending::repetition, Winner::draw},
    {Dialect::english, "impasse", Ending::impasse, Winner::other},
    {Dialect::english, "declares", Ending::declaration, Winner::mover},
    {Dialect::english, "did not appear", Ending::forfeit, Winner::other},
    {Dialect::kif, "投了", Ending::resignation, Winner::other},
    {Dialect::kif, "中断", Ending::abandoned, Winner::nobody},
    {Dialect::kif, "詰み", Ending::mate, Winner::other},
    {Dialect::kif, "詰", Ending::mate, Winner::other},
    {Dialect::kif, "千日手", Ending::repetition, Winner::draw},
    {Dialect::kif, "持将棋", Ending::impasse, Winner::draw},
    {Dialect::kif, "切れ負け", Ending::timeout, Winner::other},
    {Dialect::kif, "反則負け", Ending::illegal_move, Winner::other},
    {Dialect::kif, "反則勝ち", Ending::illegal_move, Winner::mover},
    {Dialect::kif, "入玉勝ち", Ending::declaration, Winner::mover},
    {Dialect::kif, "不戦敗", Ending::forfeit, Winner::other},
    {Dialect::kif, "不戦勝", Ending::forfeit, Winner::mover},
    {Dialect::kif, "不詰", Ending::no_mate, Winner::nobody},
    {Dialect::kif, "引き分け", Ending::draw_agreed, Winner::draw},
    {Dialect::kif, "引分け", Ending::draw_agreed, Winner::draw},
    {Dialect::kif, "封じ手", Ending::abandoned, Winner::nobody},
    {Dialect::kif, "エラー", Ending::error, Winner::nobody},
    {Dialect::kif, "最大手数", Ending::impasse, Winner::draw},
    {Dialect::csa, "TORYO", Ending::resignation, Winner::other},
    {Dialect::csa, "CHUDAN", Ending::abandoned, Winner::nobody},
    {Dialect::csa, "SENNICHITE", Ending::repetition, Winner::draw},
    {Dialect::csa, "KACHI", Ending::declaration, Winner::mover},
    {Dialect::csa, "HIKIWAKE", Ending::draw_agreed, Winner::draw},
    {Dialect::csa, "JISHOGI", Ending::impasse, Winner::draw},
    {Dialect::csa, "TIME_UP", Ending::timeout, Winner::other},
    {Dialect::csa, "ILLEGAL_MOVE", Ending::illegal_move, Winner::other},
    {Dialect::csa, "+ILLEGAL_ACTION", Ending::illegal_move, Winner::white},
    {Dialect::csa, "-ILLEGAL_ACTION", Ending::illegal_move, Winner::black},
    {Dialect::csa, "TSUMI", Ending::mate, Winner::other},
    {Dialect::csa, "FUZUMI", Ending::no_mate, Winner::nobody},
    {Dialect::csa, "ERROR", Ending::error, Winner::nobody},
    {Dialect::csa, "MATTA", Ending::abandoned, Winner::nobody},
    {Dialect::csa, "MAX_MOVES", Ending::impasse, Winner::draw},
    {Dialect::server, "toryo", Ending::resignation, Winner::nobody},
    {Dialect::server, "abnormal", Ending::abandoned, Winner::nobody},
    {Dialect::server, "chudan", Ending::abandoned, Winner::nobody},
    {Dialect::server, "time up", Ending::timeout, Winner::nobody},
    {Dialect::server, "illegal move", Ending::illegal_move, Winner::nobody},
    {Dialect::server, "uchifuzume", Ending::illegal_move, Winner::nobody},
    {Dialect::server, "illegal kachi", Ending::illegal_move, Winner::nobody},
    {Dialect::server, "oute_sennichite", Ending::perpetual_check, Winner::nobody},
    {Dialect::server, "sennichite", Ending::repetition, Winner::nobody},
    {Dialect::server, "jishogi", Ending::impasse, Winner::nobody},
    {Dialect::server, "max_moves", Ending::impasse, Winner::nobody},
    {Dialect::server, "kachi", Ending::declaration, Winner::nobody},
    {Dialect::dojo, "反則手にて終局", Ending::illegal_move, Winner::nobody},
    {Dialect::dojo, "時間切れにて終局", Ending::timeout, Winner::other},
    {Dialect::usi, "resign", Ending::resignation, Winner::other},
    {Dialect::usi, "win", Ending::declaration, Winner::mover},
    {Dialect::usi, "timeout", Ending::timeout, Winner::other},
    {Dialect::usi, "interrupt", Ending::abandoned, Winner::nobody},
    {Dialect::usen, "r", Ending::resignation, Winner::other},
    {Dialect::usen, "t", Ending::timeout, Winner::other},
    {Dialect::usen, "j", Ending::impasse, Winner::draw},
    {Dialect::usen, "p", Ending::abandoned, Winner::nobody},
};

struct WordRange {
  std::size_t begin = 0, end = 0;
};

// Of the dialects in all_words.
constexpr auto dialect_ranges = [] {
  std::array<WordRange, static_cast<std::size_t>(Dialect::usen) + 1> table{};
  for (std::size_t i = 0; i < std::size(all_words); ++i) {
    WordRange& range = table[static_cast<std::size_t>(all_words[i].dialect)];
    if (range.end == 0) range.begin = i;
    range.end = i + 1;
  }
  return table;
}();

}  // namespace

std::span<const EndingWord> ending_words(Dialect d) {
  const auto [begin, end] = dialect_ranges[static_cast<std::size_t>(d)];
  return {all_words + begin, all_words + end};
}

Color side_at_end(const Game& game) {
  const Color first = game.start.side_to_move;
  return game.moves.main_plies() % 2 != 0 ? ~first : first;
}

WrittenEnding written_ending(const Game& game, std::string_view (*word)(const Outcome&, Color),
                             std::uint32_t unit_ms) {
  WrittenEnding written;
  const Outcome outcome{game.result, game.ending};
  written.word = word(outcome, side_at_end(game));
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
