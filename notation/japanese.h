/// \file
/// The Japanese words of KIF, KI2, JKF and boards: pieces, numbers, headers, endings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/ascii.h"
#include "rules/outcome.h"
#include "rules/setup.h"

namespace yari {

/// The tag of a header that has no other: "備考二：3手詰", or of a remark: "# 3手詰".
inline constexpr std::string_view kif_tag = "KIF";
/// What the header 棋種 says of Yari Shogi.
inline constexpr std::string_view kif_yari_header = "槍将棋";

/// The first three bytes of a text as a number: one character of Japanese; 0 where there are fewer.
constexpr std::uint32_t character_code(std::string_view text) {
  if (text.size() < 3) return 0;
  return std::uint32_t{octet(text[0])} << 16 | std::uint32_t{octet(text[1])} << 8 | octet(text[2]);
}

/// Takes `word` off the front of `text`; false when it does not stand there.
inline bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}
inline bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}
/// Takes blanks, narrow and wide.
inline void take_blanks(std::string_view& text) {
  while (!text.empty() && (text[0] == ' ' || text[0] == '\t' || text[0] == '\xE3')) {
    if (text[0] != '\xE3') {
      text.remove_prefix(1);
    } else if (!take(text, "　")) {
      return;
    }
  }
}
/// Without narrow and wide blanks at both ends.
std::string_view trimmed_wide(std::string_view text);

/// Takes a digit 1..9, narrow or wide, or a kanji 一..九; 0 when there is none.
int take_digit(std::string_view& text);
/// Takes a number in kanji, 一..九十九, or in digits; 0 when there is none.
int take_number(std::string_view& text);
std::string_view wide_digit(int n);
std::string_view kanji_digit(int n);
/// 二, 十八; empty for one.
std::string kanji_count(int n);

/// Takes a piece: 歩, 成銀, 全, 龍 or 竜, 王 or 玉. Yari Shogi uses 歩 桂 角 飛 玉 (or 将),
/// promoted と 成桂 馬 龍.
std::optional<Kind> take_kif_piece(std::string_view& text, Variant v);
/// As moves name it: 成銀.
std::string_view kif_piece(Kind kind, Variant v);
/// As boards show it, in one character: 全.
std::string_view kif_board_piece(Kind kind, Variant v);

/// Takes "( 0:05/00:01:10)", whose second part is a sum, and returns the first in milliseconds.
std::optional<std::uint32_t> take_kif_time(std::string_view& text);

/// What 投了 says with `side` to move; no value for unknown words.
std::optional<Outcome> kif_outcome(std::string_view word, Color side);
/// The word from which kif_outcome gives `outcome` back; empty where there is none.
std::string_view kif_word(const Outcome& outcome, Color side);
/// What a last line like "まで115手で先手の勝ち" says; unknown parts stay unknown.
Outcome kif_footer(std::string_view line, Color side);

}  // namespace yari
