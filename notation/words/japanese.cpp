// Tables again; the first of several words for one thing is the one written.
#include "notation/words/japanese.h"

#include <algorithm>
#include <array>
#include <span>

#include "notation/words/comment.h"
#include "notation/words/ending_rows.h"

namespace yari {

namespace {

constexpr std::array<std::string_view, 10> wide_digits{"０", "１", "２", "３", "４",
                                                       "５", "６", "７", "８", "９"};
constexpr std::array<std::string_view, 10> kanji_digits{"〇", "一", "二", "三", "四",
                                                        "五", "六", "七", "八", "九"};

/// A digit or a piece of one character has this many bytes.
constexpr std::size_t one_character = 3;

/// A word of two characters: 成銀.
struct LongWord {
  std::string_view word;
  Kind kind;
};

// Calls `f(word, kind)` for every word of KIF for every piece of the game, and its own name: 香飛.
template <class F>
constexpr void for_each_word(const VariantInfo& game, F f) {
  for (const Kind k : all_kinds) {
    for (const auto& word : game[k].kif)
      if (!word.empty()) f(word, k);
    if (!game[k].kanji.empty()) f(game[k].kanji, k);
  }
}

template <class V>
consteval auto long_words() {
  constexpr auto is_long = [](std::string_view word) { return word.size() > one_character; };
  constexpr std::size_t count = [&] {
    std::size_t n = 0;
    for_each_word(V::info, [&](std::string_view word, Kind) { n += is_long(word) ? 1 : 0; });
    return n;
  }();
  std::array<LongWord, count> words{};
  std::size_t n = 0;
  for_each_word(V::info, [&](std::string_view word, Kind k) {
    if (is_long(word)) words[n++] = {word, k};
  });
  return words;
}
constexpr auto long_shogi_words = long_words<Shogi>();
constexpr auto long_yari_words = long_words<YariShogi>();

constexpr std::span<const LongWord> long_words_of(Variant v) {
  if (v == Variant::yari) return long_yari_words;
  return long_shogi_words;
}

/// What a character means, found by its code: every move asks for three of them.
class Characters {
 public:
  struct Meaning {
    std::uint32_t code = 0;
    /// 0: no digit.
    int digit = 0;
    std::optional<Kind> shogi_piece, yari_piece;
  };

  constexpr Characters() {
    for (int n = 1; n <= 9; ++n) {
      for (const auto& digits : {wide_digits, kanji_digits})
        place(character_code(digits[static_cast<std::size_t>(n)])).digit = n;
    }
    for_each_word(Shogi::info, [&](std::string_view word, Kind k) {
      if (word.size() == one_character) place(character_code(word)).shogi_piece = k;
    });
    for_each_word(YariShogi::info, [&](std::string_view word, Kind k) {
      if (word.size() == one_character) place(character_code(word)).yari_piece = k;
    });
  }

  constexpr const Meaning& operator[](std::uint32_t code) const {
    std::size_t at = first(code);
    while (table_[at].code != code && table_[at].code != 0) at = next(at);
    return table_[at];
  }

 private:
  // Three times as many as there are characters, so that the first place is nearly always the right
  // one.
  static constexpr int bits = 7;
  static constexpr std::size_t first(std::uint32_t code) {
    return code * 0x9E3779B1u >> (32 - bits);
  }
  static constexpr std::size_t next(std::size_t at) { return (at + 1) % (std::size_t{1} << bits); }

  constexpr Meaning& place(std::uint32_t code) {
    std::size_t at = first(code);
    while (table_[at].code != code && table_[at].code != 0) at = next(at);
    table_[at].code = code;
    return table_[at];
  }

