#include "record/tag_value.h"

#include <algorithm>
#include <charconv>

#include "text/ascii.h"
#include "text/text.h"
#include "text/utf8.h"

namespace yari {

bool says_nothing(std::string_view value) {
  const std::string_view text = trimmed(value);
  return text.find_first_not_of("?-*. ") == text.npos || text == "\uff1f";
}

std::string_view fault_of_value(std::string_view value) {
  constexpr std::size_t longest = 10'000;
  if (value.size() > longest) return "is too long";
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t length = utf8_length(value, at);
    if (length == 0) return "is not UTF-8";
    at += length;
  }
  const auto is_control = [](char c) { return octet(c) < ' ' || c == '\x7F'; };
  return std::ranges::any_of(value, is_control) ? "contains control characters" : "";
}

std::string known_value(std::string_view value) {
  return says_nothing(value) ? std::string() : ascii_lower(trimmed(value));
}

int round_number(std::string_view round) {
  round = trimmed_wide(round);
  int number = 0;
  std::from_chars(round.data(), round.data() + round.size(), number);
  return number;
}

std::string round_name(std::string_view round) {
  const int number = round_number(round);
  return number > 0 ? std::to_string(number) : std::string(trimmed_wide(round));
}

bool is_round(std::string_view tag, std::string_view asked) {
  tag = trimmed_wide(tag);
  asked = trimmed_wide(asked);
  if (same_ignoring_case(tag, asked)) return true;
  return std::ranges::all_of(asked, is_digit) && round_number(asked) > 0 &&
         round_number(tag) == round_number(asked);
}

}  // namespace yari
