// Lists of words, digits in one line, and the rules of the game; no reader's tables.
#include "tests/notation/said_in_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include "rules/position.h"

namespace yari::test {

namespace {

using Words = std::vector<std::string_view>;

// ASCII letters small; wide digits and signs narrow.
std::string plain(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t n) {
      return i + n < text.size() ? static_cast<unsigned char>(text[i + n]) : 0U;
    };
    if (byte(0) == 0xEF && byte(1) == 0xBC && byte(2) >= 0x81 && byte(2) <= 0xBF) {
      out += static_cast<char>(byte(2) - 0x81 + '!');
      i += 2;
    } else {
      out += static_cast<char>(std::tolower(static_cast<int>(byte(0))));
    }
  }
  return out;
}

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

bool holds_any(std::string_view text, const Words& words) {
  return std::any_of(words.begin(), words.end(), [&](auto w) { return has(text, w); });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The numbers in a line, by their digits.
Words numbers_in(std::string_view line) {
  Words numbers;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!is_digit(line[i])) continue;
    std::size_t end = i;
    while (end < line.size() && is_digit(line[end])) ++end;
    numbers.push_back(line.substr(i, end - i));
    i = end;
  }
  return numbers;
}

bool holds_month_or_day(std::string_view line, std::string_view two_digits, bool month) {
  static constexpr std::array<std::string_view, 12> names{"jan", "feb", "mar", "apr", "may", "jun",
                                                          "jul", "aug", "sep", "oct", "nov", "dec"};
  const std::string_view one = two_digits[0] == '0' ? two_digits.substr(1) : two_digits;
  for (const std::string_view n : numbers_in(line)) {
    if (n == one || n == two_digits || (n.size() == 8 && has(n.substr(4), two_digits)) ||
        (n.size() == 6 && has(n, two_digits))) {
      return true;
    }
  }
  const auto m = static_cast<std::size_t>((two_digits[0] - '0') * 10 + (two_digits[1] - '0'));
  // Kanji numbers are not worked out.
  return holds_any(line, {"元", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"}) ||
         (month && m >= 1 && m <= 12 && has(line, names[m - 1]));
}

bool holds_year(std::string_view line, std::string_view year) {
  // Years of an era are not worked out.
  return has(line, year) || holds_any(line, {"明治", "大正", "昭和", "平成", "令和"});
}

bool is_canonical(std::string_view date) {
  if (date.size() != 10 || date[4] != '.' || date[7] != '.') return false;
  return std::all_of(date.begin(), date.end(),
                     [](char c) { return c == '.' || c == '?' || is_digit(c); });
}

bool says_date(std::string_view text, const std::string& date) {
  if (has(text, plain(date)) || !is_canonical(date)) return has(text, plain(date));
  const auto known = [](std::string_view part) { return part.find('?') == part.npos; };
  const std::string_view year = std::string_view(date).substr(0, 4);
  const std::string_view month = std::string_view(date).substr(5, 2);
  const std::string_view day = std::string_view(date).substr(8, 2);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if ((!known(year) || holds_year(line, year)) &&
        (!known(month) || holds_month_or_day(line, month, true)) &&
        (!known(day) || holds_month_or_day(line, day, false))) {
      return true;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

Words words_for(Ending e) {
  switch (e) {
    case Ending::resignation:
      // KI2 says "まで115手で先手の勝ち" where a player resigned.
      return {"resign", "toryo", "投了", "投げ", "勝"};
    case Ending::mate:
      return {"mate", "tsumi", "#", "詰"};
    case Ending::stalemate:
      return {"stalemate", "no moves"};
    case Ending::timeout:
      return {"time", "flag", "切れ", "時間"};
    case Ending::repetition:
      return {"sennichite", "repetition", "千日手"};
    case Ending::perpetual_check:
      return {"perpetual", "sennichite", "千日手", "連続王手"};
    case Ending::impasse:
      return {"jishogi", "impasse", "持将棋"};
    case Ending::move_limit:
      return {"max_moves", "max moves", "max_ply", "move limit", "最大手数", "手数"};
    case Ending::declaration:
      return {"kachi", "nyugyoku", "entering king", "declar", "入玉", "宣言"};
    case Ending::illegal_move:
      return {"illega", "uchifuzume", "反則", "foul"};
    case Ending::general_taken:
      return {"captured", "taken", "取"};
    case Ending::abandoned:
      return {"unfinished", "untermin", "interrupt", "adjourn", "chudan", "abandon",
              "abnormal",   "中断",     "封",        "matta",   "break",  "suspend"};
    case Ending::forfeit:
      return {"no show", "fusen", "forfeit", "不戦"};
    case Ending::draw_agreed:
      return {"draw", "hikiwake", "引き分け", "引分"};
    case Ending::no_mate:
      return {"fuzumi", "no mate", "不詰"};
    case Ending::error:
      return {"error", "エラー"};
    case Ending::unknown:
      break;
  }
  return {};
}

// Words that name the winner or the loser themselves, or a result.
bool names_result(std::string_view text, GameResult result) {
  if (result == GameResult::draw) {
    return holds_any(
        text, {"1/2", "½", "draw", "0.5", "引き分け", "引分", "千日手", "持将棋", "sennichite",
               "jishogi", "hikiwake", "repetition", "impasse", "max_moves", "最大手数"});
  }
  if (holds_any(text, {"illegal_action", "illegal kachi", " win", " lose", "won", "lost"})) {
    return true;
  }
  const bool black = result == GameResult::black_wins;
  const Words& scores = black ? Words{"1-0", "1 - 0", "1–0", "1:0", "1—0"}
                              : Words{"0-1", "0 - 1", "0–1", "0:1", "0—1"};
  if (holds_any(text, scores)) return true;
  // "先手の勝ち", "White resigns", "後手の反則負け", "勝ち" beside a name, "上手：◯".
  return holds_any(text, {"先手の", "後手の", "下手の", "上手の", "先手勝", "後手勝", "先手が",
                          "後手が", "で先手", "で後手", "で上手", "で下手", "勝者"}) ||
         holds_any(text, {"black resign", "white resign", "sente resign", "gote resign",
                          "black makes", "white makes", "sente makes", "gote makes", "black is ",
                          "white is ", "sente is ", "gote is ", "sente: ", "gote: "});
}

// Who wins when a game ends so with `side` to move; both where it can be either.
bool follows(Ending e, Color side, GameResult result) {
  switch (e) {
    case Ending::resignation:
    case Ending::mate:
    case Ending::stalemate:
    case Ending::timeout:
    case Ending::general_taken:
      return result == win_for(~side);
    case Ending::declaration:
      return result == win_for(side);
    case Ending::illegal_move:
    case Ending::forfeit:
    case Ending::perpetual_check:
      return result == GameResult::black_wins || result == GameResult::white_wins;
    default:
      return false;
  }
}

struct End {
  Color side;
  /// What the rules decide.
  std::optional<Outcome> decided;
};

End end_of(const Game& game) {
  return with_variant(game.variant, [&]<class V>(V) {
    Line<V> line(*Position<V>::from(game.start), game.rules);
    for (const Move m : game.moves.main_moves()) line.play(m);
    return End{line.position().side_to_move(), line.outcome()};
  });
}

// A move of CSA names its side, and so whose turn it was when a word like %TORYO came, even where
// the moves before it cannot be played.
bool csa_says(std::string_view text, Ending e, GameResult result) {
  std::optional<Color> side;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with('%') && side && follows(e, *side, result)) return true;
    const bool is_move =
        line.size() >= 7 && std::all_of(line.begin() + 1, line.begin() + 5, is_digit);
    if (is_move && line[0] == '+') side = Color::white;
    if (is_move && line[0] == '-') side = Color::black;
  }
  return false;
}

// "7 投了" of KIF: the number says whose turn it was.
bool number_says(std::string_view text, const Game& game) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const Words numbers = numbers_in(line);
    if (numbers.empty() || !holds_any(line, words_for(game.ending))) continue;
    const bool odd = (numbers[0].back() - '0') % 2 != 0;
    const Color first = game.start.side_to_move;
    if (follows(game.ending, odd ? first : ~first, game.result)) return true;
  }
  return false;
}

