#include "notation/hodges/move_numbers.h"

#include <sstream>

#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// Of "1@1 3@2", numbers with the moves they stand before: what is said, as "2 for 3".
std::string said_of(const std::string& text, MoveNumbers::Start start = {true, true}) {
  MoveNumbers numbers(start);
  std::istringstream words(text);
  std::string said;
  std::size_t number = 0, ply = 0;
  for (char at = 0; words >> number >> at >> ply;) {
    if (const auto expected = numbers.expected_instead_of(number, ply))
      said +=
          (said.empty() ? "" : ", ") + std::to_string(*expected) + " for " + std::to_string(number);
  }
  return said;
}

}  // namespace

TEST_CASE("numbers before moves count pairs or moves, and a gap is noticed once", "[notation]") {
  const auto [numbers, said] = GENERATE(table<std::string, std::string>({
      {"1@1 2@3 3@5 4@7", ""},
      {"1@1 2@2 3@3 4@4", ""},
      {"1@1 3@3 5@5 7@7", ""},
      {"1@1 1@2 2@3 2@4 3@5", ""},
      {"1@1 2@2 2@3 3@4 3@5", "3 for 2, 4 for 3"},
      {"2@3 3@5", ""},
      {"5@9 6@11", ""},
      // In a variation and after it.
      {"1@1 2@3 3@5 2@4 2@3 3@5 4@7", ""},
      {"1@1 2@2 3@3 4@4 2@2 3@3 5@5", ""},
      {"2@1", "1 for 2"},
      {"1@1 3@2", "2 for 3"},
      {"1@1 2@3 4@5 5@7 6@9", "3 for 4"},
      {"1@1 2@3 2@5 3@7", "3 for 2"},
      {"1@1 2@3 3@5 4@6", "3 for 4"},
      {"1@1 2@3 3@5 5@6", "3 for 5"},
      {"1@1 2@2 3@3 5@4 6@5", "4 for 5"},
      {"1@1 2@2 4@3 5@4", "3 for 4"},
      {"1@1 2@3 9@5 10@7 9@9 10@11", "3 for 9, 11 for 9"},
      {"9@1 1@2", "1 for 9, 10 for 1"},
  }));
  CAPTURE(numbers);
  CHECK(said_of(numbers) == said);
}

TEST_CASE("where the second player begins, a pair may end with the first move", "[notation]") {
  const MoveNumbers::Start handicap{true, false};
  CHECK(said_of("1@1 2@2 2@3 3@4 3@5", handicap).empty());
  CHECK(said_of("1@1 2@2 3@4 5@6", handicap) == "4 for 5");
  CHECK(said_of("1@1 2@3 3@5 5@7", handicap) == "4 for 5");
  CHECK(said_of("1@1 2@2 3@3 5@4", handicap) == "4 for 5");
}

TEST_CASE("any number can be the first from another position", "[notation]") {
  const MoveNumbers::Start middle{false, true};
  CHECK(said_of("40@1 41@3", middle).empty());
  CHECK(said_of("40@2 41@3 42@5 43@6", middle) == "42 for 43");
  CHECK(said_of("40@1 42@3 44@4", middle) == "43 for 44");
  CHECK(said_of("40@3 39@1 38@2", middle) == "39 for 38");
}

TEST_CASE("a number says nothing where something stands between it and its move", "[notation]") {
  const auto finds = [](const std::string& moves) {
    const ReadResult read = hodges().read("[Variant \"Shogi\"]\n\n" + moves, {});
    std::string codes;
    for (const Diagnostic& d : read.diagnostics) codes += std::string(name(d.text.code)) + ' ';
    return codes;
  };
  CHECK(finds("1. P-7f P-3d 9. P-2f *") == "move-number ");
  CHECK(finds("1. P-7f P-3d 9... P-2f *") == "move-number ");
  CHECK(finds("1. P-7f P-3d 9) P-2f *") == "move-number ");
  CHECK(finds("1. P-7f P-3d 9. {a remark} P-2f *").empty());
  CHECK(finds("1. P-7f P-3d 9 P-2f *").empty());
  CHECK(finds("1. P-7f P-3d 99999999999999999999. P-2f *").empty());
}

}  // namespace yari::test
