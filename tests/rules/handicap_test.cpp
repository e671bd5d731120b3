// Handicaps by name, piece and square, in both games.
#include "rules/handicap.h"

#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari {
namespace {

std::string sfen(std::string_view text, Variant v) {
  const Result<Setup> setup = read_handicap(text, v);
  INFO(text);
  REQUIRE(setup.has_value());
  return write_sfen(*setup);
}

TEST_CASE("Yari handicaps are named by piece or square, from White's left") {
  const std::string left_rook = "rnnkbb1/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1";
  for (const char* text : {"YR", "yr1a", "1a", "R", "yari rook"})
    CHECK(sfen(text, Variant::yari) == left_rook);
  CHECK(sfen("YR+YN", Variant::yari) == "rn1kbb1/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1");
  CHECK(sfen("7a 1a", Variant::yari) == "1nnkbb1/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1");
  CHECK(sfen("YR+YR", Variant::yari) == sfen("7a,1a", Variant::yari));
  CHECK(sfen("YR\tYR", Variant::yari) == sfen("7a,1a", Variant::yari));
  for (const char* text : {"even", "none", "NO"}) {
    CHECK(sfen(text, Variant::yari) == YariShogi::info.start);
    CHECK(sfen(text, Variant::shogi) == Shogi::info.start);
  }
}

TEST_CASE("Shogi handicaps go by English names and short ones") {
  CHECK(sfen("Rook", Variant::shogi) ==
        "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
  for (const char* text : {"2 pieces", "2P", "Rook and bishop", "8b 2b", "B+R"}) {
    CHECK(sfen(text, Variant::shogi) == sfen("Two pieces", Variant::shogi));
  }
}

TEST_CASE("every handicap of the list is read back from its names and its position") {
  for (const NamedHandicap& handicap : shogi_handicaps()) {
    const Setup setup = *read_handicap(handicap.name, Variant::shogi);
    CHECK(handicap_name(setup) == std::string(handicap.name));
    CHECK(faults_of(setup).empty());
    for (const std::string_view alias : handicap.aliases) {
      if (!alias.empty()) CHECK(*read_handicap(alias, Variant::shogi) == setup);
    }
  }
}

TEST_CASE("any set of White's pieces in Yari Shogi has a name that is read back") {
  const std::vector<int> squares{0, 9, 18, 36, 45, 54, 2, 11, 20};  // 1a 2a 3a 5a 6a 7a 1c 2c 3c
  for (unsigned set = 1; set < 1u << squares.size(); ++set) {
    std::vector<Square> removed;
    for (std::size_t i = 0; i < squares.size(); ++i) {
      if (set >> i & 1) removed.emplace_back(squares[i]);
    }
    const Setup setup = handicap_setup(Variant::yari, removed);
    const auto name = handicap_name(setup);
    REQUIRE(name.has_value());
    CHECK(*read_handicap(*name, Variant::yari) == setup);
  }
}

TEST_CASE("what is no handicap is refused, with its place") {
  for (const auto& [text, offset] : std::vector<std::pair<std::string, std::size_t>>{
           {"", 0}, {"queen", 0}, {"YR1c", 0}, {"4a", 0}, {"YR+YR+YR", 6}, {"5e", 0}, {"1i", 0}}) {
    INFO(text);
    const Result<Setup> setup = read_handicap(text, Variant::yari);
    REQUIRE_FALSE(setup.has_value());
    CHECK(setup.error().offset == offset);
  }
  CHECK_FALSE(read_handicap("", Variant::shogi).has_value());
}

TEST_CASE("pieces are counted, named on a side, and taken from White's left") {
  const auto removed = [](std::string_view text, Variant v = Variant::yari) {
    const Result<Setup> setup = read_handicap(text, v);
    if (!setup) return std::to_string(setup.error().offset) + ": " + setup.error().message;
    const std::vector<Square> squares = *handicap_squares(*setup);
    std::string names;
    for (const Square s : squares) names += square_name(s);
    return names;
  };
  const std::string cannot = "expected a piece that White has at the start, and can do without";
  for (const auto& [text, squares] : std::vector<std::pair<std::string, std::string>>{
           {"yari knight", "5a"},
           {"left yari knight", "5a"},
           {"right yari knight", "6a"},
           {"both yari knights", "5a6a"},
           {"the left yari knight and the right yari bishop", "3a5a"},
           {"pawn", "1c"},
           {"2 pawns", "1c2c"},
           {"three pawns", "1c2c3c"},
           {"two pawns & YR", "1a1c2c"},
           {"seven pawns", "1c2c3c4c5c6c7c"},
           {"YR and", "1a"},
           {"YR-YN", "1a5a"},
           {"11 pawns", "0: expected a piece or a square of White's, or the name of a handicap"},
           {"eight pawns", "0: " + cannot},
           {"YR, 10 pawns", "4: " + cannot},
           {"K4a", "0: expected a piece or a square of White's, or the name of a handicap"},
           {"YN1a", "0: " + cannot},
           {"YR 7g", "3: " + cannot},
           {"yns", "2: expected the end of a piece or square"},
           {"pawnss", "5: expected the end of a piece or square"},
           {"YR ROOK", "4: expected the end of a piece or square"},
           {" + ", "0: expected a handicap, found nothing"}}) {
    INFO(text);
    CHECK(removed(text) == squares);
  }
  for (const auto& [text, squares] : std::vector<std::pair<std::string, std::string>>{
           {"ROOK ODDS Handicap ", "8b"},
           {"Rook handicap", "8b"},
           {"four-piece handicap", "1a2b8b9a"},
           {"10-piece", "1a2a2b3a4a6a7a8a8b9a"},
           {"nine pieces", "1a2a2b3a6a7a8a8b9a"},
           {"nine pieces, left gold", "1a2a2b3a4a7a8a8b9a"},
           {"two lances", "1a9a"},
           {"right lance", "9a"},
           {"gold", "4a"},
           {"right gold", "6a"}}) {
    INFO(text);
    CHECK(removed(text, Variant::shogi) == squares);
  }
}

TEST_CASE("a name counts pieces by a word or a number from two to ten") {
  const std::vector<std::string> words{"Two",   "Three", "Four", "Five", "Six",
                                       "Seven", "Eight", "Nine", "Ten"};
  for (int n = 2; n <= 10; ++n) {
    const std::string name = words[static_cast<std::size_t>(n - 2)] + " pieces";
    CHECK(counted_handicap(name) == name);
    CHECK(counted_handicap(std::to_string(n) + "-piece") == name);
    CHECK(counted_handicap(std::to_string(n) + " PIECES") == name);
  }
  for (const std::string_view text : {"1 piece", "11 pieces", "four", "four things", "", "-piece"})
    CHECK(counted_handicap(text).empty());
}

TEST_CASE("a name is open where White has the piece on both sides") {
  for (const std::string_view text : {"YB", "yari rook", "two pawns", "YN and 1a"})
    CHECK(is_open_handicap(text, Variant::yari));
  for (const std::string_view text :
       {"YR1a", "both yari rooks", "7a 1a", "left yari bishop", "seven pawns"})
    CHECK_FALSE(is_open_handicap(text, Variant::yari));
  for (const std::string_view text : {"seven pieces", "9 pieces", "gold", "Nine-piece handicap"})
    CHECK(is_open_handicap(text, Variant::shogi));
  for (const std::string_view text : {"lance", "rook", "left gold", "two golds", "8 pieces"})
    CHECK_FALSE(is_open_handicap(text, Variant::shogi));
}

TEST_CASE("other positions are no handicaps") {
  Setup no_general = start_setup(Variant::yari);
  no_general[Square::at(3, 0)] = Piece::none();
  no_general.side_to_move = Color::white;
  CHECK(handicap_squares(no_general) == std::nullopt);
  Setup own = start_setup(Variant::yari);
  own[Square::at(0, 6)] = Piece::none();
  own.side_to_move = Color::white;
  CHECK(handicap_squares(own) == std::nullopt);
  Setup unmoved = handicap_setup(Variant::yari, {Square(0)});
  CHECK(handicap_squares(unmoved) == std::vector<Square>{Square(0)});
  unmoved.side_to_move = Color::black;
  CHECK(handicap_squares(unmoved) == std::nullopt);

  CHECK(handicap_name(start_setup(Variant::yari)) == std::nullopt);
  CHECK(handicap_squares(start_setup(Variant::yari))->empty());
  Setup moved = start_setup(Variant::yari);
  moved.side_to_move = Color::white;
  CHECK(handicap_squares(moved) == std::nullopt);
  Setup held = start_setup(Variant::yari);
  held.hands[Color::black].add(pawn);
  CHECK(handicap_squares(held) == std::nullopt);
}

}  // namespace
}  // namespace yari
