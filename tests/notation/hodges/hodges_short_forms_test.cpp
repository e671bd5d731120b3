// What short Hodges leaves out or puts elsewhere, form by form, and what only looks like it.
#include "rules/handicap.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

ReadResult shogi(const std::string& moves) {
  return hodges().read("[Variant \"Shogi\"]\n\n" + moves, {});
}

std::string moves_of(const ReadResult& read) {
  CAPTURE(messages(read));
  REQUIRE(read.game);
  CHECK_FALSE(read.game->was_cut());
  return usi_moves(*read.game);
}

// A bishop of Black's is on 2b, which the silver of 3a can take.
constexpr const char* exchange = "1.P7f P3d 2.Bx2b";
constexpr const char* exchange_usi = "7g7f 3c3d 8h2b";

}  // namespace

TEST_CASE("a recapture is read in every spelling") {
  const std::string usi = std::string(exchange_usi) + "+ 3a2b";
  for (const char* text :
       {"xS",   "Sx",   "xS3",  "xSa",   "xS3a",  "Sx3",    "Sxa",    "S3x",   "Sax",
        "S3ax", "Sx2b", "xS2b", "S3x2b", "Sax2b", "S3ax2b", "Sx3a2b", "xS32b", "xSa2b",
        "×S",   "S×2b", "S-2b", "S2b",   "S32b",  "S3a2b",  "Sa2b"}) {
    CAPTURE(text);
    CHECK(moves_of(shogi(std::string(exchange) + "+ " + text)) == usi);
  }
}

TEST_CASE("a sign before the piece is the promoted piece, one at the end promotes") {
  const std::string before = "1.P7f P3d 2.";
  for (const char* text : {"Bx2b+", "B8hx2b+", "B8x2b+", "Bhx2b+"}) {
    CAPTURE(text);
    CHECK(moves_of(shogi(before + text)) == "7g7f 3c3d 8h2b+");
  }
  CHECK(moves_of(shogi(before + "Bx2b=")) == "7g7f 3c3d 8h2b");
  for (const char* text :
       {"+Bx3a", "+B-3a", "+B3a", "H3a", "x+B3a", "+xB3a", "+B2bx3a", "+B2x3a"}) {
    CAPTURE(text);
    CHECK(moves_of(shogi(before + "Bx2b+ P9d 3." + text)) == "7g7f 3c3d 8h2b+ 9c9d 2b3a");
  }
}

TEST_CASE("recaptures with a promotion sign are read") {
  const std::string before = "1.P7f P3d 2.P6f Bx6f 3.P9f P3e 4.B7g ";
  const std::string usi = "7g7f 3c3d 6g6f 2b6f 9g9f 3d3e 8h7g ";
  CHECK(moves_of(shogi(before + "xB+")) == usi + "6f7g+");
  CHECK(moves_of(shogi(before + "Bx+")) == usi + "6f7g+");
  CHECK(moves_of(shogi(before + "xB=")) == usi + "6f7g");
  CHECK(moves_of(shogi(before + "Bx=")) == usi + "6f7g");
  CHECK(moves_of(shogi(before + "Bx+ xN")) == usi + "6f7g+ 8i7g");
  const std::string fork = "1.P7f P3d 2.Bx2b+ P9d 3.B'3c Nx 4.";
  for (const char* text : {"x+B", "+Bx", "+xB", "xH", "+B2bx"}) {
    CAPTURE(text);
    CHECK(moves_of(shogi(fork + text)) == "7g7f 3c3d 8h2b+ 9c9d B*3c 2a3c 2b3c");
  }
}

TEST_CASE("a square after a leading cross is the target, or the origin where it can be none") {
  const std::string usi = std::string(exchange_usi) + "+ 3a2b";
  CHECK(moves_of(shogi("1.P7f P3d 2.Bx2b+ xS2b")) == usi);
  CHECK(moves_of(shogi("1.P7f P3d 2.Bx2b+ xS3a")) == usi);
}

TEST_CASE("words that are spelled like moves are no moves") {
  for (const char* word :
       {"Six", "Sex", "Tax", "Pages", "Be", "Gold", "Lance", "HTML", "B", "x", "S"}) {
    CAPTURE(word);
    const ReadResult alone = hodges().read(std::string(word) + " of them\n", {});
    CHECK_FALSE(alone.game);
    const ReadResult read = shogi("1. P-7f P-3d " + std::string(word) + " of them");
    REQUIRE(read.game);
    CHECK(usi_moves(*read.game) == "7g7f 3c3d");
    CHECK(messages(read) == "3:14: expected a move, found '" + std::string(word) + "'\n");
    const ReadResult after = shogi("1. P-7f P-3d 1-0 " + std::string(word));
    REQUIRE(after.game);
    CHECK_FALSE(after.game->was_cut());
    CHECK(after.game->result == GameResult::black_wins);
  }
}

