// What the board says about the end of a game, against what its record says.
#include "record/board_verdict.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"
#include "tests/support/repeated.h"

namespace yari::test {
namespace {

bool holds(const ReadResult& read, std::string_view words) {
  return messages(read).find(words) != std::string::npos;
}

Severity severity_of(const ReadResult& read, std::string_view words) {
  for (const Diagnostic& d : read.diagnostics)
    if (d.message.find(words) != std::string::npos) return d.severity;
  FAIL(messages(read));
  return Severity::note;
}

/// Black mates with the last move: a gold is dropped before the king.
std::string mated(const std::string& end) {
  return "[Variant \"Shogi\"]\n[SFEN \"4k4/9/4P4/9/9/9/9/9/4K4 b G 1\"]\n\n1. G*5b " + end + "\n";
}

}  // namespace

TEST_CASE("a mate that is recorded as anything but a win is reported, and refused when strict") {
  for (const char* end : {"0-1", "1/2-1/2", "sennichite"}) {
    INFO(end);
    const std::string text = mated(end);
    const ReadResult read = hodges().read(text, {});
    REQUIRE(read.game);
    CHECK(severity_of(read, "the moves end in mate, and the result is ") == Severity::warning);
    CHECK_FALSE(hodges().read(text, strictly()).game);
  }
  for (const char* end : {"1-0", "mate", "resigns"}) {
    INFO(end);
    const ReadResult read = hodges().read(mated(end), strictly());
    CHECK(messages(read) == "");
    CHECK(read.game->result == GameResult::black_wins);
  }
}

TEST_CASE("a mate whose record gives no result gives it, with a note") {
  for (const char* end : {"*", ""}) {
    INFO(end);
    const ReadResult read = hodges().read(mated(end), {});
    CHECK(severity_of(read, "the moves end in mate, and the record gives no result") ==
          Severity::note);
    CHECK(read.game->result == GameResult::black_wins);
    CHECK(read.game->ending == Ending::mate);
  }
}

TEST_CASE("each format says what the board says against its result") {
  const std::string csa_text =
      "P1 *  *  *  * -OU *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \n"
      "P9 *  *  *  * +OU *  *  *  * \nP+00KI\n+\n+0052KI\n%HIKIWAKE\n";
  CHECK(severity_of(csa().read(csa_text, {}), "the moves end in mate") == Severity::warning);
  const std::string line = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b ";
  CHECK(severity_of(usi().read(line + "draw", {}), "the moves end in mate") == Severity::warning);
  CHECK(severity_of(usi().read(line, {}), "gives no result") == Severity::note);
  const ReadResult tagged = hodges().read("[Result \"0-1\"]\n" + mated(""), {});
  CHECK(severity_of(tagged, "the moves end in mate, and the result is 0-1") == Severity::warning);
}

TEST_CASE("a record keeps its ending 'mate' where the board shows no mate") {
  const ReadResult read = hodges().read("[Variant \"Shogi\"]\n\n1. P-7f P-3d mate\n", strictly());
  CHECK(messages(read) == "");
  CHECK(contradiction(*read.game) == "the ending is mate, and the last move does not mate");
}

TEST_CASE("stalemate is a draw in Yari Shogi and a loss in Shogi, whatever the record says") {
  // The general in the corner has no move, and is not attacked.
  const auto said = [](const std::string& start, const std::string& move, const char* end) {
    return messages(hodges().read(start + "\n1. " + move + " " + end + "\n", {}));
  };
  const std::string shogi = "[Variant \"Shogi\"]\n[SFEN \"k8/9/P8/9/9/9/9/9/4K4 b G 1\"]\n";
  CHECK(said(shogi, "G*7b", "1-0") == "");
  CHECK(said(shogi, "G*7b", "1/2-1/2").find("the moves end in stalemate, and the result is 1/2") !=
        std::string::npos);
  const std::string yari = "[Variant \"Yari Shogi\"]\n[SFEN \"k6/7/7/7/7/7/7/7/1R1K3 b R 1\"]\n";
  CHECK(said(yari, "YR*1b", "1/2-1/2") == "");
  CHECK(said(yari, "YR*1b", "1-0").find("the moves end in stalemate, and the result is 1-0") !=
        std::string::npos);
}

TEST_CASE("moves after the repetition that ends a game are reported, with their place") {
  const std::string shuffle = "R-3h R-7b R-2h R-8b ";
  const ReadResult four =
      hodges().read("[Variant \"Shogi\"]\n\n1. " + repeated(shuffle, 3) + "\nP-7f *\n", {});
  REQUIRE(four.game);
  CHECK(four.game->moves.main_plies() == 13);
  CHECK(holds(four, "4:1: moves follow ply 12, which ended the game by repetition"));
  CHECK(severity_of(four, "moves follow ply 12") == Severity::warning);
  const ReadResult ended =
      hodges().read("[Variant \"Shogi\"]\n\n1. " + repeated(shuffle, 3) + " sennichite\n", {});
  CHECK(messages(ended) == "");
  const ReadResult lost =
      hodges().read("[Variant \"Shogi\"]\n\n1. " + repeated(shuffle, 3) + " 1-0\n", {});
  CHECK(holds(lost, "the moves end in repetition, and the result is 1-0"));
  const ReadResult three =
      hodges().read("[Variant \"Shogi\"]\n\n1. " + repeated(shuffle, 2) + "P-7f *\n", {});
  CHECK_FALSE(holds(three, "moves follow"));
  // Yari Shogi and the older rules of Shogi end at the third.
  const ReadResult yari = hodges().read(
      "[Variant \"Yari Shogi\"]\n\n1. " + repeated("G-4h G-4b G-4i G-4a ", 2) + "\nP-7f *\n", {});
  CHECK(holds(yari, "moves follow ply 8, which ended the game by repetition"));
}

TEST_CASE("a repetition ends the game at the last ply, or before moves that follow") {
  const std::string shuffle = "R-3h R-7b R-2h R-8b ";
  for (const std::size_t n : {1u, 2u, 3u, 4u}) {
    const ReadResult read =
        hodges().read("[Variant \"Shogi\"]\n\n1. " + repeated(shuffle, n) + " *\n", {});
    const Game& game = *read.game;
    const BoardVerdict verdict = board_verdict(game);
    CHECK(verdict.end.has_value() == (n == 3));
    CHECK(verdict.passed_ply == (n == 4 ? 12 : 0));
  }
}

TEST_CASE("a declaration that the board does not bear out is reported, and refused when strict") {
  const auto declared = [](const std::string& position) {
    return csa().read(position + "+\n%KACHI\n", {});
  };
  const ReadResult wrong = declared("PI\n");
  CHECK(messages(wrong) ==
        "3:1: the board does not bear the declaration out: the king has not "
        "entered, 0 of 10 pieces, 0 of 28 points\n");
  CHECK(wrong.game->result == GameResult::black_wins);
  CHECK_FALSE(csa().read("PI\n+\n%KACHI\n", strictly()).game);
  const std::string inside =
      "P1 *  *  * +OU *  *  *  *  * \nP2+HI+HI+KA+KA+TO+TO+TO+TO+TO\nP3+TO *  *  *  *  *  *  *  * "
      "\n"
      "P5 *  *  *  *  *  *  *  * -OU\nP+00FU00FU\n";
  CHECK(messages(declared(inside)) == "");
  // The square where the other king starts.
  const std::string tried = "P1 *  *  *  * +OU *  *  *  * \nP9 *  *  *  * -OU *  *  *  * \n";
  CHECK(messages(declared(tried)) == "");
}

TEST_CASE("a game that damage cut is not judged by a board that is not its last") {
  const ReadResult read = hodges().read(mated("P-9z 0-1"), {});
  CHECK_FALSE(holds(read, "the moves end in mate"));
}

}  // namespace yari::test
