// The marks of KI2, by the rules of the Japan Shogi Association ("棋譜の表記方法"): one table of
// positions, each with every move of a kind to a square and how it is written.
#include "notation/kif/move_text.h"
#include "rules/sfen.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

struct Case {
  const char* what;
  const char* sfen;
  Kind kind;
  const char* target;
  /// Origin and text.
  std::vector<std::pair<const char*, const char*>> moves;
};

const Case cases[] = {
    {"one piece needs no mark", "4k4/9/9/9/9/9/9/9/4KG3 b - 1", Shogi::G, "4h", {{"4i", "４八金"}}},
    {"up and aside",
     "4k4/9/9/9/9/9/9/4G4/3G2K2 b - 1",
     Shogi::G,
     "6h",
     {{"6i", "６八金上"}, {"5h", "６八金寄"}}},
    {"up and down",
     "4k4/9/9/9/9/9/3G5/9/3G2K2 b - 1",
     Shogi::G,
     "6h",
     {{"6i", "６八金上"}, {"6g", "６八金引"}}},
    {"left and right",
     "4k4/9/9/9/9/9/9/9/3G1G2K b - 1",
     Shogi::G,
     "5h",
     {{"6i", "５八金左"}, {"4i", "５八金右"}}},
    {"left and straight",
     "4k4/9/9/9/9/9/9/9/3GG3K b - 1",
     Shogi::G,
     "5h",
     {{"6i", "５八金左"}, {"5i", "５八金直"}}},
    {"left, straight and right",
     "4k4/9/9/9/9/9/9/9/3GGG2K b - 1",
     Shogi::G,
     "5h",
     {{"6i", "５八金左"}, {"5i", "５八金直"}, {"4i", "５八金右"}}},
    {"the same from White's side",
     "3ggg2k/9/9/9/9/9/9/9/4K4 w - 1",
     Shogi::G,
     "5b",
     {{"6a", "５二金右"}, {"5a", "５二金直"}, {"4a", "５二金左"}}},
    {"silvers down on either side",
     "4k4/9/9/9/9/9/3S1S3/9/8K b - 1",
     Shogi::S,
     "5h",
     {{"6g", "５八銀左"}, {"4g", "５八銀右"}}},
    {"two on one side need both marks",
     "4k4/9/9/9/9/9/3S5/9/3SS3K b - 1",
     Shogi::S,
     "5h",
     {{"6g", "５八銀引"}, {"6i", "５八銀左上"}, {"5i", "５八銀直"}}},
    {"side and motion together",
     "4k4/9/9/9/9/9/3S1S3/9/3S1S2K b - 1",
     Shogi::S,
     "5h",
     {{"6g", "５八銀左引"}, {"4g", "５八銀右引"}, {"6i", "５八銀左上"}, {"4i", "５八銀右上"}}},
    {"knights",
     "4k4/9/9/9/9/9/9/9/2N1N3K b - 1",
     Shogi::N,
     "6g",
     {{"7i", "６七桂左"}, {"5i", "６七桂右"}}},
    {"rooks by motion",
     "4k4/9/9/9/9/3R5/9/R8/8K b - 1",
     Shogi::R,
     "6h",
     {{"6f", "６八飛引"}, {"9h", "６八飛寄"}}},
    {"dragons know no straight",
     "4k4/9/9/9/9/9/9/9/+R+R6K b - 1",
     Shogi::PR,
     "8h",
     {{"9i", "８八龍左"}, {"8i", "８八龍右"}}},
    {"horses know no straight",
     "4k4/9/9/9/9/9/9/9/+B+B6K b - 1",
     Shogi::PB,
     "8h",
     {{"9i", "８八馬左"}, {"8i", "８八馬右"}}},
    {"dragons by motion",
     "4k4/9/9/9/1+R7/9/9/3+R5/8K b - 1",
     Shogi::PR,
     "8h",
     {{"8e", "８八龍引"}, {"6h", "８八龍寄"}}},
};

}  // namespace

TEST_CASE("KI2 marks are those of the Japan Shogi Association") {
  for (const Case& c : cases) {
    CAPTURE(c.what);
    const Position<Shogi> position = *Position<Shogi>::from(*read_sfen(c.sfen, Variant::shogi));
    const Square to = Square::at(c.target[0] - '1', c.target[1] - 'a');
    MoveList moves;
    position.legal_moves_to(to, c.kind, moves);
    CHECK(static_cast<std::size_t>(moves.size()) == c.moves.size());
    for (const auto& [from, expected] : c.moves) {
      const Move m = Move::board(Square::at(from[0] - '1', from[1] - 'a'), to, false);
      REQUIRE(position.is_legal(m));
      std::string written;
      append_kif_move(written, position, m, std::nullopt, KifStyle::ki2);
      CHECK(written == expected);
      std::string_view text = written;
      KifMove read;
      REQUIRE(take_kif_move<Shogi>(text, read));
      MoveList meant;
      meanings(position, read, std::nullopt, meant);
      REQUIRE(meant.size() == 1);
      CHECK(meant[0] == m);
    }
  }
}

TEST_CASE("a pinned piece counts for the marks of KI2") {
  // The silver on 4h may not leave the file of the king.
  const Position<Shogi> position =
      *Position<Shogi>::from(*read_sfen("4k4/9/9/9/9/9/5K3/3S1S3/5r3 b - 1", Variant::shogi));
  const Move m = Move::board(Square::at(5, 7), Square::at(4, 8), false);
  REQUIRE(position.is_legal(m));
  std::string written;
  append_kif_move(written, position, m, std::nullopt, KifStyle::ki2);
  CHECK(written == "５九銀左");
}

TEST_CASE("a drop in KI2 is marked only where a piece on the board could go there too") {
  const Position<Shogi> both =
      *Position<Shogi>::from(*read_sfen("4k4/9/9/9/9/9/9/9/3G4K b G 1", Variant::shogi));
  std::string drop, other;
  append_kif_move(drop, both, Move::drop(Shogi::G, Square::at(5, 7)), std::nullopt, KifStyle::ki2);
  append_kif_move(other, both, Move::drop(Shogi::G, Square::at(2, 7)), std::nullopt, KifStyle::ki2);
  CHECK(drop == "６八金打");
  CHECK(other == "３八金");
}

}  // namespace yari::test
