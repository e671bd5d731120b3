// What formats make of small things that few records have.
#include "notation/csa/statements.h"
#include "notation/words/comment.h"
#include "notation/words/handicap_text.h"
#include "notation/words/header_names.h"
#include "rules/start.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

std::string strictly_read(std::string_view text, Variant v) {
  const Result<Game, Diagnostic> game = read_strictly(hodges(), text, v);
  return game ? usi_moves(*game) : game.error().message;
}

std::string tags_of(const Game& game) {
  std::string out;
  for (const Tag& tag : game.tags) out += tag.name + '=' + tag.value + '\n';
  return out;
}

}  // namespace

TEST_CASE("a record that is read strictly is of the game that was asked for") {
  const std::string shogi = "[Variant \"Shogi\"]\n\n1. P7f ";
  CHECK(strictly_read(shogi + "P3d\n", Variant::shogi) == "7g7f 3c3d");
  CHECK(strictly_read(shogi + "P3d\n", Variant::yari) == "expected a position of Yari Shogi");
  CHECK_THAT(strictly_read(shogi + "P3a\n", Variant::shogi),
             Contains("'P3a', is illegal: an own piece stands there"));
}

TEST_CASE("each form of a CSA statement is known by its first characters") {
  for (const char* const text :
       {"'",   "'x", "/",  "%TORYO",  "#WIN",       "$EVENT:x", "V2",     "T10",   "N+",
        "N-a", "+",  "-",  "+7776FU", "-3334FU,T1", "PI",       "PI82HI", "PI ",   "P1",
        "P9",  "P+", "P-", "P1-KY",   "P1 * ",      "P1*",      "P+00FU", "P-55KI"}) {
    INFO(text);
    CHECK(CsaStatement{.text = text}.is_csa());
  }
  for (const char* const text :
       {"",    "x",   "% ",     "#win",    "#",       "$1",     "Vx",    "T",
        "Nx",  "N",   "+7776F", "+a776FU", "-3a34FU", "P",      "P0",    "Px",
        "PIx", "P12", "P-7f",   "P-76",    "P+0FU",   "P+00F1", "P+001U"}) {
    INFO(text);
    CHECK_FALSE(CsaStatement{.text = text}.is_csa());
  }
  for (const char* const text : {"+7776FU", "-1", "7776FU", "x 7776FU", "1234AB"})
    CHECK(CsaStatement{.text = text}.looks_like_move());
  for (const char* const text :
       {"+x", "7776fu", "776FU", "xx   7776FU", "7776FU7776FU7", "7776F", ""})
    CHECK_FALSE(CsaStatement{.text = text}.looks_like_move());
}

TEST_CASE("a second result says nothing new, or is a tag that is reported") {
  const auto read = [](const std::string& tags) {
    const ReadResult result = hodges().read("[Variant \"Shogi\"]\n" + tags + "\n1. P7f\n", {});
    REQUIRE(result.game);
    return std::string(name(result.game->result)) + ' ' + std::string(name(result.game->ending)) +
           '\n' + tags_of(*result.game) + messages(result);
  };
  CHECK(read("[Result \"1-0\"]\n[Result \"1-0\"]\n") == "1-0 unknown\n");
  CHECK_THAT(read("[Result \"1-0\"]\n[Result \"0-1\"]\n"),
             Contains("1-0 unknown\n") && Contains("'0-1'"));
  CHECK(read("[Result \"1-0\"]\n[Termination \"timeout\"]\n") == "1-0 timeout\n");
  CHECK(read("[Termination \"timeout\"]\n[Termination \"timeout\"]\n[Result \"1-0\"]\n") ==
        "1-0 timeout\n");
  CHECK_THAT(read("[Termination \"timeout\"]\n[Termination \"mate\"]\n[Result \"1-0\"]\n"),
             Contains("1-0 timeout\nTermination=mate\n"));
}

TEST_CASE("what Hodges cannot write is counted") {
  Game game = new_game(Variant::shogi);
  game.tags = {{"a b", "1"}, {"", "2"}, {"Good", "3"}};
  game.moves.edit_note(root_node).before = "nowhere";
  CHECK(hodges().write(game, {}).losses ==
        std::vector<std::string>{"tags whose names are not words (2)",
                                 "comments before the start position (1)"});
}

TEST_CASE("a time is short below an hour") {
  CHECK(short_time(0) == "0:00");
  CHECK(short_time(61'999) == "1:01");
  CHECK(short_time(3'599'000) == "59:59");
  CHECK(short_time(3'600'000) == "1:00:00");
  CHECK(short_time(36'610'000) == "10:10:10");
}

TEST_CASE("a handicap is typed in English or as records have it") {
  const Setup two = *read_typed_handicap("Two pieces", Variant::shogi);
  CHECK(*read_typed_handicap("二枚落ち", Variant::shogi) == two);
  CHECK(*read_typed_handicap("飛香落ち", Variant::shogi) ==
        *read_typed_handicap("Rook and left lance", Variant::shogi));
  CHECK_FALSE(read_typed_handicap("二十枚落ち", Variant::shogi));
  CHECK_FALSE(read_typed_handicap("nothing like it", Variant::shogi));
}

TEST_CASE("of two dates in a KIF record the header for it counts") {
  const ReadResult read = kif().read(
      "開始日時：2020/01/02 9:00\n対局日：2020年1月3日\n手合割：平手\n   1 ７六歩(77)\n", {});
  REQUIRE(read.game);
  CHECK(tags_of(*read.game) == "Date=2020.01.03\nStartTime=2020/01/02 9:00\n");
}

TEST_CASE("JKF is known by its members, and a fork says how it ends, with its time") {
  for (const char* const text : {R"({"moves":[]})", R"({"header":{}})", R"( [{"initial":{}}])"})
    CHECK(detect_format(text) == &jkf());
  const ReadResult read = jkf().read(
      R"({"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},)"
      R"("forks":[[{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}},)"
      R"({"special":"TORYO","time":{"now":{"m":1,"s":5}}}]]}]})",
      {});
  REQUIRE(read.game);
  CHECK(read.game->moves.note(2)->comment == "投了 (0:01:05)");
}

}  // namespace yari::test
