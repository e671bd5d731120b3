/// \file
/// Kana and kanji that people take for the same: katakana and hiragana, old and new forms of kanji.
#pragma once

namespace yari {

/// Katakana as hiragana, old and other forms of kanji as the common one (澤 -> 沢, 龍 -> 竜); any
/// other character as it is. On disk by way of db/query/words.h: what is called the same there
/// changes only with a new form of the index of words.
char32_t common_form(char32_t c);

}  // namespace yari
