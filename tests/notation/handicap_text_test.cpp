// Handicaps in kanji.
#include "notation/handicap_text.h"

#include <catch2/catch.hpp>

namespace yari {
namespace {

TEST_CASE("every handicap of Shogi has a KIF name that is read back, without its last kana too") {
  for (const NamedHandicap& handicap : shogi_handicaps()) {
    INFO(handicap.name);
    const Setup setup = *read_handicap(handicap.name, Variant::shogi);
    const std::string kif(kif_handicap(setup));
    REQUIRE(kif.ends_with("落ち"));
    CHECK(*read_handicap_text(kif, Variant::shogi) == setup);
    CHECK(*read_handicap_text(kif.substr(0, kif.size() - 3), Variant::shogi) == setup);
    CHECK(*read_handicap_text(handicap.name, Variant::shogi) == setup);
  }
}

TEST_CASE("blanks around a handicap are skipped, wide ones too") {
  CHECK(handicap_in_english(" 飛香落ち　　") == "Rook and left lance");
  CHECK(handicap_in_english("\t2 dragons ") == "2 dragons");
  CHECK(*read_handicap_text("平手　", Variant::yari) == start_setup(Variant::yari));
}

TEST_CASE("pieces may be counted in digits, as servers do") {
  CHECK(handicap_in_english("2-piece") == "Two pieces");
  CHECK(handicap_in_english(" 10 pieces") == "Ten pieces");
  CHECK(handicap_in_english("9-piece") == "9-piece");
  CHECK(handicap_in_english("HI-piece") == "HI-piece");
}

TEST_CASE("a KIF record says whether its start is even, named or another") {
  Setup setup = start_setup(Variant::shogi);
  setup.move_number = 20;
  CHECK(kif_handicap(setup) == "平手");
  setup.side_to_move = Color::white;
  CHECK(kif_handicap(setup) == "その他");
  CHECK(kif_handicap(*read_handicap("YR", Variant::yari)) == "その他");
}

}  // namespace
}  // namespace yari
