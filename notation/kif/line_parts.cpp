// Nothing here knows a position.
#include "notation/kif/line_parts.h"

#include <algorithm>
#include <utility>

#include "notation/kif/move_text.h"
#include "notation/kif/scanner.h"
#include "notation/words/japanese.h"
#include "notation/words/outcome_words.h"
#include "text/text.h"

namespace yari {

namespace {

// A rank of a square, and no second digit of a count: "256手".
bool is_rank(std::string_view text) {
  if (take_digit(text) == 0) return false;
  while (take_digit(text) != 0 || take(text, '0')) {
  }
  constexpr std::string_view counted[] = {"手", "回", "点", "分", "秒"};
  return std::ranges::none_of(counted,
                              [&](std::string_view unit) { return text.starts_with(unit); });
}

}  // namespace

void skip_between_moves(std::string_view& text) {
  constexpr std::string_view signs[] = {"、", "，", ",", "…", "‥", "・", "→", "/", ";", "\u200B"};
  // Nearly always the mark of a player follows.
  const auto take_sign = [&](std::string_view sign) {
    return !text.empty() && text[0] == sign[0] && take(text, sign);
  };
  const auto at_mark = [&] { return text.starts_with("\xE2\x96") || text.starts_with("\xE2\x98"); };
  for (take_blanks(text); !at_mark() && std::ranges::any_of(signs, take_sign);) take_blanks(text);
}

std::uint8_t take_kif_glyph(std::string_view& text) {
  struct Glyph {
    std::string_view sign;
    std::uint8_t number;
  };
  // Where bytes were lost "?" stands for them.
  static constexpr Glyph glyphs[] = {{"!!", 3},   {"!?", 5},   {"!", 1},  {"！！", 3}, {"？？", 4},
                                     {"！？", 5}, {"？！", 6}, {"！", 1}, {"？", 2}};
  std::string_view rest = text;
  take_blanks(rest);
  if (rest.empty() || (rest[0] != '!' && rest[0] != '\xEF')) return 0;
  for (const Glyph& glyph : glyphs) {
    if (!take(rest, glyph.sign)) continue;
    text = rest;
    return glyph.number;
  }
  return 0;
}

bool is_bare_moves(std::string_view line) {
  for (skip_between_moves(line); !line.empty(); skip_between_moves(line)) {
    KifMove move;
    if (!take_kif_move<Shogi>(line, move)) return false;
    take_kif_time(line);
  }
  return true;
}

std::string_view before_parenthesis(std::string_view line) {
  return trimmed_wide(line.substr(0, std::min(line.find('('), line.find("（"))));
}

std::string_view take_parenthesis(std::string_view& text) {
  std::string_view rest = text;
  take_blanks(rest);
  if (std::string_view time = rest; take_kif_time(time)) return {};
  const std::string_view open = rest.starts_with('(') ? "(" : "（";
  const std::string_view close = rest.starts_with('(') ? ")" : "）";
  const std::size_t end = rest.find(close);
  if (!rest.starts_with(open) || end == rest.npos) return {};
  const std::string_view inside = rest.substr(open.size(), end - open.size());
  text = rest.substr(end + close.size());
  return inside;
}

bool has_square(std::string_view word, Variant v) {
  if (word == "二歩") return false;
  const auto ends = [&](std::string_view end) { return word.ends_with(end); };
  const auto holds = [&](std::string_view sign) { return word.find(sign) != word.npos; };
  if (word.starts_with("同") || ends("打") || ends("成") || ends("歩")) return true;
  if (holds("\uFFFD") || holds("?") || holds("？")) return true;
  while (!word.empty()) {
    std::string_view rest = word;
    if (take_digit(rest) != 0 && (take_kif_piece(rest, v) || is_rank(rest))) return true;
    word.remove_prefix(code_point_at(word, 0).length);
  }
  return false;
}

std::array<std::string_view, 3> parts_of_ending(std::string_view line) {
  std::string_view word = before_parenthesis(line);
  if (!ending_in_any_words(word, Color::black)) word = word.substr(0, word.find_first_of(" \t"));
  std::string_view rest = line.substr(offset_in(line, word) + word.size());
  const std::string_view remark = take_parenthesis(rest);
  if (word.ends_with('+')) word.remove_suffix(1);
  return {word, remark, rest};
}

bool numbers_mark(std::string_view text) {
  take_blanks(text);
  // Nearly always a mark stands there, and none of a number begins so.
  if (text.starts_with('\xE2')) return false;
  return take_kif_number(text) && take_player_mark(text);
}

bool says_ending(std::string_view line) {
  return ending_in_any_words(before_parenthesis(line), Color::black).has_value();
}

std::optional<std::size_t> count_in_footer(std::string_view footer) {
  take(footer, "まで");
  take_blanks(footer);
  const std::optional<std::size_t> count = take_kif_number(footer);
  return footer.starts_with("手") ? count : std::nullopt;
}

std::string with_sides(std::string_view footer, std::string_view black, std::string_view white) {
  std::string line(footer);
  const auto says_nobody = [&] {
    return kif_footer(line, Color::black).result == GameResult::unknown;
  };
  for (const auto& [name, side] : {std::pair(black, "先手"), {white, "後手"}}) {
    if (!says_nobody()) break;
    const std::size_t at = name.empty() ? line.npos : line.rfind(name);
    if (at != line.npos) line.replace(at, name.size(), side);
  }
  return line;
}

}  // namespace yari
