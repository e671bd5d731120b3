// Judgements of moves, as signs and as numbers.
#include "record/glyph.h"

#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("six glyphs have signs, the others are numbers, and both are read back") {
  for (const auto& [glyph, text] : std::vector<std::pair<int, std::string>>{{1, "!"},
                                                                            {2, "?"},
                                                                            {3, "!!"},
                                                                            {4, "??"},
                                                                            {5, "!?"},
                                                                            {6, "?!"},
                                                                            {7, "$7"},
                                                                            {10, "$10"},
                                                                            {255, "$255"}}) {
    INFO(text);
    CHECK(glyph_text(static_cast<std::uint8_t>(glyph)) == text);
    CHECK(read_glyph(text) == glyph);
    CHECK(read_glyph('$' + std::to_string(glyph)) == glyph);
  }
  CHECK(glyph_text(0) == "$0");
  CHECK(glyph_sign(0).empty());
  CHECK(glyph_sign(7).empty());
  CHECK(glyph_word(6) == "inaccuracy");
}

TEST_CASE("what is no glyph is not read") {
  for (const std::string_view text :
       {"", "$", "$0", "$256", "$-1", "$7x", "$ 7", "7", "71", "!!!", "good"}) {
    INFO(text);
    CHECK_FALSE(read_glyph(text));
  }
}

}  // namespace yari::test
