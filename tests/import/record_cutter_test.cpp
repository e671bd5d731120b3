// Records do not depend on the pieces that a file is read in, and keep their own bytes.
#include "import/record_cutter.h"

#include "notation/encoding/encoding.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"
#include "tests/support/repeated.h"

namespace yari {
namespace {

constexpr std::size_t block = 64 * 1024;
constexpr std::size_t limit = 100'000;

/// The records, with their bytes, of a file that is read in these pieces, none over a block.
std::vector<RecordText> cut(const std::vector<std::string>& pieces, const Format& format) {
  std::size_t given = 0;
  RecordCutter cutter(
      [&](char* buffer, std::size_t) -> Result<std::size_t> {
        return given == pieces.size() ? 0 : pieces[given++].copy(buffer, block);
      },
      std::nullopt, limit, true);
  REQUIRE(cutter.begin());
  std::vector<RecordText> records;
  for (;;) {
    Result<std::optional<RecordText>> record = cutter.next(format);
    REQUIRE(record);
    if (!*record) return records;
    records.push_back(*std::move(*record));
  }
}

std::vector<std::string> blocks_of(const std::string& bytes) {
  std::vector<std::string> pieces;
  for (std::size_t i = 0; i < bytes.size(); i += block) pieces.push_back(bytes.substr(i, block));
  return pieces;
}

}  // namespace

TEST_CASE("a line end that two reads share is one line end") {
  const std::string first = std::string(block - 5, 'x') + "\rend\r";
  const auto records = cut({first, "\nnext\r\nend\r\n"}, test::line_format());
  REQUIRE(records.size() == 2);
  CHECK(records[0].bytes == first);
  CHECK(records[1].text == "next\nend\n");
  CHECK(records[1].bytes == "next\r\nend\r\n");
  CHECK(records[1].first_line == 3);
}

TEST_CASE("after a record that is too long, lines and bytes are counted on") {
  // Characters of three bytes may be cut, and line ends of two.
  const auto [begin, part, lines] = GENERATE(table<std::string, std::string, std::size_t>(
      {{"x", "é先", 0}, {"", "\r\n", 300'000}, {"y", "\r\n", 300'000}, {"", "x", 0}}));
  const std::string inside = begin + test::repeated(part, 300'000);
  const auto records =
      cut(blocks_of("one\nend\n" + inside + "\nend\ntwo\r\nend\r\n"), test::line_format());
  REQUIRE(records.size() == 3);
  CHECK(records[0].bytes == "one\nend\n");
  CHECK(records[1].too_long);
  CHECK(records[1].bytes.empty());
  CHECK(is_valid_utf8(records[1].text));
  CHECK(records[2].first_line == 5 + lines);
  CHECK(records[2].text == "two\nend\n");
  CHECK(records[2].bytes == "two\r\nend\r\n");
}

TEST_CASE("records that share a line have their own bytes where the encoding is known") {
  const std::string one = R"({"header":{"先手":"天野"},"moves":[{}]})";
  const std::string two = R"({"header":{"先手":"芭蕉"},"moves":[{}]})";
  const Format& jkf = *format_named("jkf");
  for (const Encoding e : {Encoding::utf8, Encoding::shift_jis, Encoding::euc_jp}) {
    INFO(name(e));
    const auto records = cut({encode(one + two + "\n", e).bytes}, jkf);
    REQUIRE(records.size() == 2);
    CHECK(records[0].text == one);
    CHECK(records[0].bytes == encode(one, e).bytes);
    CHECK(records[1].bytes == encode(two + "\n", e).bytes);
  }
  // What has no meaning in any encoding cannot be found again.
  const auto damaged = cut({"{\"header\":{\"先手\":\"\xFF\xFE\"},\"moves\":[{}]}" + two}, jkf);
  REQUIRE(damaged.size() == 2);
  CHECK(damaged[0].bytes.empty());
}

}  // namespace yari
