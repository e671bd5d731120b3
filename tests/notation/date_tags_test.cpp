// Text in a Date tag that is no date survives, in every format that has tags.
#include "record/date.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("a date that cannot be read is kept as text and reported, in every format with tags") {
  for (const std::string_view date :
       {"June 12", "2001-2-30", "03/04/2026", "1995.08.4294967299", "yesterday", "1995-1996",
        "1995/08/23(水) 9:00", "1995.08.23-24", "????.08.??"}) {
    for (const char* format : {"hodges", "kif", "ki2", "csa", "jkf"}) {
      Game game = new_game(Variant::shogi);
      game.tags = {{"Black", "A"}, {"White", "B"}, {"Date", std::string(date)}};
      const std::string text = format_named(format)->write(game, {}).text;
      const ReadResult read = format_named(format)->read(text, {});
      INFO(format << ": " << text);
      REQUIRE(read.game);
      CHECK(read.game->tag("Date") == date);
      CHECK(read.diagnostics.empty() == read_dated_text(date).has_value());
      for (const Diagnostic& d : read.diagnostics) CHECK(d.severity == Severity::note);
    }
  }
}

TEST_CASE("a date is reported at its place, with the reason") {
  const ReadResult hodges =
      format_named("hodges")->read("[Variant \"Shogi\"]\n[Date \"2001-2-30\"]\n\n1. P-7f *\n", {});
  CHECK(messages(hodges) ==
        "2:8: the date '2001-2-30' is kept as text: February 2001 has no day 30\n");
  const ReadResult csa =
      format_named("csa")->read("N+a\nN-b\n$START_TIME:2001/02/30\nPI\n+\n+7776FU\n%TORYO\n", {});
  CHECK(messages(csa) ==
        "3:13: the date '2001/02/30' is kept as text: February 2001 has no day 30\n");
}

TEST_CASE("a start time without a date is no wrong date") {
  const ReadResult read =
      format_named("csa")->read("N+a\nN-b\n$START_TIME:15:35:06\nPI\n+\n+7776FU\n%TORYO\n", {});
  REQUIRE(read.game);
  CHECK(read.diagnostics.empty());
  CHECK(read.game->tag("StartTime") == "15:35:06");
  CHECK(read.game->tag("Date").empty());
}

TEST_CASE("dates of every kind take one form, and times stay as text beside them") {
  const auto tags_of = [](const std::string& line) {
    const ReadResult read = format_named("kif")->read(line + "\n   1 ７六歩(77)\n   2 投了\n", {});
    REQUIRE(read.game);
    std::string all;
    for (const Tag& t : read.game->tags) all += t.name + '=' + t.value + ' ';
    return all;
  };
  CHECK(tags_of("開始日時：1995/08/23(水) 9:00") ==
        "Date=1995.08.23 StartTime=1995/08/23(水) 9:00 ");
  CHECK(tags_of("開始日時：1995/08/23(水)") == "Date=1995.08.23 StartTime=1995/08/23(水) ");
  CHECK(tags_of("開始日時：1995/08/23") == "Date=1995.08.23 ");
  CHECK(tags_of("対局日：平成7年8月") == "Date=1995.08.?? ");
  CHECK(tags_of("対局日：昭和６０年３月１０日") == "Date=1985.03.10 ");
  CHECK(tags_of("対局日：平成七年頃") == "Date=平成七年頃 ");
}

}  // namespace yari::test
