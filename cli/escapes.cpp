#include "cli/escapes.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/utf8.h"

namespace yari::cli {

namespace {

bool is_harmful(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

/// Nearly all text is: then nothing has to be decoded.
bool is_plain_ascii(std::string_view text, std::string_view kept = "") {
  return std::ranges::all_of(
      text, [&](char c) { return (c >= ' ' && c < '\x7F') || kept.find(c) != kept.npos; });
}

std::string with_escapes(std::string_view text, std::string_view kept) {
  if (is_plain_ascii(text, kept)) return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    const bool stray = c.length == 1 && c.value >= 0x80;
    const bool harmful = stray || (is_harmful(c.value) && kept.find(text[at]) == kept.npos);
    const auto value = static_cast<std::uint32_t>(c.value);
    if (!harmful)
      out += text.substr(at, c.length);
    else if (c.length == 1)
      out += fmt::format("\\x{:02x}", value);
    else
      out += fmt::format("\\u{:04x}", value);
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
  for (std::size_t at = 0; at < json.size();) {
    const CodePoint c = code_point_at(json, at);
    if (is_harmful(c.value))
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c.value));
    else
      out.append(json, at, c.length);
    at += c.length;
  }
  return out;
}

}  // namespace yari::cli
