// What a record may hold: beyond it the record is refused with a place, whatever its format.
#include "notation/findings.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "tests/support/repeated.h"

namespace yari::test {
namespace {

struct Long {
  std::string format;
  std::string head;
  std::string part;
  std::size_t parts;
  std::string tail;
  std::string said;
};

}  // namespace

TEST_CASE("a record with too many of anything is refused, and says of what and where") {
  const std::string kif_head = "手合割：平手\n手数----指手\n";
  const Long c = GENERATE_COPY(values<Long>({
      {"hodges", "[Event \"a\"]\n\n1. ", "a ", record_limits::words.most + 1, "",
       "words, signs and comments"},
      {"hodges", "[Event \"a\"]\n\n1. P-7f ", "{a}", record_limits::words.most, "",
       "words, signs and comments"},
      {"hodges", "[Event \"a\"]\n\n1. P-7f ", "(", record_limits::words.most, "",
       "words, signs and comments"},
      {"hodges", "[Variant \"Shogi\"]\n\n1. ", "R-3h R-7b R-2h R-8b ",
       record_limits::moves.most / 4 + 1, "", "moves"},
      {"hodges", "", "[A \"b\"]\n", record_limits::tags.most + 1, "\n1. P-7f *\n", "tags"},
      {"hodges", "[Event \"a\"]\n\n1. P-7f ", "{[%eval 1]}", record_limits::evaluations.most + 1,
       "", "evaluations"},
      {"kif", "手合割：平手\n", "a\n", record_limits::header_lines.most + 1, "",
       "lines before the moves"},
      {"kif", "手合割：平手\n", "*a\n", record_limits::header_lines.most + 1, "",
       "lines before the moves"},
      {"kif", "手合割：平手\n", "a:b\n", record_limits::tags.most + 1, "", "tags"},
      {"kif", kif_head + "1 ７六歩(77)\n", "棋戦：b\n", record_limits::tags.most + 1, "", "tags"},
      {"kif", kif_head + "1 ７六歩(77)\n", "**評価値=1\n", record_limits::evaluations.most + 1, "",
       "evaluations"},
      {"kif", kif_head, "1 ３八飛(28)\n1 ７二飛(82)\n1 ２八飛(38)\n1 ８二飛(72)\n",
       record_limits::moves.most / 4 + 1, "", "moves"},
      {"ki2", "手合割：平手\n", "▲３八飛△７二飛▲２八飛△８二飛\n", record_limits::moves.most / 4 + 1,
       "", "moves"},
      {"csa", "PI\n+\n", "+2838HI\n-8272HI\n+3828HI\n-7282HI\n", record_limits::moves.most / 4 + 1,
       "", "moves"},
      {"csa", "V2.2\n", "$A:b\n", record_limits::tags.most + 1, "PI\n+\n+7776FU\n", "tags"},
      {"csa", "PI\n+\n+7776FU\n", "'+\n", record_limits::drawn_lines.most + 1, "",
       "lines that draw a board"},
      {"csa", "PI\n+\n+7776FU\n", "a\n", record_limits::other_lines.most + 1, "",
       "lines that nothing knows"},
      {"jkf", "{\"header\":{},\"moves\":[", "[],", record_limits::json_values.most, "{}]}",
       "values"},
      {"jkf", "{\"moves\":[{}],\"header\":{\"a\":\"b\"", ",\"a\":\"b\"",
       record_limits::tags.most + 1, "}}", "tags"},
      {"usi", "startpos moves", " 2h3h 8b7b 3h2h 7b8b", record_limits::moves.most / 4 + 1, "\n",
       "moves"},
  }));
  CAPTURE(c.format, c.said, c.part);
  const std::string text = c.head + repeated(c.part, c.parts) + c.tail;
  const ReadResult read = format_named(c.format)->read(text, {});
  CHECK_FALSE(read.game.has_value());
  std::size_t said = 0;
  for (const Diagnostic& d : read.diagnostics) {
    if (d.message.find("the record has more than ") == std::string::npos) continue;
    ++said;
    CHECK(d.severity == Severity::error);
    CHECK(d.message.ends_with(c.said + "; it is not read"));
    CHECK(d.line > 0);
  }
  CHECK(said == 1);
}

TEST_CASE("games far longer than any that was played are read whole") {
  const std::string game = "[Variant \"Shogi\"]\n\n1. " +
                           repeated("R-3h {a comment} R-7b {another} R-2h R-8b ", 1'000) + "*\n";
  const ReadResult read = hodges().read(game, {});
  REQUIRE(read.game);
  CHECK(read.game->moves.main_plies() == 4'000);
  const std::string tree = "[Variant \"Shogi\"]\n\n1. P-7f " +
                           repeated("( P-2f P-8d {x} P-2e P-8e ) ", 5'000) + "P-3d *\n";
  const ReadResult branched = hodges().read(tree, {});
  REQUIRE(branched.game);
  CHECK(branched.game->moves.size() == 20'003);
}

}  // namespace yari::test
