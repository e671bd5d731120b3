#include "record/glyph.h"

#include <algorithm>
#include <charconv>

namespace yari {

std::string glyph_text(std::uint8_t glyph) {
  const std::string_view sign = glyph_sign(glyph);
  return sign.empty() ? "$" + std::to_string(glyph) : std::string(sign);
}

std::optional<std::uint8_t> read_glyph(std::string_view text) {
  const auto* const row = std::ranges::find(glyph_rows, text, &GlyphRow::sign);
  if (row != std::end(glyph_rows)) return static_cast<std::uint8_t>(row - glyph_rows + 1);
  std::uint8_t number = 0;
  const char* const end = text.data() + text.size();
  if (!text.starts_with('$') || std::from_chars(text.data() + 1, end, number).ptr != end ||
      number == 0)
    return std::nullopt;
  return number;
}

}  // namespace yari