// USEN has one letter after the last point of its main line.
bool usen_says(std::string_view text, Ending e) {
  const std::size_t at = text.find('~');
  if (at == text.npos) return false;
  const char letter = e == Ending::resignation ? 'r'
                      : e == Ending::timeout   ? 't'
                      : e == Ending::impasse   ? 'j'
                      : e == Ending::abandoned ? 'p'
                                               : '\0';
  return letter != '\0' && text.find(std::string(".") + letter, at) != text.npos;
}

}  // namespace

std::string invented(const Game& game, std::string_view record) {
  const std::string text = plain(record);
  const std::string date(game.tag(tags::date));
  if (!date.empty() && !says_date(text, date)) return "date " + date;
  const End end = end_of(game);
  const bool usen = usen_says(text, game.ending);
  const bool over = end.decided && end.decided->ending == game.ending;
  if (over && end.decided->result == game.result) return {};
  if (game.ending != Ending::unknown && !over && !usen &&
      !holds_any(text, words_for(game.ending))) {
    return "ending " + std::string(name(game.ending));
  }
  if (end.decided && end.decided->result == game.result) return {};
  if (game.result == GameResult::unknown || names_result(text, game.result)) return {};
  if (game.result == GameResult::draw && usen) return {};
  // A cut game's last position does not show whose turn it was at an end that was cut off.
  const bool whole =
      holds_any(text.substr(0, text.rfind(plain(game.unread))), words_for(game.ending));
  if ((!game.was_cut() || whole || over) && follows(game.ending, end.side, game.result)) return {};
  if (csa_says(text, game.ending, game.result) || number_says(text, game)) return {};
  return "result " + std::string(name(game.result)) + " (" + std::string(name(game.ending)) + ')';
}

}  // namespace yari::test
