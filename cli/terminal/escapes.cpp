#include "cli/terminal/escapes.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/unseen.h"
#include "text/utf8.h"

namespace yari::cli {

namespace {

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
    const bool harmful = stray || (is_unseen(before, c.value) && kept.find(text[at]) == kept.npos);
    if (harmful)
      out += escape_of(static_cast<std::uint32_t>(c.value), c.length == 1);
    else
      out += text.substr(at, c.length);
    // An escape is no sign that a selector could belong to.
    before = harmful ? 0 : c.value;
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
    if (is_unseen(before, c.value))
      out += json_escape_of(static_cast<std::uint32_t>(c.value));
    else
      out.append(json, at, c.length);
    before = c.value;
    at += c.length;
  }
  return out;
}

}  // namespace yari::cli
