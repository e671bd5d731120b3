/// \file
/// The Japanese words of KIF, KI2, JKF and boards: pieces, numbers, headers, endings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/outcome.h"
#include "rules/setup.h"
#include "text/text.h"

namespace yari {

/// The tag of a header that has no other: "備考二：3手詰", or of a remark: "# 3手詰".
inline constexpr std::string_view kif_tag = "KIF";
/// The value of the header 棋種 for Yari Shogi.
inline constexpr std::string_view kif_yari_header = "槍将棋";
/// Whether 棋種 names a game that there is; nothing is Shogi.
bool is_kif_game(std::string_view value);

/// The first three bytes of a text as a number: one character of Japanese; 0 where there are fewer.
constexpr std::uint32_t character_code(std::string_view text) {
  if (text.size() < 3) return 0;
  return std::uint32_t{octet(text[0])} << 16 | std::uint32_t{octet(text[1])} << 8 | octet(text[2]);
}

/// Takes a digit 1..9, narrow or wide, or a kanji 一..九; 0 when there is none.
int take_digit(std::string_view& text);
/// Takes a number in kanji, 一..九十九, or in digits; 0 when there is none.
int take_number(std::string_view& text);
std::string_view wide_digit(int n);
std::string_view kanji_digit(int n);
/// 二, 十八; empty for one.
std::string kanji_count(int n);

/// Takes a piece: 歩, 成銀, 全, 龍 or 竜, 王 or 玉. Yari Shogi uses 歩 桂 角 飛 玉 (or 将),
/// promoted と 成桂 馬 龍, and its own names 香桂 香角 香飛 香銀 成角, but 飛車 is a 飛 here.
std::optional<Kind> take_kif_piece(std::string_view& text, Variant v);
/// Takes what a full name says after its first character: 歩兵, 飛車, 金将, 龍王; 龍馬 is a 馬. Not
/// 行 of 角行, which is a mark of KI2.
void take_piece_tail(std::string_view& text, Kind& kind, Variant v);
/// As moves name it: 成銀.
std::string_view kif_piece(Kind kind, Variant v);
/// As boards show it, in one character: 全.
std::string_view kif_board_piece(Kind kind, Variant v);

/// Takes "( 0:05/00:01:10)", whose second part is a sum, and returns the first in milliseconds;
/// also without the parentheses.
std::optional<std::uint32_t> take_kif_time(std::string_view& text);

/// Who moves by "後手番", "上手番", "先手の手番", which is all of the text.
std::optional<Color> japanese_side_to_move(std::string_view text);

/// Takes ▲ ☗ ▼ (Black) or △ ☖ ▽ (White) off the front.
std::optional<Color> take_player_mark(std::string_view& text);

/// What a last line like "まで115手で先手の勝ち" says; unknown parts stay unknown.
Outcome kif_footer(std::string_view line, Color side);
/// It also says why: "通信切断により先手の勝ち".
bool footer_says_cause(std::string_view line);
/// The players of an even game, or of one with a handicap: 先手 or 下手, 後手 or 上手.
std::string_view kif_player(Color side, bool handicap);
/// What that line says after the number of moves: "で先手の勝ち". `word` is KIF's for the outcome,
/// or empty.
std::string write_kif_footer(const Outcome& outcome, std::string_view word, bool handicap);

}  // namespace yari
