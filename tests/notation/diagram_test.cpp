// Boards drawn and read: ours in both styles, KIF's, and a correspondence server's.
#include "notation/diagram.h"

#include <catch2/catch.hpp>

#include "tests/notation/records.h"
#include "tests/support/random_game.h"

namespace yari::test {

TEST_CASE("the start of Yari Shogi is drawn in letters") {
  CHECK(draw_board(start_setup(Variant::yari)) ==
        "White in hand: nothing\n"
        "   7    6    5    4    3    2    1\n"
        " +-----------------------------------+\n"
        " |vYR  vYN  vYN  vG   vYB  vYB  vYR  | a\n"
        " | .    .    .    .    .    .    .   | b\n"
        " |vP   vP   vP   vP   vP   vP   vP   | c\n"
        " | .    .    .    .    .    .    .   | d\n"
        " | .    .    .    .    .    .    .   | e\n"
        " | .    .    .    .    .    .    .   | f\n"
        " | P    P    P    P    P    P    P   | g\n"
        " | .    .    .    .    .    .    .   | h\n"
        " | YR   YB   YB   G    YN   YN   YR  | i\n"
        " +-----------------------------------+\n"
        "Black in hand: nothing\n"
        "Black to move, move 1\n");
}

TEMPLATE_TEST_CASE("every position that can arise is drawn and read back", "", YariShogi, Shogi) {
  Rng rng(21);
  for (int i = 0; i < 30; ++i) {
    play_random_game<TestType>(rng, 150, [](const Position<TestType>& position) {
      const Setup setup = position.setup();
      for (const BoardStyle style :
           {BoardStyle::western, BoardStyle::kanji, BoardStyle::server, BoardStyle::kif}) {
        const std::string text = draw_board(setup, style);
        CAPTURE(text);
        const Result<Setup> read = read_diagram(text);
        REQUIRE(read);
        REQUIRE(read->same_position(setup));
        if (style != BoardStyle::kif) REQUIRE(*read == setup);
      }
    });
  }
}

TEST_CASE("the board of a correspondence server is read, for both games") {
  const Result<Setup> yari = read_diagram(R"(
       7    6    5    4    3    2    1
    +----+----+----+----+----+----+----+    White (White)
  a |\ R/|\ N/|\ N/|\ K/|\ B/|\ B/|\ R/| a
    +----+----+----+----+----+----+----+
  b |    |    |    |    |    |    |    | b
    +----+----+----+----+----+----+----+
  c |\ P/|\ P/|\ P/|\ P/|\ P/|\ P/|\ P/| c
    +----+----+----*----*----+----+----+
  d |    |    |    |    |    |    |    | d
    +----+----+----+----+----+----+----+
  e |    |    |    |    |    |    |    | e
    +----+----+----+----+----+----+----+
  f |    |    |    |    |    |    |    | f
    +----+----+----*----*----+----+----+
  g |/ P\|/ P\|/ P\|/ P\|/ P\|/ P\|/ P\| g
    +----+----+----+----+----+----+----+
  h |    |    |    |    |    |    |    | h
    +----+----+----+----+----+----+----+
  i |/ R\|/ B\|/ B\|/ K\|/ N\|/ N\|/ R\| i
    +----+----+----+----+----+----+----+    Black (Black)
)");
  REQUIRE(yari);
  CHECK(*yari == start_setup(Variant::yari));
  const Result<Setup> shogi = read_diagram(R"(
  a |\ L/|\ N/|\ S/|\ G/|\ K/|\ G/|\ S/|\ N/|\ L/| a
  b |    |\ R/|    |    |    |    |    |/+B\|    | b
  c |\ P/|\ P/|\ P/|\ P/|\ P/|\ P/|    |\ P/|\ P/| c
  d |    |    |    |    |    |    |\ P/|    |    | d
  e |    |    |    |    |    |    |    |    |    | e
  f |    |    |/ P\|    |    |    |    |    |    | f
  g |/ P\|/ P\|    |/ P\|/ P\|/ P\|/ P\|/ P\|/ P\| g
  h |    |    |    |    |    |    |    |/ R\|    | h
  i |/ L\|/ N\|/ S\|/ G\|/ K\|/ G\|/ S\|/ N\|/ L\| i
Black in hand: B
White to move
)");
  REQUIRE(shogi);
  CHECK(write_sfen(*shogi) == "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 1");
}

TEST_CASE("a damaged diagram is refused with the place") {
  CHECK_FALSE(read_diagram(""));
  CHECK_FALSE(read_diagram("no board at all"));
  std::string text = draw_board(start_setup(Variant::yari));
  const std::size_t at = text.find("vYN");
  text.replace(at, 3, "vXX");
  const Result<Setup> wrong = read_diagram(text);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().offset == at);
  CHECK(wrong.error().message == "expected a piece or '.', found 'vXX'");
  for (std::size_t n = 0; n < text.size(); ++n) (void)read_diagram(text.substr(0, n));
}

}  // namespace yari::test
