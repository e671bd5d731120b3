/// \file
/// What bytes look like: the guesses of Decoder.
#pragma once

#include <cstddef>
#include <string_view>

namespace yari {

/// The place of the first byte above ASCII at or after `i`, or the end.
std::size_t end_of_ascii(std::string_view text, std::size_t i);
bool has_three_byte_character(std::string_view utf8);

/// How much more `text` looks like Shift_JIS (positive) than ISO-8859-1 (negative).
///
/// Japanese comes in runs of pairs with a lead of 0x81..0x9F or 0xE0..0xEA; Western letters stand
/// alone among ASCII letters, and ISO-8859-1 has nothing printable below 0xA0.
int shift_jis_score(std::string_view text);

/// How much more `text` looks like EUC-JP (positive) than ISO-8859-1 or half-width katakana.
///
/// Counted are pairs of two high bytes: kana and the kanji of game records most, frequent kanji
/// less, rare ones against. Two letters of a Western word, and half-width katakana alone, are never
/// enough to be sure.
int euc_jp_score(std::string_view text);
/// False where a byte above ASCII has no place in EUC-JP at all: a fast no for Shift_JIS.
bool may_be_euc_jp(std::string_view text);

/// The bytes above ASCII that are UTF-8 beyond doubt, and those that are none.
///
/// Two bytes that pass for a character count beside a Western letter alone: half-width katakana do.
struct Utf8Share {
  std::size_t sound = 0;
  std::size_t broken = 0;
};

Utf8Share utf8_share(std::string_view text);
/// UTF-8 with some damage, and not text of several encodings.
bool is_damaged_utf8(std::string_view block);

}  // namespace yari
