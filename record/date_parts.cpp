// Wide characters become narrow here, so that the forms of dates are written down once.
#include "record/date_parts.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/utf8.h"

namespace yari {

namespace {

constexpr std::array<std::string_view, 12> months{"January",   "February", "March",    "April",
                                                  "May",       "June",     "July",     "August",
                                                  "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> weekdays{"monday", "tuesday",  "wednesday", "thursday",
                                                   "friday", "saturday", "sunday"};
constexpr std::u32string_view kanji_digits = U"〇一二三四五六七八九";

bool is_unknown(char c) { return c == '?' || c == 'x'; }

template <class F>
std::size_t run_length(std::string_view text, F fits) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), fits) - text.begin());
}

DatePart number(std::string_view digits) {
  constexpr std::size_t longest = 8;
  int value = 0;
  for (const char c : digits.substr(0, longest)) value = value * 10 + (c - '0');
  return {DatePart::Type::number, value, digits.size(), digits};
}

/// The kanji number that year, month or day follows; length 0 where there is none.
DatePart kanji_number(std::string_view text, std::size_t& bytes) {
  DatePart part{DatePart::Type::number, 0, 0, {}};
  int tens = 0;
  std::size_t at = 0;
  for (int digits = 0; at < text.size() && digits < 4; ++digits) {
    const CodePoint c = code_point_at(text, at);
    const std::size_t digit = kanji_digits.find(static_cast<char32_t>(c.value));
    if (c.value == U'元' && at == 0) {
      part.value = 1;
    } else if (c.value == U'十' && tens == 0) {
      tens = std::max(part.value, 1) * 10;
      part.value = 0;
    } else if (digit != std::u32string_view::npos) {
      part.value = part.value * 10 + static_cast<int>(digit);
    } else {
      break;
    }
    at += c.length;
  }
  part.value += tens;
  const std::string_view next = text.substr(at);
  const bool of_date = next.starts_with("年") || next.starts_with("月") || next.starts_with("日");
  if (at != 0 && of_date) part.length = std::to_string(part.value).size();
  bytes = at;
  return part;
}

DatePart take_part(std::string_view text, std::size_t& bytes) {
  if ((bytes = run_length(text, is_digit)) != 0) return number(text.substr(0, bytes));
  bytes = run_length(text, is_unknown);
  const bool ends = bytes < text.size() && is_letter(text[bytes]);
  if (bytes != 0 && !ends) return {DatePart::Type::unknown, 0, bytes, {}};
  if ((bytes = run_length(text, is_letter)) != 0) {
    return {DatePart::Type::word, 0, bytes, text.substr(0, bytes)};
  }
  if (DatePart part = kanji_number(text, bytes); part.length != 0) return part;
  if (text[0] == ' ' || text[0] == '\t') {
    bytes = run_length(text, [](char c) { return c == ' ' || c == '\t'; });
    return {DatePart::Type::sign, 0, 1, " "};
  }
  bytes = code_point_at(text, 0).length;
  return {DatePart::Type::sign, 0, 1, text.substr(0, bytes)};
}

}  // namespace

std::string plain_date(std::string_view text) {
  constexpr std::size_t longest = 256;
  constexpr char32_t first_wide = 0xFF01, last_wide = 0xFF5E;
  text = text.substr(0, longest);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    if (c.length == 1) {
      out += ascii_lower(text[at]);
    } else if (c.value >= first_wide && c.value <= last_wide) {
      out += ascii_lower(static_cast<char>(c.value - first_wide + '!'));
    } else if (c.value == U'　') {
      out += ' ';
    } else {
      out += text.substr(at, c.length);
    }
    at += c.length;
  }
  return out;
}

std::vector<DatePart> date_parts(std::string_view plain) {
  // No date is longer; what follows one does not matter.
  constexpr std::size_t most_parts = 32;
  std::vector<DatePart> parts;
  parts.reserve(8);
  while (!plain.empty() && parts.size() < most_parts) {
    std::size_t bytes = 0;
    const DatePart part = take_part(plain, bytes);
    plain.remove_prefix(bytes);
    if (part.text != " " || !parts.empty()) parts.push_back(part);
  }
  while (!parts.empty() && parts.back().text == " ") parts.pop_back();
  return parts;
}

int month_named(std::string_view word) {
  if (word == "sept") return 9;
  for (std::size_t m = 0; m < months.size(); ++m) {
    const bool whole_or_short = word.size() == 3 || word.size() == months[m].size();
    if (whole_or_short && same_ignoring_case(word, months[m].substr(0, word.size()))) {
      return static_cast<int>(m) + 1;
    }
  }
  return 0;
}

bool is_weekday(std::string_view word) {
  return std::any_of(weekdays.begin(), weekdays.end(), [word](std::string_view day) {
    return word == day || word == day.substr(0, 3);
  });
}

std::string_view month_name(int month) { return months[static_cast<std::size_t>(month - 1)]; }

}  // namespace yari
