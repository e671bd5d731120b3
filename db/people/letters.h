/// \file
/// Letters as names are compared by: without case, accents and width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace yari::people {

/// What becomes of the two dots of ä, ö and ü and of the like.
enum class Accents {
  dropped,   ///< "Müller" -> "muller"
  expanded,  ///< "Müller" -> "mueller", "Sørensen" -> "soerensen"
};

/// The text in small letters without accents, wide letters narrow, half-width kana wide, katakana
/// as hiragana, and old forms of kanji as new ones (澤 -> 沢). Marks that make another kana (が)
/// stay. Text that is not UTF-8 only loses its ASCII capitals.
std::string folded(std::string_view text, Accents accents = Accents::dropped);

/// The words of a folded text: letters and digits. Apostrophes and hyphens join ("Jun'ichi" is one
/// word), everything else parts.
std::vector<std::string> words_of(std::string_view folded);

/// The characters of UTF-8; a byte that is not UTF-8 counts as itself.
std::vector<char32_t> code_points(std::string_view text);
std::string utf8(char32_t c);

}  // namespace yari::people
