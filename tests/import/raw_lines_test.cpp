// Bytes beside the text that they were decoded to, in pieces of any size.
#include "import/raw_lines.h"

#include <string>

#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("lines of bytes end with LF, CR LF or CR, wherever they are cut") {
  // The decoder took the CR for the end of a line: an LF that comes next belongs to it, no other.
  const std::string bytes = "a\rb\n\nc\r\nd\r\re";
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    INFO(piece);
    RawLines raw;
    for (std::size_t at = 0; at < bytes.size(); at += piece) raw.add(bytes.substr(at, piece));
    for (const char* line : {"a\r", "b\n", "\n", "c\r\n", "d\r", "\r"})
      CHECK(raw.take(1, "") == line);
    CHECK(raw.take(0, "e") == "e");
    CHECK(raw.take_all().empty());
  }
}

TEST_CASE("the LF of a CR that was taken is no line of its own, and a later one is") {
  RawLines raw;
  raw.add("a\r");
  CHECK(raw.take(1, "") == "a\r");
  raw.add("\nb");
  CHECK(raw.take(0, "b") == "b");
  raw.add("\r");
  CHECK(raw.take(1, "") == "\r");
  raw.add("c");
  raw.add("\n");
  CHECK(raw.take(1, "") == "c\n");
  raw.add("d\r");
  CHECK(raw.take_all() == "d\r");
  raw.add("");
  raw.add("\ne\n");
  CHECK(raw.take(1, "") == "e\n");
}

TEST_CASE("lines that were forgotten are counted when lines are skipped") {
  for (const std::string end : {"\n", "\r\n", "\r"})
    for (const std::size_t width : {1U, 2U, 7U}) {
      INFO(width << " and " << end.size());
      RawLines raw;
      constexpr std::size_t lines = 200'000;
      const std::string line = std::string(width, 'x') + end;
      std::string all;
      for (std::size_t i = 0; i < lines; ++i) all += line;
      raw.add(all);
      raw.add("last" + end + "rest");
      raw.shorten();
      raw.skip(lines);
      CHECK(raw.take(1, "") == "last" + end);
      CHECK(raw.take_all() == "rest");
      // What was forgotten is not counted again.
      raw.add("a" + end + "b" + end + "c");
      raw.skip(1);
      CHECK(raw.take_all() == "b" + end + "c");
    }
}

TEST_CASE("no more than 256 KiB of lines are kept, and what is less is whole") {
  constexpr std::size_t kept = 256 * 1024;
  for (const std::size_t more : {0U, 1U, 2U}) {
    RawLines raw;
    raw.add("taken\n" + std::string(kept + more, 'x'));
    CHECK(raw.take(1, "") == "taken\n");
    raw.shorten();
    CHECK(raw.take_all().size() == kept);
  }
}

TEST_CASE("the beginning of a line is taken in the encoding that it has") {
  for (const std::string word : {"\xE5\x85\x88", "\x90\xE6", "\xC0\xE8"}) {
    RawLines raw;
    raw.add("a\n" + word + "b\n");
    CHECK(raw.take(1, "先") == "a\n" + word);
    CHECK(raw.take_all() == "b\n");
  }
  RawLines raw;
  raw.add("a\n\xFF\xFE");
  CHECK(raw.take(1, "先") == "a\n");
  CHECK(raw.take(3, "") == "\xFF\xFE");
}

}  // namespace yari::test
