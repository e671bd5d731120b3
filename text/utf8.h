/// \file
/// UTF-8 as the Unicode standard defines it: the one decoder of the program.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace yari {

/// A byte of a character of several bytes, other than its first.
constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// How many line feeds there are.
std::size_t line_feeds(std::string_view text);

/// Length in bytes of the character at `at`, 1..4; 0 where the bytes are not UTF-8.
///
/// Overlong forms, surrogates and values above U+10FFFF are not UTF-8.
/// Requires: at < text.size().
std::size_t utf8_length(std::string_view text, std::size_t at);

/// A character and its length in bytes; a byte that is not UTF-8 counts as itself, one byte long.
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;
};
/// Requires: at < text.size().
CodePoint code_point_at(std::string_view text, std::size_t at);

/// Appends the character. Requires: value <= U+10FFFF.
void append_utf8(std::string& out, char32_t value);

/// Appends `text` with U+FFFD for each byte that is not UTF-8; returns the number of such bytes.
std::size_t append_valid_utf8(std::string& out, std::string_view text);

}  // namespace yari
