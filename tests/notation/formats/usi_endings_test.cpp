// How games end in USI lines and USEN.
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("a USI line that ends in a word for the end of the game is not damaged") {
  const auto said = [](const std::string& word) {
    const ReadResult read =
        usi().read("position startpos moves 2g2f 8c8d " + word + '\n', strictly());
    CAPTURE(messages(read));
    return whole_record(read);
  };
  CHECK(said("resign") == "2g2f 8c8d 0-1 resignation");
  CHECK(said("timeout") == "2g2f 8c8d 0-1 timeout");
  CHECK(said("interrupt") == "2g2f 8c8d * abandoned");
  CHECK(said("mate") == "2g2f 8c8d 0-1 mate");
  CHECK(said("sennichite") == "2g2f 8c8d 1/2-1/2 repetition");
  CHECK(said("draw") == "2g2f 8c8d 1/2-1/2 draw agreed");
  CHECK(said("illegal move") == "2g2f 8c8d 1-0 illegal move");
  CHECK(said("0-1") == "2g2f 8c8d 0-1 unknown");
  // The board knows better, and so it is refused when strict.
  const ReadResult win = usi().read("startpos moves 2g2f 8c8d win\n", {});
  CHECK(whole_record(win) == "2g2f 8c8d 1-0 declaration");
  CHECK(messages(win).find("the board does not bear the declaration out") != std::string::npos);
}

TEST_CASE("an illegal move of a USI line ends the game where the line says so") {
  const ReadResult read = usi().read("startpos moves 2g2f 8c8e illegal move\n", {});
  CHECK(whole_record(read) == "2g2f 1-0 illegal move");
  CHECK(messages(read) ==
        "1:21: ply 2, '8c8e', is illegal and ends the game: the piece cannot move there\n");
  CHECK(whole_record(usi().read("startpos moves 2g2f 8c8e resign\n", {})) ==
        "2g2f * resignation cut");
}

TEST_CASE("other words in a USI line cut the game there") {
  const ReadResult read = usi().read("startpos moves 2g2f hello 8c8d\n", {});
  CHECK(whole_record(read) == "2g2f * unknown cut");
  CHECK(read.game->unread == "hello 8c8d");
  CHECK(messages(read) == "1:21: expected a move, found 'hello 8c8d'\n");
}

TEST_CASE("an SFEN without ranks is refused, and no game is guessed for it") {
  const ReadResult read = usi().read("sfen x moves 2g2f\n", {});
  CHECK_FALSE(read.game);
  CHECK(messages(read) ==
        "1:6: expected a piece of Yari Shogi or a number of empty squares, found 'x'\n");
}

TEST_CASE("a damaged section of USEN hides no other section") {
  const ReadResult read = usen().read("~0.7ku2jm.r~?~1.2jm.~0.9?.\n", {});
  REQUIRE(read.game);
  CHECK(read.game->result == GameResult::white_wins);
  CHECK_FALSE(read.game->was_cut());
  CHECK(messages(read).starts_with(
      "1:13: expected a ply and '.', found '?', which is kept as a comment\n"));
}

}  // namespace yari::test