  std::array<Meaning, std::size_t{1} << bits> table_{};
};

constexpr Characters characters_of_moves;

struct PlayerMark {
  std::string_view sign;
  Color color;
};
constexpr PlayerMark player_marks[] = {{"▲", Color::black}, {"△", Color::white},
                                       {"▼", Color::black}, {"▽", Color::white},
                                       {"☗", Color::black}, {"☖", Color::white}};

bool holds(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

// The player who is named last before `word`: "先手の時間切れにより後手の勝ち".
std::optional<Color> named_before(std::string_view line, std::string_view word) {
  line = line.substr(0, line.rfind(word));
  std::optional<Color> color;
  std::size_t last = 0;
  for (const auto& [name, c] : {std::pair("先手", Color::black), std::pair("下手", Color::black),
                                std::pair("後手", Color::white), std::pair("上手", Color::white),
                                std::pair("▲", Color::black), std::pair("☗", Color::black),
                                std::pair("△", Color::white), std::pair("☖", Color::white)}) {
    const std::size_t at = line.rfind(name);
    if (at == line.npos || (color && at < last)) continue;
    color = c;
    last = at;
  }
  return color;
}

}  // namespace

bool is_kif_game(std::string_view value) {
  return value.empty() || value == "将棋" || value == "本将棋" || value == kif_yari_header;
}

int take_digit(std::string_view& text) {
  if (text.empty()) return 0;
  if (text[0] >= '1' && text[0] <= '9') {
    const int n = text[0] - '0';
    text.remove_prefix(1);
    return n;
  }
  const int digit = characters_of_moves[character_code(text)].digit;
  if (digit != 0) text.remove_prefix(one_character);
  return digit;
}

int take_number(std::string_view& text) {
  int n = take_digit(text);
  if (take(text, "十")) return std::max(n, 1) * 10 + take_digit(text);
  for (int digits = 1; n != 0 && digits < 6; ++digits) {
    const int next = take_digit(text);
    if (next == 0 && !take(text, '0') && !take(text, "０") && !take(text, "〇")) break;
    n = n * 10 + next;
  }
  return n;
}

std::string_view wide_digit(int n) { return wide_digits[static_cast<std::size_t>(n)]; }
std::string_view kanji_digit(int n) { return kanji_digits[static_cast<std::size_t>(n)]; }

std::string kanji_count(int n) {
  if (n == 1) return {};
  std::string out;
  if (n >= 20) out += kanji_digit(n / 10);
  if (n >= 10) out += "十";
  if (n % 10 != 0) out += kanji_digit(n % 10);
  return out;
}

std::optional<Kind> take_kif_piece(std::string_view& text, Variant v) {
  const Characters::Meaning& meaning = characters_of_moves[character_code(text)];
  if (const auto kind = v == Variant::yari ? meaning.yari_piece : meaning.shogi_piece) {
    text.remove_prefix(one_character);
    return kind;
  }
  for (const LongWord& p : long_words_of(v)) {
    if (take(text, p.word)) return p.kind;
  }
  return std::nullopt;
}

void take_piece_tail(std::string_view& text, Kind& kind, Variant v) {
  if (text.size() < one_character || is_ascii(text[0])) return;
  struct Tail {
    std::string_view first, tail;
  };
  static constexpr Tail tails[] = {{"歩", "兵"}, {"香", "車"}, {"桂", "馬"},
                                   {"銀", "将"}, {"金", "将"}, {"飛", "車"},
                                   {"玉", "将"}, {"と", "金"}, {"龍", "王"}};
  const auto here = character_code(text);
  const auto is_here = [here](std::string_view tail) { return here == character_code(tail); };
  if (!is_here("馬") && std::ranges::none_of(tails, is_here, &Tail::tail)) return;
  const KindInfo& piece = info(v)[kind];
  for (const Tail& t : tails)
    if (piece.kif[0] == t.first && take(text, t.tail)) return;
  std::string_view horse = text;
  if (piece.kif[0] == "龍" && take(horse, "馬")) kind = *take_kif_piece(text, v);
}

std::string_view kif_piece(Kind kind, Variant v) { return info(v)[kind].kif[0]; }

std::string_view kif_board_piece(Kind kind, Variant v) {
  for (const std::string_view word : info(v)[kind].kif) {
    if (word.size() == one_character) return word;
  }
  return {};
}

// "0:03" and "0:03/00:01:10".
static std::optional<std::uint32_t> take_bare_time(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789:."), text.size());
  const std::string_view word = text.substr(0, end);
  if (word.find(':') == word.npos) return std::nullopt;
  const std::optional<std::uint32_t> ms = read_time(word);
  if (!ms) return std::nullopt;
  text.remove_prefix(end);
  if (text.starts_with('/'))
    text.remove_prefix(std::min(text.find_first_not_of("0123456789:./"), text.size()));
  return ms;
}

// Text goes on: neither a blank, nor a sign of ASCII or of a player.
static bool is_letter_of_word(std::string_view text) {
  return !is_ascii(text[0]) && blank_at(text) == 0 && !take_player_mark(text);
}

// "3秒", "(1分3秒)", "1時間2分"
static std::optional<std::uint32_t> take_time_in_words(std::string_view& text) {
  struct Unit {
    std::string_view word;
    std::uint32_t ms;
  };
  static constexpr Unit units[] = {{"時間", 3'600'000}, {"分", 60'000}, {"秒", 1'000}};
  std::string_view rest = text;
  const bool open = take(rest, '(') || take(rest, "（");
  std::optional<std::uint64_t> ms;
  for (const Unit& unit : units) {
    std::string_view part = rest;
    const bool zero = take(part, '0') || take(part, "０");
    const int n = zero ? 0 : take_number(part);
    if ((n == 0 && !zero) || !take(part, unit.word)) continue;
    ms = ms.value_or(0) + static_cast<std::uint64_t>(n) * unit.ms;
    rest = part;
  }
  if (!ms || *ms > UINT32_MAX || (open && !take(rest, ')') && !take(rest, "）")))
    return std::nullopt;
  if (!rest.empty() && is_letter_of_word(rest)) return std::nullopt;
  text = rest;
  return static_cast<std::uint32_t>(*ms);
}

static std::optional<std::uint32_t> take_time_in_parentheses(std::string_view& text) {
  const std::size_t end = text.find_first_of("/)");
  if (end == text.npos) return std::nullopt;
  const std::optional<std::uint32_t> ms = read_time(trimmed(text.substr(1, end - 1)));
  const std::size_t close = std::min(text.find_first_not_of("0123456789:./ ", end), text.size());
  if (ms) text.remove_prefix(close + (text.substr(close).starts_with(')') ? 1 : 0));
  return ms;
}

std::optional<std::uint32_t> take_kif_time(std::string_view& text) {
  take_blanks(text);
  // The mark of the next move begins with E2.
  if (text.empty() || text[0] == '\xE2') return std::nullopt;
  const auto ms = text[0] == '(' ? take_time_in_parentheses(text) : take_bare_time(text);
  return ms ? ms : take_time_in_words(text);
}

bool footer_says_cause(std::string_view line) {
  constexpr std::string_view signs[] = {"より", "よって", "ため", "（", "("};
  return std::ranges::any_of(signs, [&](std::string_view sign) { return holds(line, sign); });
}

// "投了により先手の勝ち", "先手の勝ち（中断）"
static Ending cause_said(std::string_view line) {
  for (const EndingWord& e : ending_words(Dialect::kif)) {
    const std::size_t at = line.find(e.word);
    if (at == line.npos) continue;
    const std::string_view rest = line.substr(at + e.word.size());
    for (const std::string_view next : {"に", "）", ")"})
      if (rest.starts_with(next)) return e.ending;
  }
  return Ending::unknown;
}

// "まで115手で先手の勝ち": who won, where the line says that and nothing else.
static std::optional<Color> plain_winner(std::string_view line) {
  constexpr std::string_view wins = "手の勝ち", kanji = "先";
  if (!line.ends_with(wins) || line.size() < wins.size() + kanji.size()) return std::nullopt;
  line.remove_suffix(wins.size());
  const std::string_view side = line.substr(line.size() - kanji.size());
  line.remove_suffix(kanji.size());
  take(line, "まで");
  line.remove_prefix(std::min(line.find_first_not_of("0123456789"), line.size()));
  take(line, "手");
  if (line != "で") return std::nullopt;
  if (side == "先" || side == "下") return Color::black;
  return side == "後" || side == "上" ? std::optional(Color::white) : std::nullopt;
}

Outcome kif_footer(std::string_view line, Color side) {
  Outcome o;
  if (const auto winner = plain_winner(line)) return {win_for(*winner), Ending::unknown};
  for (const EndingRow& row : ending_rows) {
    for (const RowWord& stem : row.footer_stems)
      if (holds(line, stem.word)) o.ending = row.ending;
  }
  const std::optional<Color> winner =
      holds(line, "勝") ? named_before(line, "勝") : std::optional<Color>();
  const std::string_view fault = holds(line, "負") ? "負" : "反則";
  if (winner) {
    o.result = win_for(*winner);
  } else if (holds(line, fault)) {
    if (const auto loser = named_before(line, fault)) o.result = win_for(~*loser);
  }
  const bool open = o.result != GameResult::unknown && o.ending == Ending::unknown;
  if (open && footer_says_cause(line)) o.ending = cause_said(line);
  if (o.result == GameResult::unknown && o.ending != Ending::illegal_move) {
    // 千日手 is part of longer words, which say more.
    std::string_view found;
    for (const EndingWord& e : ending_words(Dialect::kif)) {
      if (!holds(line, e.word) || !holds(e.word, found)) continue;
      found = e.word;
      o = {result_of(e.winner, side), e.ending};
    }
  }
  return o;
}

std::string_view kif_player(Color side, bool handicap) {
  if (side == Color::black) return handicap ? "下手" : "先手";
  return handicap ? "上手" : "後手";
}

std::string write_kif_footer(const Outcome& outcome, std::string_view word, bool handicap) {
  const bool black = outcome.result == GameResult::black_wins;
  const bool decided = black || outcome.result == GameResult::white_wins;
  const EndingRow& row = row_of(outcome.ending);
  if (!decided || (row.word_is_footer && !word.empty())) {
    if (!word.empty()) return "で" + std::string(word);
    return outcome.result == GameResult::draw ? "で引き分け" : "で終局";
  }
  std::string said = "で";
  std::string_view rest = row.footer.empty() ? "○の勝ち" : row.footer;
  while (!rest.empty()) {
    const Color winner = black ? Color::black : Color::white;
    if (take(rest, "○")) {
      said += kif_player(winner, handicap);
    } else if (take(rest, "●")) {
      said += kif_player(~winner, handicap);
    } else {
      said += rest[0];
      rest.remove_prefix(1);
    }
  }
  return said;
}

std::optional<Color> take_player_mark(std::string_view& text) {
  if (!text.starts_with('\xE2')) return std::nullopt;
  for (const PlayerMark& mark : player_marks) {
    if (take(text, mark.sign)) return mark.color;
  }
  return std::nullopt;
}

std::optional<Color> japanese_side_to_move(std::string_view text) {
  text = trimmed_wide(text);
  const bool black = take(text, "先手") || take(text, "下手");
  if (!black && !take(text, "後手") && !take(text, "上手")) return std::nullopt;
  take(text, "の");
  take(text, "手");
  if (text != "番") return std::nullopt;
  return black ? Color::black : Color::white;
}

}  // namespace yari
