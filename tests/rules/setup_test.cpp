// Setups at their bounds: what is left of a set, and which pieces are one too many.
#include "rules/setup.h"

#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// What the set still has, as White's hand in an SFEN.
std::string rest(std::string_view sfen, Variant v) {
  Setup hand = start_setup(v);
  hand.hands[Color::white] = rest_of_set(*read_sfen(sfen, v));
  const std::string text = write_sfen_without_number(hand);
  return text.substr(text.rfind(' ') + 1);
}

using Faults = std::vector<std::string>;
Faults faults(std::string_view sfen, Variant v) { return faults_of(*read_sfen(sfen, v)); }

}  // namespace

TEST_CASE("the rest of a set is what neither board nor hands have, whatever is promoted") {
  CHECK(rest(YariShogi::info.start, Variant::yari) == "-");
  CHECK(rest(Shogi::info.start, Variant::shogi) == "-");
  CHECK(rest("3k3/7/7/7/7/7/7/7/3K3 b - 1", Variant::yari) == "4r4b4n14p");
  CHECK(rest("9/9/9/9/9/9/9/9/9 b - 1", Variant::shogi) == "2r2b4g4s4n4l18p");
  CHECK(rest("3k3/+R6/+p6/7/7/7/7/7/3K3 b 3Rnn 1", Variant::yari) == "4b2n13p");
  // More than a set has leaves none.
  CHECK(rest("3k3/7/7/7/7/7/7/7/3K3 b 15P4r4b4n 1", Variant::yari) == "-");
  CHECK(rest("3k3/7/7/7/7/7/7/7/3K3 b 13P4r4b4n 1", Variant::yari) == "p");
}

TEST_CASE("each kind may be there as often as a set has it") {
  const std::string yari = "3k3/7/7/7/7/7/7/7/3K3 b ", shogi = "4k4/9/9/9/9/9/9/9/4K4 b ";
  CHECK(faults(yari + "4R4B4N14P", Variant::yari).empty());
  CHECK(faults(shogi + "2R2B4G4S4N4L18P", Variant::shogi).empty());
  CHECK(faults(yari + "4Rr", Variant::yari) == Faults{"5 yari rooks, but a set has only 4"});
  CHECK(faults(shogi + "4L1l19p", Variant::shogi) ==
        Faults{"19 pawns, but a set has only 18", "5 lances, but a set has only 4"});
  CHECK(faults("4k4/9/9/9/+R8/9/9/9/4K4 b 2R", Variant::shogi) ==
        Faults{"3 rooks, but a set has only 2"});
}

TEST_CASE("a pawn, lance or knight stands where it can move, as its side sees the board") {
  CHECK(faults("3k3/7/7/7/7/7/7/7/p2K3 b - 1", Variant::yari) ==
        Faults{"White's pawn on 7i could never move"});
  CHECK(faults("p2k3/7/7/7/7/7/7/7/P2K3 b - 1", Variant::yari).empty());
  CHECK(faults("R2k3/7/7/7/7/7/7/7/3K3 w - 1", Variant::yari).empty());
  CHECK(faults("4k4/9/9/9/9/9/9/n7n/l3K4 b - 1", Variant::shogi) ==
        Faults{"White's knight on 1h could never move", "White's knight on 9h could never move",
               "White's lance on 9i could never move"});
  CHECK(faults("4k4/9/N8/9/9/9/n8/9/4K4 b - 1", Variant::shogi).empty());
}

TEST_CASE("a side has one unpromoted pawn on a file, and a fault is named once a file") {
  CHECK(faults("3k3/P6/P6/P6/7/7/7/7/3K3 b - 1", Variant::yari) ==
        Faults{"Black has two unpromoted pawns on file 7"});
  CHECK(faults("3k3/P6/+P6/p6/7/7/7/7/3K3 b - 1", Variant::yari).empty());
  CHECK(faults("3k3/6p/6p/1p5/1p5/7/7/7/3K3 b - 1", Variant::yari) ==
        Faults{"White has two unpromoted pawns on file 1",
               "White has two unpromoted pawns on file 6"});
}

TEST_CASE("a problem of Shogi may lack one king, and nothing else may") {
  CHECK(faults("9/9/9/9/9/9/9/9/4K4 b - 1", Variant::shogi).empty());
  CHECK(faults("9/9/9/9/9/9/9/9/3kk4 b - 1", Variant::shogi) ==
        Faults{"Black has no king", "White has 2 kings"});
  CHECK(faults("3k3/7/7/7/7/7/7/7/7 b - 1", Variant::yari) == Faults{"Black has no general"});
}

TEST_CASE("a side that waits may not be in check, the side to move may") {
  CHECK(faults("4k4/9/9/9/4R4/9/9/9/4K4 w - 1", Variant::shogi).empty());
  CHECK(faults("4k4/9/9/9/4r4/9/9/9/4K4 w - 1", Variant::shogi) ==
        Faults{"Black is in check, but it is the other side's move"});
  // A check that nobody can suffer.
  CHECK(faults("4k4/9/9/9/4r4/9/9/9/9 w - 1", Variant::shogi).empty());
}

}  // namespace yari::test
