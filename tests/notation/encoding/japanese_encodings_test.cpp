// EUC-JP and ISO-2022-JP: the CSA servers of the 2000s wrote the one, mail carried the other.
#include "notation/encoding/encoding.h"
#include "notation/encoding/iso_2022_jp.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/repeated.h"

namespace yari {
namespace {

constexpr Encoding japanese[] = {Encoding::shift_jis, Encoding::euc_jp, Encoding::iso_2022_jp};

struct DecodedFile {
  std::string text;
  std::vector<Diagnostic> diagnostics;
};

DecodedFile decode_file(std::string_view bytes, std::optional<Encoding> forced = std::nullopt) {
  Decoder decoder(forced);
  DecodedFile result;
  decoder.decode(bytes, true, result.text);
  result.diagnostics = decoder.take_diagnostics();
  return result;
}

std::string bytes_in(Encoding e, std::string_view text) {
  const Encoded encoded = encode(text, e);
  INFO(text);
  CHECK(encoded.losses.empty());
  return encoded.bytes;
}

/// A record as CSA servers, KIF programs and people write it, and none of it in UTF-8.
constexpr std::string_view record =
    "'----------\nN+gps\nN-山田将棋\n$EVENT:第15回世界コンピュータ将棋選手権\n"
    "手合割：平手\n先手：羽生善治\n後手：谷川浩司\n| ・ ・v香v桂v銀v金v玉| ・|一\n"
    "   1 ７六歩(77)   ( 0:01/00:00:01)\n*▲７六歩は、よくある手です。\n"
    "まで115手で先手の勝ち\n{ﾊﾝｶｸ ｶﾀｶﾅ}\n~①－∥\n";

}  // namespace

TEST_CASE("names in EUC-JP of a CSA server are not read as ISO-8859-1") {
  const DecodedFile d = decode_file("N+gps\nN-\xBB\xB3\xC5\xC4\xBE\xAD\xB4\xFD\nPI\n+\n+7776FU\n");
  CHECK(d.text == "N+gps\nN-山田将棋\nPI\n+\n+7776FU\n");
  REQUIRE(d.diagnostics.size() == 1);
  CHECK(d.diagnostics[0].message == "not UTF-8; read as EUC-JP");
  CHECK(d.diagnostics[0].line == 2);
}

TEST_CASE("a record in any Japanese encoding is found to be in that one") {
  for (const Encoding e : japanese) {
    const DecodedFile d = decode_file(bytes_in(e, record));
    INFO(name(e));
    CHECK(d.text == record);
    REQUIRE(d.diagnostics.size() == 1);
    CHECK(d.diagnostics[0].message == "not UTF-8; read as " + std::string(name(e)));
  }
}

TEST_CASE("short Japanese texts are told apart") {
  for (const std::string_view text :
       {"先手：羽生善治", "▲７六歩", "N+森内", "山田", "第64期名人戦", "投了", "上手：佐藤",
        "|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三", "*先手の勝ち", "$EVENT:竜王戦", "中断"}) {
    for (const Encoding e : japanese) {
      INFO(text << " in " << name(e));
      CHECK(to_utf8(bytes_in(e, text)) == text);
    }
  }
}

TEST_CASE("Western text is not taken for EUC-JP") {
  for (const std::string_view text :
       {"[White \"Schüßler, Jörg\"]", "Großöder", "{Él está aquí: ¡olé! ¿qué?}", "½-½", "«Ça va»",
        "N°É", "Krauß Ulrich", "São Paulo", "Ångström, Ærø", "{±0,5}", "£½"}) {
    INFO(text);
    CHECK(to_utf8(encode(text, Encoding::latin1).bytes) == text);
  }
}

TEST_CASE("files put together from EUC-JP, Shift_JIS and UTF-8 are read line by line") {
  const std::string text = "先手：羽生善治\n後手：谷川浩司\n*よくある手です。\n";
  const std::string shift_jis = bytes_in(Encoding::shift_jis, text);
  const std::string euc_jp = bytes_in(Encoding::euc_jp, text);
  const std::string mail = bytes_in(Encoding::iso_2022_jp, text);
  CHECK(decode_file(shift_jis + euc_jp + mail + text).text == text + text + text + text);
  CHECK(decode_file(mail + text + euc_jp + shift_jis).text == text + text + text + text);
}

TEST_CASE("a damaged byte of EUC-JP costs the character that it is in") {
  const std::string euc = bytes_in(Encoding::euc_jp, record);
  for (std::size_t at = 0; at < euc.size(); at += 7) {
    if (static_cast<unsigned char>(euc[at]) < 0x80) continue;
    std::string hurt = euc;
    hurt[at] = '!';
    const DecodedFile d = decode_file(hurt);
    INFO(at);
    CHECK(is_valid_utf8(d.text));
    const std::size_t end = euc.rfind('\n', at) + 1;
    const std::string before = to_utf8(euc.substr(0, end), Encoding::euc_jp);
    CHECK(d.text.substr(0, before.size()) == before);
  }
}

TEST_CASE("the escapes of ISO-2022-JP are read in all their forms") {
  CHECK(to_utf8("\x1B$B@h<j\x1B(B:a") == "先手:a");
  CHECK(to_utf8("\x1B$@@h<j\x1B(J:a") == "先手:a");
  CHECK(to_utf8("\x1B(I1\x1B(B") == "ｱ");
  CHECK(to_utf8("\x1B$B-!\x1B(B") == "①");
  // A line that does not return to ASCII does not take the next one with it.
  CHECK(to_utf8("\x1B$B@h<j\nP-7f\n") == "先手\nP-7f\n");
  CHECK(to_utf8("\x1B$B@h<") == "先\uFFFD");
  // Other escapes are text.
  CHECK(to_utf8("a\x1B[1mb") == "a\x1B[1mb");
  CHECK(decode_file("a\x1B[1mb").diagnostics.empty());
}

TEST_CASE("every line of written ISO-2022-JP is of seven bits and ends in ASCII") {
  const std::string bytes = bytes_in(Encoding::iso_2022_jp, record);
  bool japanese = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    REQUIRE(static_cast<unsigned char>(bytes[i]) < 0x80);
    const std::string_view rest = std::string_view(bytes).substr(i);
    if (rest.starts_with('\x1B')) japanese = !rest.starts_with("\x1B(B");
    if (bytes[i] == '\n') CHECK_FALSE(japanese);
  }
}

