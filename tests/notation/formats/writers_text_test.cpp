// What stands in written records beside the moves: headers once each, the marks of a format.
#include <nlohmann/json.hpp>

#include "notation/format.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// Black takes the bishop, and White takes back.
Game bishops_exchanged(const std::string& tags) {
  return *format_named("hodges")
              ->read("[Variant \"Shogi\"]\n" + tags +
                         "\n1. P-7f P-3d 2. {before the exchange} Bx2b+ Sx2b (2. ... {aside} Rx2b) "
                         "*\n",
                     {})
              .game;
}

int occurrences(const std::string& text, std::string_view part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("a KIF record names each player once, with and without a name") {
  for (const char* name : {"Aoki", ""}) {
    const std::string tags = std::string("[Black \"") + name + "\"]\n[White \"" + name + "\"]\n";
    const std::string text = format_named("kif")->write(bishops_exchanged(tags), {}).text;
    INFO(text);
    CHECK(occurrences(text, std::string("先手：") + name + "\n") == 1);
    CHECK(occurrences(text, std::string("後手：") + name + "\n") == 1);
    CHECK(occurrences(text, "先手：") == 1);
    CHECK(occurrences(text, "後手：") == 1);
  }
}

TEST_CASE("JKF marks a move to the square of the move before, and no other") {
  const auto json =
      nlohmann::json::parse(format_named("jkf")->write(bishops_exchanged(""), {}).text);
  std::vector<bool> same;
  for (const auto& move : json["moves"])
    if (move.contains("move")) same.push_back(move["move"].contains("same"));
  CHECK(same == std::vector<bool>{false, false, false, true});
}

TEST_CASE("KIF writes beside each move its time and what its side has used up to there") {
  const Game game = *format_named("kif")
                         ->read(
                             "手合割：平手\n   1 ７六歩(77)   ( 0:59/00:00:59)\n   2 ３四歩(33)   "
                             "( 0:05/00:00:05)\n   3 ２六歩(27)   (62:02/01:03:01)\n   4 投了\n",
                             {})
                         .game;
  const std::string text = format_named("kif")->write(game, {}).text;
  INFO(text);
  for (const char* line :
       {"   1 ７六歩(77)   ( 0:59/00:00:59)\n", "   2 ３四歩(33)   ( 0:05/00:00:05)\n",
        "   3 ２六歩(27)   (62:02/01:03:01)\n"})
    CHECK(occurrences(text, line) == 1);
}

}  // namespace yari::test
