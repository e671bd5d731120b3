// Conditions on games in the query language: where they may stand, and what is offered.
#include "answers/conditions.h"

#include <sstream>

#include "db/query/complete.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

/// Where the query is refused, and why; empty when it is read.
std::string refusal(std::string_view text) {
  const auto query = read_query(text, Variant::shogi);
  return query ? "" : std::to_string(query.error().offset) + ": " + query.error().message;
}

query::Completion offered(std::string_view text) {
  return query::complete(text, Variant::shogi, read_handicap, conditions());
}

}  // namespace

TEST_CASE("a query holds conditions of rows beside its own, joined by 'and'") {
  const auto query = read_query("round 3 and annotated no (check) from-file 'a b'", Variant::shogi);
  REQUIRE(query);
  GameFilter games;
  games.round = "3";
  games.annotated = "no";
  games.from_file = "a b";
  CHECK(query->games == games);
  CHECK(read_query("check", Variant::shogi)->games.empty());
}

TEST_CASE("the examples of conditions in a query can be typed") {
  int examples = 0;
  for (const char* page : {"/docs/conditions.md", "/docs/query.md"}) {
    std::istringstream lines(read_file(std::string(YARI_SOURCE_DIR) + page));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t begin = line.find("annotated no");
      if (begin == line.npos || !line.starts_with("    ")) continue;
      CHECK(refusal(line.substr(begin, line.find('"', begin) - begin)).empty());
      ++examples;
    }
  }
  CHECK(examples == 2);
}

TEST_CASE("a query refuses a row's condition where it is not joined by 'and', or is asked twice") {
  const std::string only = "this can stand where everything is joined by 'and', and not ";
  CHECK(refusal("check or round 3") == "9: " + only + "beside 'or'");
  CHECK(refusal("round 3 then check") == "0: " + only + "beside 'then'");
  CHECK(refusal("check and not (mate and round 3)") == "24: " + only + "behind 'not'");
  CHECK(refusal("twin round 3") == "5: " + only + "behind 'twin'");
  CHECK(refusal("mirror round 3") == "7: " + only + "behind 'mirror'");
  CHECK(refusal("round 3 and round 4") == "12: 'round' can be asked once in a query");
  CHECK(refusal("evaluated maybe") == "10: expected one of yes, no, found 'maybe'");
  CHECK(refusal("round") == "5: expected a value for 'round', found the end");
  CHECK(refusal("roundabout 3").starts_with("0: expected a condition"));
  CHECK(refusal("(check or mate) and round 3").empty());
}

TEST_CASE("names are offered after a row that asks for them, and its choices after others") {
  CHECK(offered("opponent ha").name == NameKind::player);
  CHECK(offered("evaluated ").words == std::vector<std::string>{"yes", "no"});
  CHECK(offered("rules s").words == std::vector<std::string>{"standard", "svp"});
  CHECK(offered("check and anno").words == std::vector<std::string>{"annotated"});
  // Any text would do.
  CHECK(offered("round ").words.empty());
  CHECK(offered("from-file c").words.empty());
}

}  // namespace yari::test
