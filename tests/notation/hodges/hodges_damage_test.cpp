// Broken input: cut files, foreign bytes, endless lines and nesting give findings, not crashes.

#include "tests/notation/random_record.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "tests/support/cpu_time.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

// The invariants of any reading at all.
void check_sound(const ReadResult& result) {
  const bool has_error =
      std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                  [](const Diagnostic& d) { return d.severity == Severity::error; });
  CHECK((result.game || has_error));
  for (const Diagnostic& d : result.diagnostics) {
    CHECK(d.line >= 1);
    CHECK(d.column >= 1);
    CHECK_FALSE(d.message.empty());
    CHECK(d.message.find('\n') == std::string::npos);
    CHECK(d.excerpt.size() < 400);
  }
}

}  // namespace

TEMPLATE_TEST_CASE("a record cut anywhere reads as far as it goes", "", YariShogi, Shogi) {
  Rng rng(5);
  for (int i = 0; i < 12; ++i) {
    const std::string text = hodges().write(RandomRecord<TestType>(rng).game(), {}).text;
    for (std::size_t length = 0; length < text.size(); ++length) {
      check_sound(hodges().read(text.substr(0, length), {}));
    }
  }
}

TEMPLATE_TEST_CASE("a record with wrong bytes in it is read or refused", "", YariShogi, Shogi) {
  Rng rng(6);
  for (int i = 0; i < effort(3000, 1000); ++i) {
    RandomRecord<TestType> random(rng);
    std::string text = hodges().write(random.game(), {}).text;
    for (int n = random.number(1, 6); n-- > 0;) {
      const auto at = static_cast<std::size_t>(random.number(0, static_cast<int>(text.size()) - 1));
      text[at] = static_cast<char>(random.number(0, 255));
    }
    const ReadResult result = hodges().read(text, {});
    check_sound(result);
    if (!result.game) continue;
    const std::string written = hodges().write(*result.game, {}).text;
    const ReadResult again = hodges().read(written, {});
    CAPTURE(text, written);
    REQUIRE(again.game);
    CHECK(*again.game == *result.game);
  }
}

TEST_CASE("noise is no game") {
  Rng rng(7);
  for (int i = 0; i < 200; ++i) {
    std::string noise;
    for (int n = 0; n < 2000; ++n) noise += static_cast<char>(rng());
    check_sound(hodges().read(noise, {}));
  }
  CHECK_FALSE(hodges().read("", {}).game);
  CHECK_FALSE(hodges().read(std::string(100, '\0'), {}).game);
  CHECK_FALSE(hodges().read("The quick brown fox jumps over the lazy dog.\n", {}).game);
}

TEST_CASE("NULs, carriage returns and tabs between moves are white space") {
  const std::string text = std::string("[Variant \"Shogi\"]\r\n\r\n1.\tP-7f\r\nP-3d ") +
                           std::string(50, '\0') + " 2. P-2f 1-0\r\n" + std::string(500, '\0');
  const ReadResult result = hodges().read(text, strictly());
  CAPTURE(messages(result));
  REQUIRE(result.game);
  CHECK(usi_moves(*result.game) == "7g7f 3c3d 2g2f");
}

TEST_CASE("variations nested 100,000 deep are reported and kept as a comment") {
  std::string text = "[Variant \"Shogi\"]\n\n1. P-7f ";
  for (int i = 0; i < 100'000; ++i) text += i % 2 == 0 ? "(1. P-2f " : "(1. P-7f ";
  text += std::string(100'000, ')') + " P-3d *\n";
  const ReadResult result = hodges().read(text, {});
  REQUIRE(result.game);
  CHECK(usi_moves(*result.game) == "7g7f 3c3d");
  CHECK(messages(result).find("variations are nested deeper than 1000") != std::string::npos);
  const ReadResult again = hodges().read(hodges().write(*result.game, {}).text, {});
  REQUIRE(again.game);
  CHECK(*again.game == *result.game);
}

TEST_CASE("parentheses and braces that are never closed cost linear time") {
  const auto read_each = [](std::size_t size) {
    for (const std::string& piece :
         {std::string("( "), std::string("{ "), std::string("{{} "), std::string("1. P-7f ( "),
          std::string("P-7f {{ P-3d } "), std::string("[ "), std::string("\\{"), std::string("x "),
          std::string("P*5e "), std::string("1-0 foo "), std::string("(P-7f K-9a) ")}) {
      std::string text = "[Variant \"Shogi\"]\n\nP-7f ";
      while (text.size() < size) text += piece;
      check_sound(hodges().read(text, {}));
      CHECK(hodges().record_length(text, true) == text.size());
    }
  };
  CHECK(takes_linear_time(1'000'000, 5, read_each));
}

TEST_CASE("a line of 100 MB is read, and an error far out in it is shown in a short excerpt") {
  std::string text = "[Variant \"Shogi\"]\n\n";
  text.reserve(101'000'000);
  std::string comment = "{a comment of some length to fill the line up with";
  while (comment.size() < 4'000) comment += " and more";
  while (text.size() < 99'000'000) text += "G4i-4h G4a-4b G4h-4i G4b-4a " + comment + "} ";
  text += "K5i-1a";
  const ReadResult result = hodges().read(text, {});
  REQUIRE(result.game);
  CHECK(result.game->unread == "K5i-1a");
  REQUIRE_FALSE(result.diagnostics.empty());
  CHECK(result.diagnostics.back().column > 90'000'000);
  CHECK(result.diagnostics.back().excerpt.size() < 400);
}

TEST_CASE("a comment that is never closed does not take the next records with it") {
  const std::string text =
      "[Variant \"Shogi\"]\n[Black \"A\"]\n\n1. P-7f {never closed P-3d *\n\n"
      "[Variant \"Shogi\"]\n[Black \"B\"]\n\n1. P-2f *\n";
  const auto records = records_of(text, hodges());
  REQUIRE(records.size() == 2);
  CHECK(usi_moves(*hodges().read(records[1], {}).game) == "2g2f");
}

}  // namespace yari::test
