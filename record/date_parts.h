/// \file
/// The parts of which a date is written: numbers, words, and signs between them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace yari {

/// A number, a word of ASCII letters, a character of another script, or a sign.
struct DatePart {
  enum class Type { number, unknown, word, sign };
  Type type = Type::sign;
  /// Of a number, or of its first eight digits.
  int value = 0;
  /// Digits, "?" of an unknown number, letters; 1 for a sign.
  std::size_t length = 0;
  /// Of words in lower case, of signs as they stand; wide signs are narrow.
  std::string_view text;
};

/// The front of `text`, longer than any date, in lower case; wide ASCII characters become narrow.
std::string plain_date(std::string_view text);
/// Cuts what plain_date returned, which must outlive the parts. Blanks are parts only between
/// others, one for each run of them.
///
/// 元 and 一..九十九 are taken for numbers where 年, 月 or 日 follows.
std::vector<DatePart> date_parts(std::string_view plain);

/// 1..12 for the name of a month, in full or cut to three letters ("sept" too); 0 for other words.
int month_named(std::string_view lower_case_word);
/// Whether the word is the name of a day of the week, in full or cut to three letters.
bool is_weekday(std::string_view lower_case_word);
/// "February". Requires: 1 <= month <= 12.
std::string_view month_name(int month);

}  // namespace yari