TEST_CASE("times in parentheses are the time of the move, and numbers and letters a comment") {
  const ReadResult read =
      shogi("1. P-7f ( 5:27/00:05:27) P-3d (0:03) 2. P-2f(75) P-8d (A) 3. P-2e (3. P-6f) 1-0");
  CHECK(moves_of(read) == "7g7f 3c3d 2g2f 8c8d 2f2e");
  CHECK(messages(read).empty());
  const MoveTree& moves = read.game->moves;
  const std::vector<NodeId> line = moves.main_line();
  CHECK(moves.note(line[0])->spent_ms == 327'000u);
  CHECK(moves.note(line[1])->spent_ms == 3'000u);
  CHECK(moves.note(line[2])->comment == "(75)");
  CHECK(moves.note(line[3])->comment == "(A)");
  CHECK(moves.next_sibling(line[4]) != no_node);
}

TEST_CASE("a line that begins with # is a comment, and says nothing about the result") {
  const ReadResult read =
      hodges().read("# Game 1\n# Black: A; White: B\n 1.P7f P8d 2.S6h\n#\n", {});
  CHECK(moves_of(read) == "7g7f 8c8d 7i6h");
  CHECK(read.game->moves.note(root_node)->comment == "Game 1\nBlack: A; White: B");
  CHECK(read.game->result == GameResult::unknown);
  CHECK(read.game->ending == Ending::unknown);
  CHECK(shogi("1. P-7f P-3d #").game->ending == Ending::mate);
}

TEST_CASE("results are read with blanks, dashes and colons, and with words after them") {
  struct Case {
    const char* text;
    GameResult result;
    Ending ending = Ending::unknown;
  };
  using enum GameResult;
  const Case table[] = {{"0 - 1", white_wins},
                        {"1–0", black_wins},
                        {"0:1", white_wins},
                        {"1 : 0", black_wins},
                        {"½-½", draw},
                        {"½ – ½", draw},
                        {"1/2", draw},
                        {"½", draw},
                        {"1‒0", black_wins},
                        {"1/2 - 1/2", draw},
                        {"0.5-0.5", draw},
                        {"*", unknown},
                        {"1-0 resign", black_wins, Ending::resignation},
                        {"0-1 mate", white_wins, Ending::mate}};
  for (const Case& c : table) {
    CAPTURE(c.text);
    const ReadResult end = shogi(std::string("1. P-7f P-3d ") + c.text + "\n");
    CHECK(moves_of(end) == "7g7f 3c3d");
    CHECK(name(end.game->result) == name(c.result));
    CHECK(name(end.game->ending) == name(c.ending));
    CHECK(messages(end).empty());
    const ReadResult tag = hodges().read(
        "[Variant \"Shogi\"]\n[Result \"" + std::string(c.text) + "\"]\n\n1. P-7f P-3d\n", {});
    CHECK(moves_of(tag) == "7g7f 3c3d");
    CHECK(name(tag.game->result) == name(c.result));
    CHECK(name(tag.game->ending) == name(c.ending));
    CHECK(tag.game->tag("Result").empty());
    CHECK(messages(tag).empty());
  }
  for (const char* text : {"1-1", "0-0", "1-01", "2-0", "1/2-1"}) {
    CAPTURE(text);
    const ReadResult read = shogi(std::string("1. P-7f P-3d ") + text + "\n");
    CHECK(read.game->result == GameResult::unknown);
    CHECK(read.game->was_cut());
  }
}

TEST_CASE("a start that names its pieces one by one is set up") {
  const ReadResult read = shogi("wK3a wG2b b+R2c bK5i bP* wP*\n$\n1. P*3b G-1a");
  CHECK(messages(read).find("error") == std::string::npos);
  CHECK(write_sfen(read.game->start) == "6k2/7g1/7+R1/9/9/9/9/9/4K4 b Pp 1");
  CHECK(shogi("wK3a bK5i $ 1. ... K-3b").game->start.side_to_move == Color::white);
}

TEST_CASE("handicaps are read by the pieces that are missing") {
  const ReadResult read =
      hodges().read("[Variant \"Shogi\"]\n[Handicap \"rook and bishop\"]\n\n1. ... P-3d\n", {});
  CHECK(moves_of(read) == "3c3d");
  CHECK(read.game->start == *read_handicap("2 pieces", Variant::shogi));
}

TEST_CASE("a comment that is never closed is reported") {
  CHECK(messages(shogi("1. P-7f {open P-3d")) == "3:9: expected '}' at the end of the comment\n");
  CHECK(messages(shogi("1. P-7f [open P-3d")) == "3:9: expected ']' at the end of the comment\n");
}

TEST_CASE("a look-ahead steps over a variation of any length at once") {
  std::string variation = "(";
  while (variation.size() < 2'000'000) variation += "3. P-6f {x} ! ";
  const ReadResult read = hodges().read(
      "[Variant \"Yari Shogi\"]\n\n1. P-7f P-3d 2. P-2f YB-3b 3. P-2e " + variation + ") YB2a-1b",
      {});
  REQUIRE(read.game);
  CHECK(usi_moves(*read.game) == "7g7f 3c3d 2g2f 3a3b 2f2e 2a1b");
}

}  // namespace yari::test
