// UTF-16 with a byte order mark, in blocks of any size.
#include "notation/encoding/encoding.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "text/utf8.h"

namespace yari::test {

namespace {

std::string utf16_of(std::string_view utf8, bool big) {
  std::string out = big ? "\xFE\xFF" : "\xFF\xFE";
  const auto add = [&](char32_t unit) {
    const auto high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
    out += big ? high : low;
    out += big ? low : high;
  };
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint c = code_point_at(utf8, at);
    at += c.length;
    if (c.value < 0x10000) {
      add(c.value);
    } else {
      add(0xD800 + ((c.value - 0x10000) >> 10));
      add(0xDC00 + (c.value & 0x3FF));
    }
  }
  return out;
}

std::string in_blocks(std::string_view bytes, std::size_t size, std::vector<Diagnostic>* found) {
  Decoder decoder;
  std::string out;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(size, bytes.size())))
    decoder.decode(bytes.substr(0, size), false, out);
  decoder.decode({}, true, out);
  if (found) *found = decoder.take_diagnostics();
  return out;
}

}  // namespace

TEST_CASE("UTF-16 is read in either order, and however the bytes come in") {
  const std::string text = "手合割：平手\n先手：𠮟る☗\n* 11 Ċ\n";
  for (const bool big : {false, true}) {
    for (const std::size_t size : {1U, 2U, 3U, 5U, 1000U}) {
      std::vector<Diagnostic> found;
      CHECK(in_blocks(utf16_of(text, big), size, &found) == text);
      CHECK(found.empty());
    }
    CHECK(to_utf8(utf16_of("a\r\nb\rc", big)) == "a\nb\nc");
  }
}

TEST_CASE("half a pair and half a unit of UTF-16 are reported") {
  std::vector<Diagnostic> found;
  CHECK(in_blocks(std::string("\xFF\xFE"
                              "a\0\x00\xD8"
                              "b\0\x00\xDC"
                              "c\0d",
                              13),
                  4, &found) == "a\uFFFDb\uFFFDc\uFFFD");
  REQUIRE_FALSE(found.empty());
  for (const Diagnostic& d : found) {
    CHECK(d.severity == Severity::warning);
    CHECK_THAT(d.message, Contains("no meaning in UTF-16; replaced by U+FFFD"));
  }
}

TEST_CASE("every format of records is read from UTF-16 and EUC-JP as from UTF-8") {
  const ReadResult game = kif().read(
      "手合割：平手\n先手：青木\n後手：馬場\n手数----指手---------消費時間--\n"
      "   1 ２六歩(27)   ( 0:00/00:00:00)\n*最初の手\n   2 投了\n",
      strictly());
  REQUIRE(game.game);
  for (const Format& format : formats()) {
    CAPTURE(format.name);
    const std::string text = format.write(*game.game, {}).text;
    CHECK(to_utf8(utf16_of(text, false)) == text);
    CHECK(to_utf8(utf16_of(text, true)) == text);
    CHECK(to_utf8(encode(text, Encoding::euc_jp).bytes) == text);
  }
}

}  // namespace yari::test
