// Widths by Unicode's East Asian Width property, and words.
#include "text/text.h"

#include <algorithm>
#include <array>

namespace yari {

namespace {

bool is_wide(char32_t c) {
  struct Range {
    char32_t first, last;
  };
  static constexpr std::array<Range, 8> wide{{{0x1100, 0x115F},
                                              {0x2E80, 0x303E},
                                              {0x3041, 0xA4CF},
                                              {0xAC00, 0xD7A3},
                                              {0xF900, 0xFAFF},
                                              {0xFE30, 0xFE6F},
                                              {0xFF00, 0xFF60},
                                              {0x20000, 0x3FFFD}}};
  return std::any_of(wide.begin(), wide.end(),
                     [c](Range r) { return c >= r.first && c <= r.last; });
}

}  // namespace

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::size_t columns(std::string_view text) {
  std::size_t n = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    n += is_wide(c.value) ? 2 : 1;
    at += c.length;
  }
  return n;
}

std::string_view trimmed_front(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view trimmed(std::string_view text) {
  text = trimmed_front(text);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view trimmed_wide(std::string_view text) {
  take_blanks(text);
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && is_continuation(text[last])) --last;
    if (text.back() != '\r' && blank_at(text.substr(last)) != text.size() - last) break;
    text.remove_suffix(text.size() - last);
  }
  return text;
}

std::string_view take_word(std::string_view& text) {
  text = trimmed_front(text);
  std::size_t length = 0;
  while (length < text.size() && !is_space(text[length])) ++length;
  const std::string_view word(text.data(), length);
  text.remove_prefix(length);
  return word;
}

std::string_view line_at(std::string_view text, std::size_t at) {
  std::string_view line = text.substr(at, text.find('\n', at) - at);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string in_quotes(std::string_view text) {
  if (text.empty()) return "the end";
  constexpr std::size_t longest = 24;
  std::string out = "'";
  for (std::size_t at = 0, n = 0; at < text.size(); ++n) {
    if (n == longest) {
      out += "...";
      break;
    }
    const CodePoint c = code_point_at(text, at);
    // A byte above ASCII that stands alone is part of a character that was cut.
    const bool control = c.value < ' ' || (c.value >= 0x7F && c.value < 0xA0);
    if (control || (c.length == 1 && c.value >= 0x80)) {
      out += '.';
    } else {
      out += text.substr(at, c.length);
    }
    at += c.length;
  }
  return out + "'";
}

}  // namespace yari
