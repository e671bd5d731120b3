// Encodings are found from the bytes, and text survives the way there and back.
#include "notation/encoding/encoding.h"

#include <sstream>

#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari {
namespace {

// "先手：羽生善治" and "▲７六歩" in Shift_JIS.
const std::string sente_sjis = "\x90\xE6\x8E\xE8\x81\x46\x89\x48\x90\xB6\x91\x50\x8E\xA1";
const std::string move_sjis = "\x81\xA3\x82\x56\x98\x5A\x95\xE0";

struct Decoded {
  std::string text;
  std::vector<Diagnostic> diagnostics;
};

Decoded decode(std::string_view bytes, std::optional<Encoding> forced = std::nullopt) {
  Decoder decoder(forced);
  Decoded result;
  decoder.decode(bytes, true, result.text);
  result.diagnostics = decoder.take_diagnostics();
  return result;
}

}  // namespace

TEST_CASE("plain ASCII passes unchanged and without a word") {
  const Decoded d = decode("1. P-7f P-3d\n");
  CHECK(d.text == "1. P-7f P-3d\n");
  CHECK(d.diagnostics.empty());
}

TEST_CASE("text is recognised as UTF-8, Shift_JIS or ISO-8859-1 by its bytes") {
  CHECK(decode("先手：羽生善治\n").text == "先手：羽生善治\n");
  CHECK(decode(sente_sjis + "\n").text == "先手：羽生善治\n");
  CHECK(decode("{Sch\xF6nes L\xE4uferendspiel, gro\xDF}").text == "{Schönes Läuferendspiel, groß}");
  CHECK(decode("[White \"Jos\xE9 Mu\xF1oz\"]").text == "[White \"José Muñoz\"]");
  CHECK(decode("H\xFCrlimann").text == "Hürlimann");
  CHECK(decode("don\x92t").text == "don’t");
}

TEST_CASE("what was guessed is said once, with its line") {
  const Decoded d = decode("# a\n" + sente_sjis + "\n" + move_sjis + "\n");
  REQUIRE(d.diagnostics.size() == 1);
  CHECK(d.diagnostics[0].severity == Severity::note);
  CHECK(d.diagnostics[0].line == 2);
  CHECK(d.diagnostics[0].message == "not UTF-8; read as Shift_JIS");
}

TEST_CASE("a declaration that the bytes contradict is overruled, and that is said") {
  const Decoded utf8 = decode("#KIF version=2.0 encoding=Shift_JIS\n先手：羽生\n");
  CHECK_THAT(utf8.text, Contains("先手：羽生"));
  REQUIRE(utf8.diagnostics.size() == 1);
  CHECK_THAT(utf8.diagnostics[0].message, Contains("Shift_JIS is declared"));

  const Decoded sjis = decode("'CSA encoding=UTF-8\n'" + sente_sjis + "\n");
  CHECK_THAT(sjis.text, Contains("先手：羽生善治"));
  REQUIRE(sjis.diagnostics.size() == 1);
  CHECK_THAT(sjis.diagnostics[0].message, Contains("UTF-8 is declared"));
}

TEST_CASE("declarations are found in the first line only") {
  CHECK(declared_encoding("#KIF version=2.0 encoding=UTF-8\n") == Encoding::utf8);
  CHECK(declared_encoding("\xEF\xBB\xBF#KIF version=2.0 encoding=Shift_JIS") ==
        Encoding::shift_jis);
  CHECK(declared_encoding("'CSA encoding=SHIFT_JIS\r\nV3.0") == Encoding::shift_jis);
  CHECK(declared_encoding("V2.2\n'CSA encoding=UTF-8") == std::nullopt);
  CHECK(declared_encoding("#KIF encoding=klingon") == std::nullopt);
  CHECK(declared_encoding("") == std::nullopt);
}

TEST_CASE("a file put together from several encodings is read line by line") {
  const Decoded d = decode(
      "{Sch\xF6n, sch\xE4rfer, gr\xF6\xDF"
      "er}\n{先手の勝ち}\n" +
      sente_sjis + "\n");
  CHECK(d.text == "{Schön, schärfer, größer}\n{先手の勝ち}\n先手：羽生善治\n");
}

