// What holds the place of a value, and what is a round: one answer for lists, filters and tables.
#include "record/tag_value.h"

#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("values that only hold a place say nothing") {
  for (const char* value : {"", " ", "?", "??", "-", "--", "*", "...", "????.??.??", " ? ", "？"}) {
    INFO(value);
    CHECK(says_nothing(value));
    CHECK(known_value(value).empty());
  }
  for (const char* value : {"Habu", "0", "-1", "A.", "?!x", "不明"}) {
    INFO(value);
    CHECK_FALSE(says_nothing(value));
  }
  CHECK(known_value("\t HaBu\n") == "habu");
}

TEST_CASE("a round is the number that it begins with, or else its words") {
  CHECK(round_number("2") == 2);
  CHECK(round_number("2, Sennichite Replay") == 2);
  CHECK(round_number(" 2") == 2);
  CHECK(round_number("　2") == 2);
  CHECK(round_number("Final") == 0);
  CHECK(round_number("") == 0);
  CHECK(round_name("0") == "0");
  CHECK(round_name("1st") == "1");
  CHECK(round_name("2.1") == "2");
  CHECK(round_name("Final") == "Final");
  CHECK(round_name(" 2") == "2");
  CHECK(round_name(" Final ") == "Final");

  CHECK(is_round("2", "2"));
  CHECK(is_round("2.1", "2"));
  CHECK(is_round("2, Sennichite Replay", "2"));
  CHECK(is_round("fiNAL", "Final"));
  CHECK(is_round(" 2", "2"));
  CHECK(is_round("2", " 2 "));
  CHECK(is_round(" Final", "final"));
  CHECK(is_round("2.1", "2.1"));
  CHECK_FALSE(is_round("2.1", "2.2"));
  CHECK_FALSE(is_round("22", "2"));
  CHECK_FALSE(is_round("2", "22"));
  CHECK_FALSE(is_round("Final", "0"));
  CHECK_FALSE(is_round("", "2"));
  CHECK_FALSE(is_round("Final", ""));
  CHECK_FALSE(is_round("2", "2nd"));
  CHECK(is_round("1.3", "1"));
}

}  // namespace yari::test
