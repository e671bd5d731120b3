// Escaping for XML and HTML.
#include "analysis/report/svg_text.h"

#include "text/text.h"

namespace yari {

namespace {

bool is_utf8(CodePoint c) { return c.value < 0x80 || c.length > 1; }

// XML 1.0, production 2: every character but most controls, surrogates, U+FFFE and U+FFFF.
bool allowed_in_xml(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xD800 || (c > 0xDFFF && c != 0xFFFE && c != 0xFFFF);
}

}  // namespace

std::string escape_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    const std::string_view bytes = text.substr(at, c.length);
    at += c.length;
    if (!is_utf8(c) || !allowed_in_xml(c.value)) {
      out += "\xEF\xBF\xBD";
      continue;
    }
    switch (c.value) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += bytes;
    }
  }
  return out;
}

}  // namespace yari
