// Themes are read off the moves: positions drawn for each, and neighbours that have it not.
#include "analysis/annotate/puzzle.h"
#include "rules/sfen.h"
#include "tests/support/catch.h"

using namespace yari;

namespace {

/// The names of the themes, each followed by a blank.
std::string themes(const char* sfen, std::initializer_list<const char*> line, bool mate = false) {
  const Setup setup = *read_sfen(sfen, Variant::shogi);
  std::vector<Move> moves;
  for (const char* text : line) moves.push_back(*read_usi_move(text, Variant::shogi));
  std::string names;
  for (const PuzzleTheme theme : puzzle_themes(setup, moves, mate))
    names += std::string(name(theme)) + ' ';
  return names;
}

}  // namespace

TEST_CASE("the words of themes are read back, and no others") {
  for (int i = 0; i < puzzle_theme_count; ++i) {
    const auto theme = static_cast<PuzzleTheme>(i);
    CHECK(puzzle_theme_named(name(theme)) == theme);
  }
  CHECK_FALSE(puzzle_theme_named("Fork"));
  CHECK_FALSE(puzzle_theme_named(""));
}

TEST_CASE("a fork attacks two pieces worth taking, and is not taken itself") {
  // The knight attacks the king alone, and the king takes it.
  CHECK(themes("4k1g2/9/9/5N3/9/9/9/9/4K4 b - 1", {"4d5b+"}) == "sacrifice promotion ");
  CHECK(themes("3k1g3/9/9/9/9/9/9/9/4K4 b N 1", {"N*5c"}) == "fork drop ");
  CHECK(themes("3k1p3/9/9/9/9/9/9/9/4K4 b N 1", {"N*5c"}) == "drop ");
  CHECK(themes("3k1g3/9/3p5/9/9/9/9/9/4K4 b N 1", {"N*5c", "6a5b", "5c4a+"}) ==
        "fork promotion drop ");
  // The rook on the file takes the knight.
  CHECK(themes("3k1g3/4r4/9/9/9/9/9/9/4K4 b N 1", {"N*5c", "5b5c"}) == "sacrifice drop ");
}

TEST_CASE("a pin keeps a piece before its general") {
  CHECK(themes("4k4/4g4/9/9/9/9/9/9/4K4 b L 1", {"L*5h"}) == "pin drop ");
  CHECK(themes("4k4/9/4g4/4p4/9/9/9/9/4K4 b L 1", {"L*5h"}) == "drop ");
  // A check is no pin.
  CHECK(themes("4k4/9/9/9/9/9/9/9/4K4 b L 1", {"L*5h"}) == "drop ");
}

TEST_CASE("a sacrifice costs five pawns or more, and a check by another piece is no pin") {
  // Knight and lance are taken for nothing: 540 and 490 points.
  CHECK(themes("4k4/4g4/9/9/9/9/9/9/4K4 b N 1", {"N*5c"}) == "sacrifice drop ");
  CHECK(themes("4k4/4g4/9/9/9/9/9/9/4K4 b L 1", {"L*5c"}) == "pin drop ");
  CHECK(themes("4k4/4g4/9/9/9/9/9/4L4/3K4R b - 1", {"1i1a"}) == "");
  CHECK(themes("4k4/4g4/9/9/9/9/8P/4L4/3K5 b - 1", {"1g1f"}) == "");
}

TEST_CASE("what the opponent plays is no theme, nor what the mating move gives away") {
  // The gold's drop on the king's head may be taken by nobody: mate.
  CHECK(themes("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", {"G*5b"}, true) == "mate drop ");
  CHECK(themes("4k4/9/9/9/9/9/9/4P4/4K4 b n 1", {"5h5g", "N*4f"}) == "");
  CHECK(themes("3k1g3/9/9/9/9/9/9/9/4K4 b N 1", {"N*5c"}, true) == "mate drop ");
  CHECK(themes("4k4/4p4/9/9/4R4/9/9/9/4K4 b - 1", {"5e5b+"}, true) == "mate promotion ");
  // What is given before the mate is a sacrifice.
  CHECK(themes("4k4/4p4/9/9/4R4/9/9/9/4K4 b - 1", {"5e5b+", "5a5b", "5i5h"}, true) ==
        "mate sacrifice promotion ");
  // The rook is given for a pawn.
  CHECK(themes("4k4/4p4/9/9/4R4/9/9/9/4K4 b - 1", {"5e5b+"}) == "sacrifice promotion ");
}

TEST_CASE("each doubling of the nodes is worth the same in the rating") {
  CHECK(puzzle_rating(1000) == 1800);
  CHECK(puzzle_rating(2000) == 1920);
  CHECK(puzzle_rating(500) == 1680);
  CHECK(puzzle_rating(0) == puzzle_rating(1));
  CHECK(puzzle_rating(1) > 0);
}
