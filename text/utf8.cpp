// The second byte decides: it alone shows overlong forms, surrogates and values that are too large.
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "text/ascii.h"

namespace yari {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

std::size_t length_by_lead(std::uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
}

}  // namespace

std::size_t line_feeds(std::string_view text) {
  std::size_t lines = 0;
  // Loops of a fixed length are vectorised at -O2, too; counts that fit a byte are added together.
  constexpr std::size_t width = 32, most = 255;
  while (text.size() >= width) {
    std::array<std::uint8_t, width> counts{};
    for (std::size_t n = 0; n < most && text.size() >= width; ++n) {
      const char* const part = text.data();
      for (std::size_t i = 0; i < width; ++i)
        counts[i] = static_cast<std::uint8_t>(counts[i] + (part[i] == '\n'));
      text.remove_prefix(width);
    }
    for (const std::uint8_t n : counts) lines += n;
  }
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  return lines;
}

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const std::uint8_t lead = octet(text[at]);
  const std::size_t length = length_by_lead(lead);
  if (length <= 1) return length;
  if (at + length > text.size()) return 0;
  const std::uint8_t second = octet(text[at + 1]);
  const std::uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const std::uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (second < low || second > high) return 0;
  for (std::size_t k = 2; k < length; ++k) {
    if (!is_continuation(text[at + k])) return 0;
  }
  return length;
}

CodePoint code_point_at(std::string_view text, std::size_t at) {
  const std::size_t length = utf8_length(text, at);
  const std::uint8_t lead = octet(text[at]);
  if (length <= 1) return {lead, 1};
  char32_t value = lead & (0xFFu >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) value = value << 6 | (octet(text[at + k]) & 0x3Fu);
  return {value, length};
}

void append_utf8(std::string& out, char32_t c) {
  const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
  const auto next = [&](char32_t bits) { return byte(0x80 | (bits & 0x3F)); };
  if (c < 0x80) {
    out += byte(c);
  } else if (c < 0x800) {
    out.append({byte(0xC0 | c >> 6), next(c)});
  } else if (c < 0x10000) {
    out.append({byte(0xE0 | c >> 12), next(c >> 6), next(c)});
  } else {
    out.append({byte(0xF0 | c >> 18), next(c >> 12), next(c >> 6), next(c)});
  }
}

std::size_t append_valid_utf8(std::string& out, std::string_view text) {
  std::size_t lost = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) ++lost;
    out += length == 0 ? replacement : text.substr(i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return lost;
}

}  // namespace yari
