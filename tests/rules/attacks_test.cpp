// How each piece moves, as pictures on an empty board, for both colours.
#include "rules/attacks.h"

#include <random>

#include "tests/rules/picture.h"
#include "tests/support/catch.h"

namespace yari {
namespace {

using test::draw;

/// What a black piece on 4e (Yari) attacks on an empty board.
std::string yari(Kind k, Color c = Color::black) {
  const Square s = Square::at(3, 4);
  return draw<YariShogi>(attacks::from<YariShogi>(c, k, s, {}), s);
}

/// What a black piece on 5e attacks on an empty Shogi board.
std::string shogi(Kind k, Color c = Color::black) {
  const Square s = Square::at(4, 4);
  return draw<Shogi>(attacks::from<Shogi>(c, k, s, {}), s);
}

TEST_CASE("Yari Shogi's pieces move as their pictures show") {
  using Y = YariShogi;
  CHECK(yari(Y::G) ==
        ".......\n.......\n.......\n..xxx..\n..xox..\n..xxx..\n.......\n.......\n.......\n");
  CHECK(yari(Y::P) ==
        ".......\n.......\n.......\n...x...\n...o...\n.......\n.......\n.......\n.......\n");
  CHECK(yari(Y::YN) ==
        "...x...\n...x...\n..xxx..\n...x...\n...o...\n.......\n.......\n.......\n.......\n");
  CHECK(yari(Y::YB) ==
        "...x...\n...x...\n...x...\n..xxx..\n...o...\n.......\n.......\n.......\n.......\n");
  CHECK(yari(Y::YR) ==
        "...x...\n...x...\n...x...\n...x...\nxxxoxxx\n.......\n.......\n.......\n.......\n");
  CHECK(yari(Y::PYR) ==
        "...x...\n...x...\n...x...\n...x...\nxxxoxxx\n...x...\n...x...\n...x...\n...x...\n");
  const std::string gold =
      ".......\n.......\n.......\n..xxx..\n..xox..\n...x...\n...x...\n...x...\n...x...\n";
  CHECK(yari(Y::PYB) == gold);
  CHECK(yari(Y::PYN) == gold);
  CHECK(yari(Y::PP) ==
        ".......\n.......\n.......\n..xxx..\n...o...\n...x...\n...x...\n...x...\n...x...\n");
}

TEST_CASE("Shogi's pieces move as their pictures show") {
  using S = Shogi;
  const std::string none = ".........\n";
  CHECK(shogi(S::P) == none + none + none + "....x....\n....o....\n" + none + none + none + none);
  CHECK(shogi(S::N) ==
        none + none + "...x.x...\n" + none + "....o....\n" + none + none + none + none);
  CHECK(shogi(S::L) ==
        "....x....\n....x....\n....x....\n....x....\n....o....\n" + none + none + none + none);
  CHECK(shogi(S::S) ==
        none + none + none + "...xxx...\n....o....\n...x.x...\n" + none + none + none);
  const std::string gold =
      none + none + none + "...xxx...\n...xox...\n....x....\n" + none + none + none;
  for (Kind k : {S::G, S::PP, S::PL, S::PN, S::PS}) CHECK(shogi(k) == gold);
  CHECK(shogi(S::B) ==
        "x.......x\n.x.....x.\n..x...x..\n...x.x...\n....o....\n...x.x...\n..x...x..\n.x.....x.\nx."
        "......x\n");
  CHECK(shogi(S::PB) ==
        "x.......x\n.x.....x.\n..x...x..\n...xxx...\n...xox...\n...xxx...\n..x...x..\n.x.....x.\nx."
        "......x\n");
  CHECK(shogi(S::R) ==
        "....x....\n....x....\n....x....\n....x....\nxxxxoxxxx\n....x....\n....x....\n....x....\n.."
        "..x....\n");
  CHECK(shogi(S::PR) ==
        "....x....\n....x....\n....x....\n...xxx...\nxxxxoxxxx\n...xxx...\n....x....\n....x....\n.."
        "..x....\n");
}

TEMPLATE_TEST_CASE("White's pieces move as Black's turned by 180 degrees", "", YariShogi, Shogi) {
  using V = TestType;
  const int last = Bitboard<V>::square_count - 1;
  for (int k = 0; k < kind_count; ++k) {
    if (!V::info[Kind(k)].exists) continue;
    for (int i = 0; i <= last; ++i) {
      const auto black = attacks::from<V>(Color::black, Kind(k), Square(i), {});
      const auto white = attacks::from<V>(Color::white, Kind(k), Square(last - i), {});
      Bitboard<V> turned;
      for (Square s : black) turned |= Bitboard<V>(Square(last - s.index()));
      CHECK(turned == white);
    }
  }
}

TEMPLATE_TEST_CASE("a slide stops at the first occupied square, and takes it along", "", YariShogi,
                   Shogi) {
  using V = TestType;
  std::mt19937_64 rng(1);
  for (int round = 0; round < 2000; ++round) {
    Bitboard<V> occupied;
    for (int n = 0; n < 20; ++n) {
      occupied |= Bitboard<V>(Square(static_cast<int>(rng() % Bitboard<V>::square_count)));
    }
    const Square from(static_cast<int>(rng() % Bitboard<V>::square_count));
    attacks::for_each_direction([&]<Direction D>() {
      Bitboard<V> walked;
      const Step step = step_of(D);
      for (int f = from.file() + step.file, r = from.rank() + step.rank;
           f >= 0 && f < V::files && r >= 0 && r < rank_count; f += step.file, r += step.rank) {
        walked |= Bitboard<V>(Square::at(f, r));
        if (occupied.has(Square::at(f, r))) break;
      }
      REQUIRE(attacks::slide<V, D>(from, occupied) == walked);
    });
  }
}

}  // namespace
}  // namespace yari
