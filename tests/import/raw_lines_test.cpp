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

}  // namespace yari::test
