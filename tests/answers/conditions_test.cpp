// Conditions on games as they are typed, at their bounds.
#include "answers/conditions.h"

#include <nlohmann/json.hpp>

#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// What was expected; empty where the condition was read into `filter`.
std::string read(std::string_view name, const std::string& typed, GameFilter& filter) {
  const Condition* const row = condition_named(name);
  REQUIRE(row);
  return row->read(filter, typed).value_or("");
}
std::string refusal(std::string_view name, const std::string& typed) {
  GameFilter filter;
  std::string expected = read(name, typed, filter);
  // What is refused changes nothing.
  if (!expected.empty()) CHECK(filter == GameFilter{});
  return expected;
}

/// Both ends; 0 for one that is open.
std::string range(std::string_view name, const std::string& typed,
                  std::optional<int> GameFilter::*low, std::optional<int> GameFilter::*high) {
  GameFilter filter;
  const std::string expected = read(name, typed, filter);
  if (!expected.empty()) return expected;
  return std::to_string((filter.*low).value_or(-1)) + ' ' +
         std::to_string((filter.*high).value_or(-1));
}
std::string dates(const std::string& typed) {
  return range("date", typed, &GameFilter::date_from, &GameFilter::date_to);
}
std::string plies(const std::string& typed) {
  return range("plies", typed, &GameFilter::min_plies, &GameFilter::max_plies);
}
std::string ratings(const std::string& typed) {
  return range("rated", typed, &GameFilter::min_rating, &GameFilter::max_rating);
}

}  // namespace

TEST_CASE("dates are a day, a month, a year, or a range of them that is open at one end") {
  CHECK(dates("1995") == "19950101 19951231");
  CHECK(dates("1995-08") == "19950801 19950831");
  CHECK(dates("1995-08-23") == "19950823 19950823");
  CHECK(dates("1990..1999") == "19900101 19991231");
  CHECK(dates("1995-08..1995-08-23") == "19950801 19950823");
  CHECK(dates("1990..") == "19900101 -1");
  CHECK(dates("..1999") == "-1 19991231");
  CHECK(dates("1995..1995") == "19950101 19951231");
  const std::string form = "a date like 1995, 1995-08 or 1995-08-23, or a range A..B";
  for (const char* const text :
       {"", "..", "x", "1995-8", "1995.08.23", "1995-02-30", "1995..x", "x..1995"})
    CHECK(dates(text) == form);
  CHECK(dates("1996..1995") == "a range from the earlier to the later");
  CHECK(dates("1995-08-24..1995-08-23") == "a range from the earlier to the later");
}

TEST_CASE("numbers are one, or a range that is open at one end, up to the most that is asked") {
  CHECK(plies("40") == "40 40");
  CHECK(plies("0") == "0 0");
  CHECK(plies("40..80") == "40 80");
  CHECK(plies("40..40") == "40 40");
  CHECK(plies("40..") == "40 -1");
  CHECK(plies("..80") == "-1 80");
  CHECK(plies("1000000") == "1000000 1000000");
  const std::string form = "a number from 0 to 1000000, or a range A..B";
  for (const char* const text :
       {"", "..", "x", "4x", "-1", "1000001", "99999999999", "1..x", "1...2"})
    CHECK(plies(text) == form);
  CHECK(plies("80..40") == "a range from the smaller to the larger");
  CHECK(ratings("9999") == "9999 9999");
  CHECK(ratings("10000") == "a number from 0 to 9999, or a range A..B");
}

TEST_CASE("choices are named, and the wrong one is answered with all of them") {
  GameFilter filter;
  CHECK(read("result", "1-0", filter).empty());
  CHECK(read("ending", "mate", filter).empty());
  CHECK(read("rules", "svp", filter).empty());
  CHECK(read("evaluated", "no", filter).empty());
  CHECK(read("variant", "shogi", filter).empty());
  CHECK(read("from_file", "a.kif", filter).empty());
  CHECK(read("round", "3", filter).empty());
  GameFilter expected;
  expected.result = GameResult::black_wins;
  expected.ending = Ending::mate;
  expected.rules = RuleSet::svp;
  expected.evaluated = false;
  expected.variant = Variant::shogi;
  expected.from_file = "a.kif";
  expected.round = "3";
  CHECK(filter == expected);
  CHECK(refusal("result", "2-0") == "one of 1-0, 0-1, 1/2-1/2, *");
  CHECK(refusal("rules", "x") == "one of standard, svp, classic");
  CHECK(refusal("evaluated", "maybe") == "one of yes, no");
  CHECK(refusal("variant", "chess") == "one of yari, shogi");
  CHECK(refusal("ending", "x").starts_with("one of unknown, resignation, mate, "));
  CHECK(refusal("player", "") == "some text");
}

TEST_CASE("a handicap is one of either game, or even, or any") {
  for (const auto& [typed, name] :
       std::vector<std::pair<std::string, std::string>>{{"even", "even"},
                                                        {"any", "any"},
                                                        {"Rook", "Rook"},
                                                        {"YR", "YR"},
                                                        {"飛車落ち", "Rook"}}) {
    GameFilter filter;
    CHECK(read("handicap", typed, filter).empty());
    CHECK(filter.handicap == name);
  }
  CHECK(refusal("handicap", "queen") == "a handicap of either game, 'even' or 'any'");
}

TEST_CASE("a condition is found by its name with underscores, and described for the page") {
  CHECK(condition_named("from_file"));
  CHECK(condition_named("from-file") == nullptr);
  CHECK(condition_named("") == nullptr);
  CHECK(with_underscores("a-b-c") == "a_b_c");
  const auto all = conditions_json();
  CHECK(all.size() == conditions().size());
  for (const auto& row : all) {
    if (row["name"] == "evaluated") CHECK(row["choices"] == Json({"yes", "no"}));
    if (row["name"] == "event") CHECK(row["offers"] == "event");
    if (row["name"] == "plies") CHECK(row["example"] == "40..80");
    if (row["name"] == "site") CHECK_FALSE(row.contains("offers"));
    if (row["name"] == "text") CHECK((!row.contains("example") && !row.contains("choices")));
  }
}

}  // namespace yari::test