TEST_CASE("what EUC-JP and ISO-2022-JP lack is replaced and reported") {
  for (const Encoding e : {Encoding::euc_jp, Encoding::iso_2022_jp}) {
    const Encoded encoded = encode("先手：😀歩", e);
    CHECK(to_utf8(encoded.bytes, e) == "先手：〓歩");
    REQUIRE(encoded.losses.size() == 1);
    CHECK(encoded.losses[0] == "characters that " + std::string(name(e)) + " does not have: 1 (😀)");
  }
}

TEST_CASE("a declaration of EUC-JP is read, and overruled where the text is UTF-8") {
  CHECK(declared_encoding("#KIF version=2.0 encoding=EUC-JP\n") == Encoding::euc_jp);
  CHECK(declared_encoding("'CSA encoding=ISO-2022-JP\n") == Encoding::iso_2022_jp);
  const DecodedFile d = decode_file("'CSA encoding=EUC-JP\nN+羽生\n");
  REQUIRE(d.diagnostics.size() == 1);
  CHECK(d.diagnostics[0].message == "EUC-JP is declared, but the text is not; read as UTF-8");
}

TEST_CASE("feeding Japanese byte by byte gives what feeding at once gives") {
  for (const Encoding e : japanese) {
    const std::string bytes = bytes_in(e, record);
    Decoder decoder;
    std::string text;
    for (const char c : bytes) decoder.decode(std::string_view(&c, 1), false, text);
    decoder.decode("", true, text);
    CHECK(text == record);
  }
}

TEST_CASE("a long line of ISO-2022-JP is not cut within its escapes") {
  const std::string text = test::repeated("先手：羽生善治 ", 20'000);
  const std::string bytes = bytes_in(Encoding::iso_2022_jp, text);
  Decoder decoder;
  std::string read;
  for (std::size_t i = 0; i < bytes.size(); i += 1000) {
    decoder.decode(std::string_view(bytes).substr(i, 1000), false, read);
  }
  decoder.decode("", true, read);
  CHECK(read == text);
}

TEST_CASE(
    "every Japanese file of the test data reads the same in every encoding that can hold it") {
  const auto folder = test::shared_data("shogi");
  if (!folder) return;
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder)) {
    if (!entry.is_regular_file() || entry.file_size() > 200'000) continue;
    const std::string text = to_utf8(test::read_file(entry.path()));
    if (text.find("手") == std::string::npos) continue;
    for (const Encoding e : {Encoding::euc_jp, Encoding::iso_2022_jp}) {
      const Encoded encoded = encode(text, e);
      if (!encoded.losses.empty()) continue;
      INFO(entry.path().string() << " in " << name(e));
      CHECK(to_utf8(encoded.bytes) == text);
      ++files;
    }
  }
  CHECK(files > 100);
}

}  // namespace yari
