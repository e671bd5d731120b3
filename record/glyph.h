/// \file
/// Numeric annotation glyphs, the judgements of moves that people and annotation give.
///
/// 1 to 6 have signs and words, a row each; the others are numbers, as PGN has them.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace yari {

/// What a glyph is called.
struct GlyphRow {
  std::string_view sign, word;
};

/// In order of their numbers, from 1 on.
inline constexpr GlyphRow glyph_rows[] = {{"!", "good"},         {"?", "mistake"},
                                          {"!!", "brilliant"},   {"??", "blunder"},
                                          {"!?", "interesting"}, {"?!", "inaccuracy"}};

inline constexpr std::uint8_t mistake_glyph = 2, brilliant_glyph = 3, blunder_glyph = 4,
                              inaccuracy_glyph = 6;

/// "inaccuracy". Requires: the glyph has a row.
constexpr std::string_view glyph_word(std::uint8_t glyph) { return glyph_rows[glyph - 1].word; }
/// "?!"; empty for a glyph without a sign.
constexpr std::string_view glyph_sign(std::uint8_t glyph) {
  return glyph >= 1 && glyph <= std::size(glyph_rows) ? glyph_rows[glyph - 1].sign
                                                      : std::string_view();
}
/// "?!", or "$14" for a glyph without a sign.
std::string glyph_text(std::uint8_t glyph);
/// What glyph_text writes, and "$6"; no value for any other text, "$0" too.
std::optional<std::uint8_t> read_glyph(std::string_view text);

}  // namespace yari
