// Where a record of Hodges ends and the next begins.
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

// "BLACK: MOVES" for each record, one a line.
std::string games_of(const std::string& text) {
  std::string out;
  for (const std::string_view record : records_of(text, hodges())) {
    const ReadResult read = hodges().read(record, {});
    CAPTURE(record, messages(read));
    REQUIRE(read.game);
    out += std::string(read.game->tag("Black")) + ": " + usi_moves(*read.game) + '\n';
  }
  return out;
}

}  // namespace

TEST_CASE("tags, a comment, a blank line and moves are one game") {
  const std::string a = "[Black \"A\"]\n{ A comment.\n\nOf two parts. }\n\n1.P7f P3d 2.S6h\n\n";
  const std::string b = "[Black \"B\"]\n\n{x} [y] 1.P2f {z}\n\n2. ... \n\n";
  CHECK(games_of(a + b + a) == "A: 7g7f 3c3d 7i6h\nB: 2g2f\nA: 7g7f 3c3d 7i6h\n");
}

TEST_CASE("a comment before the tags of the first record is its own") {
  CHECK(games_of("{ Of a book. }\n[Black \"A\"]\n\n1.P7f S3b\n") == "A: 7g7f 3a3b\n");
}

TEST_CASE("tags that follow a comment begin the next record") {
  CHECK(games_of("[Black \"A\"]\n{not played}\n[Event \"of B\"]\n[Black \"B\"]\n\n1.P7f S3b\n") ==
        "A: \nB: 7g7f 3a3b\n");
}

TEST_CASE("games without tags are cut at a blank line or a result, and remarks go with the next") {
  CHECK(games_of("1.P7f S3b\n\n1.P2f S3b\n") == ": 7g7f 3a3b\n: 2g2f 3a3b\n");
  CHECK(games_of("1.P7f S3b 1-0\n1.P2f S3b 0 - 1\n  1 P9f S3b\n") ==
        ": 7g7f 3a3b\n: 2g2f 3a3b\n: 9g9f 3a3b\n");
  CHECK(games_of("P7f S3b {1-0}\n\nP2f S3b 0-1\n\nP9f S3b\n") ==
        ": 7g7f 3a3b\n: 2g2f 3a3b\n: 9g9f 3a3b\n");
  const std::string text =
      "# Game 1\n# \n1.P7f S3b 2.Resigns\n# Time: 4.57\n# ----\n# Game 2\n# \n1.P2f S3b\n# last\n";
  CHECK(games_of(text) == ": 7g7f 3a3b\n: 2g2f 3a3b\n");
  const auto records = records_of(text, hodges());
  CHECK(records[0].ends_with("# Time: 4.57\n"));
  CHECK(records[1].starts_with("# ----\n# Game 2\n"));
}

TEST_CASE("a game goes on after a blank line where no new one begins") {
  CHECK(
      games_of("[Black \"A\"]\n\n1.P7f\n\n[ Said of it. ]\n\n1... S3b\n\n2.P2f\n\n{x}\n\nP3d\n") ==
      "A: 7g7f 3a3b 2g2f 3c3d\n");
}

TEST_CASE("a comment that is never closed ends where the next record begins") {
  CHECK(games_of("1.P7f {open S3b\n\n1.P2f S3b {x}\n") == ": 7g7f\n: 2g2f 3a3b\n");
  CHECK(games_of("1.P7f [open S3b\n\n1.P2f S3b\n") == ": 7g7f\n: 2g2f 3a3b\n");
  CHECK(games_of("[Black \"A\"]\n\n1.P7f [open S3b\n\n[Black \"B\"]\n\n1.P2f S3b\n") ==
        "A: 7g7f\nB: 2g2f 3a3b\n");
  CHECK(games_of("1.P7f {kept\n\n1.S3b is meant} S3b\n") == ": 7g7f 3a3b\n");
}

TEST_CASE("where a record ends does not depend on how much of the text is there") {
  const std::string played = "[Black \"A\"]\n\n1. P-7f P-3d 1-0\n\n";
  const std::string long_word(500, 'x');
  const std::string texts[] = {
      "{a}\n[Black \"A\"]\n{b {c}\n\n}\n1.P7f {x\n\n1.y} [z\n\n1.q] S3b 1-0\n\n# r\nP2f "
      "S3b\n\n1...S4b\n",
      played + "1. P-2f (1 [Event \"B\"] P-8d\n" + played,
      played + "1. P-2f 1-0 [Event \"C]\" ] 1. P-2f\n" + played,
      played + "1.   P-2f [Event \"D\"]\n" + played,
      played + "1.\t.. P-8d {c [Event \"E\"]}\n[Event \"F\"]\n" + played,
      played + "P-2f [Venue \"G\"] " + long_word + " [Event \"H\"]\n" + played,
      played + "# 7g7f\n7g7f 3c3d # [Event \"I\"]\n" + played,
      played + long_word + " 1-0[Event \"J\"]\n" + played};
  for (const std::string_view text : texts) {
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::size_t length = hodges().record_length(rest, true);
      for (std::size_t n = 0; n <= rest.size(); ++n) {
        const std::size_t early = hodges().record_length(rest.substr(0, n), false);
        CAPTURE(rest.substr(0, n));
        CHECK((early == 0 || early == length));
      }
      rest.remove_prefix(length);
    }
  }
}

}  // namespace yari::test
