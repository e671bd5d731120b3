// Tables of words: dialects differ in nothing else.
#include "notation/words.h"

#include <array>
#include <span>
#include <vector>

#include "notation/text.h"

namespace yari {

namespace {

struct EndingWord {
  std::string_view words;
  Ending ending;
};

constexpr EndingWord ending_words[] = {
    {"resign", Ending::resignation},
    {"resigns", Ending::resignation},
    {"resigned", Ending::resignation},
    {"toryo", Ending::resignation},
    {"checkmate", Ending::mate},
    {"mated", Ending::mate},
    {"is mated", Ending::mate},
    {"is mate", Ending::mate},
    {"tsumi", Ending::mate},
    {"#", Ending::mate},
    {"no moves", Ending::stalemate},
    {"time", Ending::timeout},
    {"time up", Ending::timeout},
    {"time out", Ending::timeout},
    {"time forfeit", Ending::timeout},
    {"loses on time", Ending::timeout},
    {"lost on time", Ending::timeout},
    {"flag", Ending::timeout},
    {"sennichite", Ending::repetition},
    {"perpetual", Ending::perpetual_check},
    {"jishogi", Ending::impasse},
    {"nyugyoku", Ending::declaration},
    {"entering king", Ending::declaration},
    {"illegal", Ending::illegal_move},
    {"makes an illegal move", Ending::illegal_move},
    {"king taken", Ending::general_taken},
    {"king captured", Ending::general_taken},
    {"general captured", Ending::general_taken},
    {"unfinished", Ending::abandoned},
    {"unterminated", Ending::abandoned},
    {"interrupted", Ending::abandoned},
    {"adjourned", Ending::abandoned},
    {"chudan", Ending::abandoned},
    {"no show", Ending::forfeit},
    {"fusensho", Ending::forfeit},
    {"draw", Ending::draw_agreed},
    {"draw by agreement", Ending::draw_agreed},
    {"agreed draw", Ending::draw_agreed},
    {"hikiwake", Ending::draw_agreed},
    {"fuzumi", Ending::no_mate},
};

struct ColorWord {
  std::string_view word;
  Color color;
};
constexpr ColorWord color_words[] = {{"black", Color::black},
                                     {"sente", Color::black},
                                     {"white", Color::white},
                                     {"gote", Color::white}};

std::optional<Ending> ending_of(std::string_view words) {
  for (int i = 1; i < ending_count; ++i) {
    const auto e = static_cast<Ending>(i);
    if (same_word(words, name(e))) return e;
  }
  for (const EndingWord& w : ending_words) {
    if (same_word(words, w.words)) return w.ending;
  }
  return std::nullopt;
}

// Takes "White " off the front.
std::optional<Color> take_color(std::string_view& words) {
  for (const ColorWord& c : color_words) {
    const std::size_t n = c.word.size();
    if (words.size() > n && words[n] == ' ' && same_word(words.substr(0, n), c.word)) {
      words = trimmed(words.substr(n));
      return c.color;
    }
  }
  return std::nullopt;
}

bool is_draw(Ending e) { return e == Ending::repetition || e == Ending::draw_agreed; }

bool says_wins(std::string_view words) {
  return same_word(words, "wins") || same_word(words, "won") || same_word(words, "win");
}

struct Date {
  int year = 0, month = 0, day = 0;
};

int month_named(std::string_view word) {
  static constexpr std::array<std::string_view, 12> names{"jan", "feb", "mar", "apr", "may", "jun",
                                                          "jul", "aug", "sep", "oct", "nov", "dec"};
  for (std::size_t i = 0; i < names.size() && word.size() >= 3; ++i) {
    if (same_word(word.substr(0, 3), names[i])) return static_cast<int>(i) + 1;
  }
  return 0;
}

std::vector<std::string_view> date_parts(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at < text.size();) {
    const auto same = [&](char c) {
      return is_digit(text[at]) ? is_digit(c) : c == '?' || is_letter(c);
    };
    std::size_t end = at;
    while (end < text.size() && same(text[end])) ++end;
    if (end > at) parts.push_back(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return parts;
}

int number(std::string_view digits) {
  int n = 0;
  for (const char c : digits) n = is_digit(c) ? n * 10 + (c - '0') : 0;
  return n;
}

std::string padded(int n, std::size_t width) {
  if (n == 0) return std::string(width, '?');
  std::string s = std::to_string(n);
  return s.size() < width ? std::string(width - s.size(), '0') + s : s;
}

std::optional<Date> read_date(std::string_view text) {
  if (text.size() == 8 && number(text) >= 10000101) {
    return Date{number(text.substr(0, 4)), number(text.substr(4, 2)), number(text.substr(6, 2))};
  }
  const std::vector<std::string_view> p = date_parts(text);
  if (p.empty() || p.size() > 3) return std::nullopt;
  if (p[0].size() == 4) {
    const bool months_digits = p.size() < 2 || !is_letter(p[1][0]);
    if (!months_digits || (p.size() > 1 && p[1].size() > 2)) return std::nullopt;
    return Date{number(p[0]), p.size() > 1 ? number(p[1]) : 0, p.size() > 2 ? number(p[2]) : 0};
  }
  if (p.size() == 3 && p[2].size() == 4 && month_named(p[1]) != 0) {
    return Date{number(p[2]), month_named(p[1]), number(p[0])};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Outcome> outcome_in_words(std::string_view words) {
  words = trimmed(words);
  if (words.ends_with('.')) words.remove_suffix(1);
  const std::optional<Color> color = take_color(words);
  const std::optional<Ending> ending = ending_of(words);
  if (!ending) return std::nullopt;
  if (is_draw(*ending)) return Outcome{GameResult::draw, *ending};
  return Outcome{color ? win_for(~*color) : GameResult::unknown, *ending};
}

std::optional<GameResult> result_in_words(std::string_view words) {
  words = trimmed(words);
  if (const std::optional<GameResult> r = result_named(words)) return r;
  if (words.empty() || words == "?") return GameResult::unknown;
  if (same_word(words, "draw") || words == "½-½" || words == "1/2" || words == "0.5-0.5")
    return GameResult::draw;
  if (const std::optional<Color> color = take_color(words); color && says_wins(words)) {
    return win_for(*color);
  }
  return std::nullopt;
}

GameResult result_for(Ending ending, Color side) {
  switch (ending) {
    case Ending::resignation:
    case Ending::mate:
    case Ending::timeout:
    case Ending::general_taken:
      return win_for(~side);
    case Ending::illegal_move:
    case Ending::declaration:
      return win_for(side);
    case Ending::repetition:
    case Ending::draw_agreed:
      return GameResult::draw;
    default:
      return GameResult::unknown;
  }
}

std::optional<Variant> variant_in_words(std::string_view words) {
  words = trimmed(words);
  if (const std::optional<Variant> v = variant_named(words)) return v;
  for (const std::string_view w : {"yari shogi", "yarishogi", "yari-shogi", "yari"}) {
    if (same_word(words, w)) return Variant::yari;
  }
  for (const std::string_view w : {"shogi", "standard", "normal", "hon shogi"}) {
    if (same_word(words, w)) return Variant::shogi;
  }
  return std::nullopt;
}

std::optional<Variant> variant_of_board(std::string_view sfen) {
  int squares = 0;
  for (const char c : trimmed(sfen)) {
    if (c == '/') return squares == YariShogi::files ? Variant::yari : Variant::shogi;
    if (c != '+') squares += is_digit(c) ? c - '0' : 1;
  }
  return std::nullopt;
}

std::string canonical_date(std::string_view text) {
  const std::optional<Date> d = read_date(trimmed(text));
  if (!d || d->month > 12 || d->day > 31) return std::string(text);
  return padded(d->year, 4) + '.' + padded(d->month, 2) + '.' + padded(d->day, 2);
}

}  // namespace yari
