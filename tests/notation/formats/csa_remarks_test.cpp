// Remarks of CSA files: what servers and programs write after "'" is kept, each in its place.
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

Game game_of(const std::string& text) {
  const ReadResult read = csa().read(text, strictly());
  CAPTURE(text, messages(read));
  REQUIRE(read.game);
  return *read.game;
}

std::string comment(const Game& game, std::size_t ply) {
  const NodeId node = ply == 0 ? root_node : game.moves.main_line()[ply - 1];
  const Note* note = game.moves.note(node);
  return note ? note->comment : std::string();
}

// The rows of the even start after +7776FU, as remarks.
const std::string after_first_move =
    "'P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n'P2 * -HI *  *  *  *  * -KA * \n"
    "'P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n'P4 *  *  *  *  *  *  *  *  * \n"
    "'P5 *  *  *  *  *  *  *  *  * \n'P6 *  * +FU *  *  *  *  *  * \n"
    "'P7+FU+FU * +FU+FU+FU+FU+FU+FU\n'P8 * +KA *  *  *  *  * +HI * \n"
    "'P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n";

}  // namespace

TEST_CASE("what a server of CSA writes as remarks becomes tags") {
  const Game game = game_of(
      "V2\nN+a\nN-b\n'Max_Moves:256\n'Least_Time_Per_Move:0\n'Increment:10\nPI\n+\n'rating:a+1:b+"
      "2\n"
      "+7776FU\n'$END_TIME:2017/03/02 21:53:26\n");
  CHECK(game.tag("MaxMoves") == "256");
  CHECK(game.tag("LeastTimePerMove") == "0");
  CHECK(game.tag("Increment") == "10");
  CHECK(game.tag("Rating") == "a+1:b+2");
  CHECK(game.tag("EndTime") == "2017/03/02 21:53:26");
  CHECK(game_of(csa().write(game, {}).text) == game);
}

TEST_CASE("other remarks of CSA are comments of the move before them") {
  const Game game = game_of(
      "'by A. Author\nPI\n+\n'begins\n+7776FU\n'time left 1488 1500\n'*a comment\n'   \n%TORYO\n"
      "'game end\n");
  CHECK(comment(game, 0) == "by A. Author\nbegins");
  CHECK(comment(game, 1) == "time left 1488 1500\na comment\ngame end");
  CHECK(game_of(csa().write(game, {}).text) == game);
}

TEST_CASE("remarks of CSA about the file itself are no comments") {
  const Game game = game_of(
      "'encoding=Shift_JIS\n' ---- Kifu for Windows V7 V7.08 CSA "
      "----\n'----------\nPI\n+\n+7776FU\n");
  CHECK_FALSE(game.moves.has_notes());
}

TEST_CASE("a board drawn in remarks of CSA is kept only where it is not the last position") {
  const std::string front = "PI\n+\n+7776FU\n";
  CHECK_FALSE(game_of(front + after_first_move + "'-\n").moves.has_notes());
  const Game other = game_of(front + "-3334FU\n" + after_first_move + "'-\n");
  CHECK(comment(other, 2).starts_with("P1-KY-KE-GI"));
  CHECK(comment(other, 2).ends_with("KE+KY\n-"));
}

TEST_CASE("a game of CSA that begins after a comma is a record of its own") {
  const auto records = records_of("PI,+,+7776FU,%TORYO,PI,+,+2726FU\n", csa());
  REQUIRE(records.size() == 2);
  CHECK(usi_moves(game_of(std::string(records[0]))) == "7g7f");
  CHECK(usi_moves(game_of(std::string(records[1]))) == "2g2f");
}

TEST_CASE("a last comment of CSA or JKF that reads like an ending is a comment") {
  Game game = game_of("PI\n+\n+7776FU\n'*resigns\n");
  CHECK(game.ending == Ending::unknown);
  CHECK(comment(game, 1) == "resigns");
  const Format& jkf = *format_named("jkf");
  const ReadResult read = jkf.read(jkf.write(game, {}).text, strictly());
  REQUIRE(read.game);
  CHECK(*read.game == game);
}

}  // namespace yari::test
