/// \file
/// Widths and words in a text: what every reader of this folder needs.
#pragma once

#include <cassert>
#include <charconv>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "text/ascii.h"
#include "text/utf8.h"

namespace yari {

/// Characters (code points), not bytes.
std::size_t characters(std::string_view text);
/// Columns on a terminal: East Asian wide characters take two.
std::size_t columns(std::string_view text);

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\0';
}
/// A character of a tag's name.
constexpr bool is_name_char(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; }
/// Equal but for the case of ASCII letters.
inline bool same_word(std::string_view a, std::string_view b) { return same_ignoring_case(a, b); }
/// Without white space (and NULs) at both ends.
std::string_view trimmed(std::string_view text);
/// The same, at the front alone.
std::string_view trimmed_front(std::string_view text);
/// Without blanks of any width (blank_at) at both ends.
std::string_view trimmed_wide(std::string_view text);

/// Takes `front` off the front of `text`; false when it does not stand there.
inline bool take(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}
inline bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}
/// The bytes of the blank at the front of `text`: a space or a tab, U+00A0, U+2002..U+200A, U+202F,
/// U+205F or U+3000; 0 where there is none.
inline std::size_t blank_at(std::string_view text) {
  if (text.empty()) return 0;
  if (text[0] == ' ' || text[0] == '\t') return 1;
  if (text[0] == '\xC2') return text.size() > 1 && text[1] == '\xA0' ? 2 : 0;
  if ((text[0] != '\xE2' && text[0] != '\xE3') || text.size() < 3) return 0;
  const auto last = static_cast<unsigned char>(text[2]);
  const bool blank = text[0] == '\xE3'   ? text[1] == '\x80' && last == 0x80
                     : text[1] == '\x80' ? (last >= 0x82 && last <= 0x8A) || last == 0xAF
                                         : text[1] == '\x81' && last == 0x9F;
  return blank ? 3 : 0;
}
/// Takes blanks of any width.
inline void take_blanks(std::string_view& text) {
  while (const std::size_t n = blank_at(text)) text.remove_prefix(n);
}
/// Takes white space and the word after it; empty at the end.
std::string_view take_word(std::string_view& text);

/// Reads "12", "+12" or "-12" where it is the whole of `text` and fits.
template <class T>
std::optional<T> whole_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  T value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}
/// Whether `part` is a view of bytes of `text`, and not of a copy.
inline bool is_part_of(std::string_view text, std::string_view part) {
  const std::less_equal<const char*> before;
  return before(text.data(), part.data()) &&
         before(part.data() + part.size(), text.data() + text.size());
}
/// Where `part` begins in `text`. Requires: it is a part of `text`, as a view of the same bytes.
inline std::size_t offset_in(std::string_view text, std::string_view part) {
  assert(part.data() >= text.data() && part.data() <= text.data() + text.size());
  return static_cast<std::size_t>(part.data() - text.data());
}
/// What stands from the beginning of `first` to that of `next`. Requires: both are views of the
/// same bytes, and `next` does not begin before `first`.
inline std::string_view up_to(std::string_view first, std::string_view next) {
  assert(first.data() <= next.data());
  return {first.data(), static_cast<std::size_t>(next.data() - first.data())};
}
/// The rest of the line at `at`, without its line end.
std::string_view line_at(std::string_view text, std::size_t at);

/// "'text'" for a message: cut when long, control characters shown as '.', "the end" when empty.
std::string in_quotes(std::string_view text);

}  // namespace yari
