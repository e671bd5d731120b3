#include "cli/escapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rules/utf8.h"

namespace yari::cli {

namespace {

struct CharacterRange {
  char32_t first, last;
};

constexpr bool is_in(char32_t c, CharacterRange range) {
  return c >= range.first && c <= range.last;
}

/// What steers a terminal or the order of letters, and what no terminal shows: Unicode's property
/// Default_Ignorable_Code_Point, and the marks of interlinear annotations.
constexpr std::array<CharacterRange, 19> harmful_ranges{{
    {0x00, 0x1F},     {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},
    {0x115F, 0x1160}, {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F}, {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
}};

bool is_harmful(char32_t c) {
  return std::ranges::any_of(harmful_ranges, [&](CharacterRange range) { return is_in(c, range); });
}

bool is_variation_selector(char32_t c) {
  return is_in(c, {0xFE00, 0xFE0F}) || is_in(c, {0xE0100, 0xE01EF});
}

/// Whether `c`, unseen by itself, is part of the sign before it: a variant of a kanji or an emoji,
/// an emoji of several, letters that join in scripts from Arabic to Burmese.
bool belongs_to(char32_t before, char32_t c) {
  const bool is_emoji = is_in(before, {0x1F000, 0x1FAFF}) || is_in(before, {0x2190, 0x2BFF});
  if (is_variation_selector(c)) {
    const bool is_keycap = is_in(before, {'0', '9'}) || before == '#' || before == '*';
    return is_keycap || (before >= 0xA0 && !is_harmful(before));
  }
  if (c == 0x200D && (is_emoji || before == 0xFE0F)) return true;
  return is_in(c, {0x200C, 0x200D}) && is_in(before, {0x600, 0x109F}) && !is_harmful(before);
}

/// Nearly all text is: then nothing has to be decoded.
bool is_plain_ascii(std::string_view text, std::string_view kept = "") {
  return std::ranges::all_of(
      text, [&](char c) { return (c >= ' ' && c < '\x7F') || kept.find(c) != kept.npos; });
}

std::string escape_of(std::uint32_t value, bool is_byte) {
  if (is_byte) return fmt::format("\\x{:02x}", value);
  return value > 0xFFFF ? fmt::format("\\U{:08x}", value) : fmt::format("\\u{:04x}", value);
}

std::string json_escape_of(std::uint32_t value) {
  if (value <= 0xFFFF) return fmt::format("\\u{:04x}", value);
  value -= 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (value >> 10), 0xDC00 + (value & 0x3FF));
}

std::string with_escapes(std::string_view text, std::string_view kept) {
  if (is_plain_ascii(text, kept)) return std::string(text);
  std::string out;
  char32_t before = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    const bool stray = c.length == 1 && c.value >= 0x80;
    const bool harmful = stray || (is_harmful(c.value) && kept.find(text[at]) == kept.npos &&
                                   !belongs_to(before, c.value));
    if (harmful)
      out += escape_of(static_cast<std::uint32_t>(c.value), c.length == 1);
    else
      out += text.substr(at, c.length);
    before = c.value;
    at += c.length;
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) { return with_escapes(text, ""); }

std::string printable_lines(std::string_view text) { return with_escapes(text, "\n\t"); }

std::string escaped_json(std::string json) {
  if (is_plain_ascii(json)) return json;
  std::string out;
  char32_t before = 0;
  for (std::size_t at = 0; at < json.size();) {
    const CodePoint c = code_point_at(json, at);
    if (is_harmful(c.value) && !belongs_to(before, c.value))
      out += json_escape_of(static_cast<std::uint32_t>(c.value));
    else
      out.append(json, at, c.length);
    before = c.value;
    at += c.length;
  }
  return out;
}

}  // namespace yari::cli