TEST_CASE("a damaged byte does not make another encoding of a line of UTF-8") {
  const std::string text =
      "手合割：平手\n先手：渡邉　明\n   1 ７六歩(77)\n*好手\n{schön, präzise}\n";
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (static_cast<unsigned char>(text[at]) < 0x80) continue;
    for (const char* damage : {"x", "\xFF", "\x82", "\xE3", ""}) {
      std::string hurt = text;
      hurt.replace(at, 1, damage);
      if (is_valid_utf8(hurt)) continue;
      INFO(at << " " << damage);
      const Decoded d = decode(hurt);
      // The other characters of the line stand, the lines around it too.
      std::size_t same = 0;
      while (same < at && d.text[same] == text[same]) ++same;
      CHECK(same + 3 > at);
      const std::string_view behind = std::string_view(text).substr(at + 6);
      CHECK(std::string_view(d.text).ends_with(
          behind.substr(std::min<std::size_t>(behind.size(), 2))));
      CHECK_THAT(d.text, Contains("\uFFFD"));
      REQUIRE(d.diagnostics.size() == 1);
      CHECK(d.diagnostics[0].severity == Severity::warning);
      CHECK(d.diagnostics[0].line ==
            1u + static_cast<std::size_t>(std::count(
                     text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')));
      CHECK_THAT(d.diagnostics[0].message, Contains("no meaning in UTF-8"));
    }
  }
}

TEST_CASE("lines of other encodings in a file of UTF-8 are read as such all the same") {
  std::string utf8;
  for (int i = 0; i < 20; ++i) utf8 += "*先手の勝ち、後手の負け\n";
  const Decoded d = decode(utf8 + "[White \"M\xFCller\"]\n" + sente_sjis + "\n" + utf8);
  CHECK(d.text == utf8 + "[White \"Müller\"]\n先手：羽生善治\n" + utf8);
}

TEST_CASE("a forced encoding is not argued with") {
  CHECK(decode("\xC3\xA9", Encoding::latin1).text == "Ã©");
  CHECK(decode("\xB1\xB2", Encoding::shift_jis).text == "ｱｲ");
  const Decoded d = decode("ok\nbad \xFF\xFE!\n", Encoding::utf8);
  CHECK(d.text == "ok\nbad \uFFFD\uFFFD!\n");
  REQUIRE(d.diagnostics.size() == 1);
  CHECK(d.diagnostics[0].severity == Severity::warning);
  CHECK(d.diagnostics[0].line == 2);
  CHECK_THAT(d.diagnostics[0].message, Contains("2 bytes of this line with no meaning in UTF-8"));
}

TEST_CASE("Shift_JIS cut inside a character keeps what is whole") {
  const Decoded d = decode(sente_sjis + "\n" + move_sjis.substr(0, 5));
  CHECK(d.text == "先手：羽生善治\n▲７\uFFFD");
  CHECK(d.diagnostics.size() == 2);
}

TEST_CASE("byte order marks vanish wherever they stand") {
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(decode(mark + "#KIF\n").text == "#KIF\n");
  CHECK(decode("a\n" + mark + "b" + mark + "\n").text == "a\nb\n");
  CHECK(decode(mark).text.empty());
  CHECK(decode(mark + "\n" + sente_sjis).text == "\n先手：羽生善治");
}

TEST_CASE("line ends of every kind become newlines, also across blocks") {
  CHECK(decode("a\r\nb\rc\nd\r").text == "a\nb\nc\nd\n");
  CHECK(decode("a\r\n\r\nb\n\rc").text == "a\n\nb\n\nc");
  Decoder decoder;
  std::string text;
  decoder.decode("a\n\r", false, text);
  decoder.decode("\nb", true, text);
  CHECK(text == "a\n\nb");
}

TEST_CASE("NUL padding is left out with a note") {
  const Decoded d = decode(std::string("a\n\0\0\0b\0", 7));
  CHECK(d.text == "a\nb");
  REQUIRE(d.diagnostics.size() == 1);
  CHECK(d.diagnostics[0].line == 2);
}

TEST_CASE("findings are limited in number, and the last one says so") {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += "\xFF\n";
  const Decoded d = decode(bytes, Encoding::utf8);
  CHECK(d.diagnostics.size() == 24);
  CHECK_THAT(d.diagnostics.back().message, Contains("more of the kind are not listed"));
}

TEST_CASE("feeding byte by byte gives what feeding at once gives") {
  const std::string bytes =
      "\xEF\xBB\xBF#KIF\r\n" + sente_sjis + "\r\n" + move_sjis + "\r\n\xE3\x81\x82\n";
  Decoder decoder;
  std::string text;
  for (char c : bytes) decoder.decode(std::string_view(&c, 1), false, text);
  decoder.decode("", true, text);
  CHECK(text == decode(bytes).text);
}

TEST_CASE("a line longer than any block is decoded without cutting a character") {
  std::string bytes = "\x83\x41";
  std::string expected = "ア";
  for (int i = 0; i < 40000; ++i) {
    bytes += sente_sjis + " ";
    expected += "先手：羽生善治 ";
  }
  Decoder decoder(Encoding::shift_jis);
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 1000) {
    decoder.decode(std::string_view(bytes).substr(i, 1000), false, text);
  }
  decoder.decode("", true, text);
  CHECK(text == expected);
}

TEST_CASE("validity of UTF-8 follows the standard") {
  CHECK(is_valid_utf8("aé先😀"));
  CHECK_FALSE(is_valid_utf8("\xC0\x80"));          // overlong
  CHECK_FALSE(is_valid_utf8("\xE0\x80\x80"));      // overlong
  CHECK_FALSE(is_valid_utf8("\xED\xA0\x80"));      // surrogate
  CHECK_FALSE(is_valid_utf8("\xF4\x90\x80\x80"));  // beyond U+10FFFF
  CHECK_FALSE(is_valid_utf8("\xE5\x85"));          // cut
  CHECK_FALSE(is_valid_utf8("\x80"));
}

TEST_CASE("encodings are known by their many names") {
  CHECK(encoding_named("UTF-8") == Encoding::utf8);
  CHECK(encoding_named("Shift_JIS") == Encoding::shift_jis);
  CHECK(encoding_named("cp932") == Encoding::shift_jis);
  CHECK(encoding_named("ISO-8859-1") == Encoding::latin1);
  CHECK(encoding_named("EBCDIC") == std::nullopt);
  CHECK(encoding_named("EUC-JP") == Encoding::euc_jp);
  CHECK(encoding_named("ISO-2022-JP") == Encoding::iso_2022_jp);
  for (std::size_t i = 0; i < encoding_count; ++i) {
    const auto e = static_cast<Encoding>(i);
    CHECK(encoding_named(name(e)) == e);
  }
}

TEST_CASE("text goes back to bytes, and characters without a place are reported") {
  CHECK(encode("先手：羽生善治", Encoding::shift_jis).bytes == sente_sjis);
  CHECK(encode("Schön", Encoding::latin1).bytes == "Sch\xF6n");
  CHECK(encode("Schön ☗", Encoding::utf8).bytes == "Schön ☗");
  const Encoded e = encode("☗７六歩 ☖３四歩 ☗", Encoding::shift_jis);
  CHECK(to_utf8(e.bytes, Encoding::shift_jis) == "〓７六歩 〓３四歩 〓");
  REQUIRE(e.losses.size() == 1);
  CHECK(e.losses[0] == "characters that Shift_JIS does not have: 3 (☗ ☖)");
  CHECK(encode("▲７六歩", Encoding::latin1).bytes == "????");
}

TEST_CASE("a character that comes back as another that looks like it is reported") {
  for (const auto& [e, changed] : {std::pair(Encoding::shift_jis, "¢ £ ¬ — ‖ − 〜 ¥ ‾"),
                                   std::pair(Encoding::euc_jp, "¢ £ ¬ — ‖ − 〜 ¥ ‾ ¦"),
                                   std::pair(Encoding::iso_2022_jp, "¢ £ ¬ — ‖ − 〜 ¥ ‾ ¦")}) {
    INFO(name(e));
    std::istringstream characters(changed);
    for (std::string c; characters >> c;) {
      const Encoded written = encode(c + "歩" + c, e);
      INFO(c);
      CHECK(to_utf8(written.bytes, e) != c + "歩" + c);
      CHECK(written.losses ==
            std::vector<std::string>{"characters that " + std::string(name(e)) +
                                     " has in another form alone: 2 (" + c + ")"});
    }
    CHECK(encode("― ～ － ∥ \\ ~", e).losses.empty());
  }
  CHECK(encode("¢ £ ¬ ¥", Encoding::latin1).losses.empty());
}

TEST_CASE("a record in another encoding declares that one, and reads back") {
  for (const char* format : {"kif", "csa"}) {
    Game game = new_game(Variant::shogi);
    game.tags = {{"Black", "羽生善治"}, {"Event", "encoding=UTF-8"}};
    const std::string utf8 = format_named(format)->write(game, {}).text;
    CHECK(declared_encoding(utf8) == Encoding::utf8);
    CHECK(encode_record(utf8, Encoding::utf8).bytes == utf8);
    for (const Encoding to : {Encoding::shift_jis, Encoding::latin1}) {
      const Encoded record = encode_record(utf8, to);
      CHECK(declared_encoding(record.bytes) == to);
      CHECK(record.losses.empty() == (to == Encoding::shift_jis));
    }
    const std::string shift_jis = encode_record(utf8, Encoding::shift_jis).bytes;
    const ReadResult read = format_named(format)->read(decode(shift_jis).text, {});
    REQUIRE(read.game);
    CHECK(*read.game == game);
  }
  // Other formats declare nothing.
  CHECK(encode_record("[Event \"encoding=UTF-8\"]\n", Encoding::shift_jis).bytes ==
        "[Event \"encoding=UTF-8\"]\n");
}

TEST_CASE("every Shift_JIS record file of the test data decodes without loss") {
  const auto folder = test::shared_data("shogi");
  if (!folder) return;
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".tsv") continue;
    const Decoded d = decode(test::read_file(entry.path()));
    INFO(entry.path().string());
    CHECK(is_valid_utf8(d.text));
    for (const Diagnostic& found : d.diagnostics) {
      INFO(found.line << ": " << found.message);
      CHECK(found.severity == Severity::note);
    }
    ++files;
  }
  CHECK(files > 100);
}

}  // namespace yari
