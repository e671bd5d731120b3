// The small parts of text/: words that are nearly alike, blanks, wide characters, numbers for
// people.
#include <array>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "text/counted.h"
#include "text/nearest.h"
#include "text/text.h"
#include "text/utf8.h"

namespace yari::test {

TEST_CASE("two letters that changed places are one slip") {
  CHECK(edit_distance("list", "lsit") == 1);
  CHECK(edit_distance("ab", "ba") == 1);
  CHECK(edit_distance("abcd", "badc") == 2);
  CHECK(edit_distance("xab", "xba") == 1);
  CHECK(edit_distance("ab", "bc") == 2);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  const std::vector<std::string> words{"list", "lists", "tree", "db"};
  CHECK(nearest("lsit", words) == "list");
  CHECK(nearest("lits", words) == "list");
  CHECK(nearest("listt", words) == "list");
  CHECK(nearest("bd", words) == "db");
  CHECK_FALSE(nearest("kitten", words));
  CHECK_FALSE(nearest(std::string(41, 't'), words));
}

TEST_CASE("blanks of every width are blanks, and their neighbours are not") {
  for (const char* blank :
       {" ", "\t", "\u00A0", "\u2002", "\u200A", "\u202F", "\u205F", "\u3000"}) {
    INFO(blank);
    CHECK(blank_at(blank) == std::string(blank).size());
    CHECK(blank_at(std::string(blank) + "x") == std::string(blank).size());
  }
  for (const char* other : {"", "x", "\n", "\u00A1", "\u2001", "\u200B", "\u202E", "\u2030",
                            "\u205E", "\u2060", "\u3001", "\u309F", "\xC2", "\xE2\x80", "\xE3"}) {
    INFO(other);
    CHECK(blank_at(other) == 0);
  }
}

TEST_CASE("each range of wide characters has its first and its last") {
  for (const auto& [first, last] : std::vector<std::array<char32_t, 2>>{{0x1100, 0x115F},
                                                                        {0x2E80, 0x303E},
                                                                        {0x3041, 0xA4CF},
                                                                        {0xAC00, 0xD7A3},
                                                                        {0xF900, 0xFAFF},
                                                                        {0xFE30, 0xFE6F},
                                                                        {0xFF00, 0xFF60},
                                                                        {0x20000, 0x3FFFD}}) {
    INFO(static_cast<unsigned>(first));
    const auto width = [](char32_t c) {
      std::string text;
      append_utf8(text, c);
      return columns(text);
    };
    CHECK(width(first) == 2);
    CHECK(width(last) == 2);
    CHECK(width(first - 1) == 1);
    CHECK(width(last + 1) == 1);
  }
}

TEST_CASE("numbers for people have a comma before every three digits but the first") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(grouped(100000) == "100,000");
  CHECK(counted(1, "game") == "1 game");
  CHECK(counted(0, "game") == "0 games");
  CHECK(counted(2000, "ply", "plies") == "2,000 plies");
}

}  // namespace yari::test
