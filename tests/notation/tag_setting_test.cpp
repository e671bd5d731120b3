// What may be set in a stored game, on the command line and in the pages.
#include "notation/words/tag_setting.h"

#include "tests/support/catch.h"

using namespace yari;

namespace {

/// What is added; the message when it is refused.
std::string set(const std::string& name, const std::string& value) {
  Correction c;
  if (const Result<void> added = add_setting(c, {name, value}); !added)
    return added.error().message;
  if (c.result) return "result " + std::string(yari::name(*c.result));
  if (c.ending) return "ending " + std::string(yari::name(*c.ending));
  if (c.handicap) return "handicap " + *c.handicap;
  return c.tags.front().name + " to " + c.tags.front().value;
}

}  // namespace

TEST_CASE("results, endings and handicaps are parts of the game, other tags are tags") {
  CHECK(set("result", "1-0") == "result 1-0");
  CHECK(set("Result", "") == "result *");
  CHECK(set("Termination", "mate") == "ending mate");
  CHECK(set("Ending", "illegal move") == "ending illegal move");
  CHECK(set("Handicap", "飛車落ち") == "handicap Rook");
  CHECK(set("Handicap", "YR1a") == "handicap YR1a");
  CHECK(set("Handicap", "") == "handicap even");
  CHECK(set("Event", "大阪") == "Event to 大阪");
  CHECK(set("Date", "1995.08.??") == "Date to 1995.08.??");
  CHECK(set("bad name", "") == "bad name to ");
}

TEST_CASE("of two values for one tag neither is taken") {
  const auto both = [](const Tag& a, const Tag& b) {
    const Result<Correction> correction = correction_of({a, b});
    return correction ? "" : correction.error().message;
  };
  CHECK(both({"Event", "a"}, {"event", "b"}) == "event: is set twice");
  CHECK(both({"Result", "1-0"}, {"Result", "0-1"}) == "Result: is set twice");
  CHECK(both({"Ending", "mate"}, {"Termination", "timeout"}) == "Termination: is set twice");
  CHECK(both({"Event", "a"}, {"Site", "b"}).empty());
  CHECK(both({"Event", "a"}, {"Result", "2-0"}).starts_with("Result: expected"));
}

TEST_CASE("a tag that a record cannot hold is refused with the reason") {
  CHECK(set("Result", "2-0") == "Result: expected 1-0, 0-1, 1/2-1/2 or *, found '2-0'");
  CHECK(set("Ending", "boredom") ==
        "Ending: expected an ending such as resignation, mate or timeout, found 'boredom'");
  CHECK(set("FEN", "9/9") == "FEN: follows from the start position; import the record again");
  CHECK(set("rules", "svp") == "rules: decides which moves are legal; import the record again");
  CHECK(set("Date", "2001.2.30") == "Date: '2001.2.30' is no date: February 2001 has no day 30");
  CHECK(set("a b", "1") == "a tag's name has letters, digits, _ and -, found 'a b'");
  CHECK(set("", "") == "a tag's name has letters, digits, _ and -, found ''");
  CHECK(set("Event", "a\nb") == "Event: the value contains control characters");
  CHECK(set("Event", "\xff") == "Event: the value is not UTF-8");
  CHECK(set("Event", std::string(10'001, 'x')) == "Event: the value is too long");
  CHECK(set("Handicap", "two kings").substr(0, 10) == "Handicap: ");
}
