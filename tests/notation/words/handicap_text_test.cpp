// Handicaps in kanji.
#include "notation/words/handicap_text.h"

#include "rules/start.h"
#include "tests/support/catch.h"
#include "tests/support/cpu_time.h"

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

TEST_CASE("the fault of a handicap lies in its text, whatever words that has") {
  // In English it is longer, and the piece that nobody has stands at its end.
  for (const std::string_view text : {"香角角落", "香香香落ち"}) {
    INFO(text);
    for (const auto& read :
         {read_handicap_text(text, Variant::shogi), read_recorded_handicap(text, Variant::shogi)}) {
      REQUIRE_FALSE(read);
      CHECK(read.error().offset == 0);
    }
  }
  CHECK(read_handicap_text("Rook+Rook", Variant::shogi).error().offset == 5);
}

TEST_CASE("a name without bounds is no handicap, and read in no time") {
  for (const std::string_view word : {"rook ", "飛車", "yari rook and ", "(右)", "hisha"}) {
    std::string name;
    while (name.size() < 1'000'000) name += word;
    const double start = test::cpu_seconds();
    for (const Variant v : {Variant::yari, Variant::shogi})
      CHECK_FALSE(read_recorded_handicap(name, v));
    CHECK(handicap_in_english(name + "x") == name + "x");
    CHECK(test::cpu_seconds() - start < 3);
  }
}

TEST_CASE("pieces may be counted in digits, as servers do") {
  const auto same = [](std::string_view a, std::string_view b) {
    INFO(a);
    CHECK(*read_handicap_text(a, Variant::shogi) == *read_handicap_text(b, Variant::shogi));
  };
  same("2-piece", "Two pieces");
  same(" 10 pieces", "Ten pieces");
  same("six-piece handicap", "Six pieces");
  same("9-piece", "九枚落ち");
  CHECK_FALSE(read_handicap_text("HI-piece", Variant::shogi).has_value());
  CHECK_FALSE(read_handicap_text("11 pieces", Variant::shogi).has_value());
}

TEST_CASE("handicaps that no table of programs has are read by their pieces") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"左香落ち", "1a"},
      {"左香落", "1a"},
      {"右香落ち", "9a"},
      {"飛落ち", "8b"},
      {"飛車落", "8b"},
      {"飛香落", "8b 1a"},
      {"飛角落ち", "8b 2b"},
      {"角香落ち", "2b 1a"},
      {"両香落ち", "1a 9a"},
      {"両桂落ち", "2a 8a"},
      {"右桂落ち", "8a"},
      {"飛車香落ち", "8b 1a"},
      {"2枚落ち", "8b 2b"},
      {"２枚落ち", "8b 2b"},
      {"二枚落", "8b 2b"},
      {"4枚落ち", "8b 2b 9a 1a"},
      {"１０枚落ち", "8b 2b 9a 1a 8a 2a 7a 3a 6a 4a"},
      {"右五枚落ち", "8b 2b 9a 1a 8a"},
      {"左5枚落ち", "8b 2b 9a 1a 2a"},
      {"七枚落ち", "8b 2b 9a 1a 8a 2a 7a"},
      {"九枚落ち", "8b 2b 9a 1a 8a 2a 7a 3a 6a"},
      {"左九枚落ち", "8b 2b 9a 1a 8a 2a 7a 3a 4a"},
      {"飛 落ち", "8b"}};
  for (const auto& [name, squares] : table) {
    INFO(name);
    CHECK(*read_handicap_text(name, Variant::shogi) == *read_handicap(squares, Variant::shogi));
  }
  for (const std::string_view name :
       {"玉落ち", "十一枚落ち", "1枚落ち", "トンボ", "落ち", "飛", "gochi", "kaku"}) {
    INFO(name);
    CHECK_FALSE(read_handicap_text(name, Variant::shogi).has_value());
  }
}

TEST_CASE("a handicap may leave White with the king alone, or with three pawns in hand") {
  const Setup bare = *read_handicap("Nineteen pieces", Variant::shogi);
  CHECK(handicap_name(bare) == "Nineteen pieces");
  CHECK(kif_handicap(bare) == "その他");
  for (const char* name :
       {"裸玉", "裸王", "玉のみ", "十九枚落ち", "19枚落ち", "１９枚落", "bare king", "naked king",
        "19 pieces", "nineteen-piece handicap", "hadakagyoku"}) {
    INFO(name);
    CHECK(*read_recorded_handicap(name, Variant::shogi) == bare);
  }
  Setup pawns = bare;
  pawns.hands[Color::white].add(pawn, 3);
  for (const char* name : {"歩三兵", "歩三", "fusanbyō", "Bare king with three pawns"}) {
    INFO(name);
    CHECK(*read_recorded_handicap(name, Variant::shogi) == pawns);
    CHECK(*read_typed_handicap(name, Variant::shogi) == pawns);
  }
  CHECK(handicap_name(pawns) == "Bare king with three pawns");
  pawns.hands[Color::white].add(pawn, 1);
  CHECK_FALSE(handicap_name(pawns).has_value());
}

TEST_CASE("handicaps may stand in Latin letters as they sound, and as presets of JKF") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"kyo ochi", "1a"},
      {"kyoochi", "1a"},
      {"Kyō-ochi", "1a"},
      {"migi kyouochi", "9a"},
      {"kakuochi", "2b"},
      {"Kaku-otoshi", "2b"},
      {"HISHAOCHI", "8b"},
      {"hi ochi", "8b"},
      {"hikyoochi", "8b 1a"},
      {"nimaiochi", "8b 2b"},
      {"Ni-mai ochi", "8b 2b"},
      {"nimai", "8b 2b"},
      {"sanmaiochi", "8b 2b 1a"},
      {"yonmai-ochi", "8b 2b 9a 1a"},
      {"rokumaiochi", "8b 2b 9a 1a 8a 2a"},
      {"jūmaiochi", "8b 2b 9a 1a 8a 2a 7a 3a 6a 4a"},
      {"KY", "1a"},
      {"ky_r", "9a"},
      {"HIKY", "8b 1a"},
      {"5_L", "8b 2b 9a 1a 2a"}};
  for (const auto& [name, squares] : table) {
    INFO(name);
    const auto read = read_recorded_handicap(name, Variant::shogi);
    REQUIRE(read);
    CHECK(*read == *read_handicap(squares, Variant::shogi));
    CHECK_FALSE(unclear_handicap(name, Variant::shogi));
  }
  CHECK(*read_recorded_handicap("Hirate", Variant::yari) == start_setup(Variant::yari));
}

TEST_CASE("the side of a handicap may stand in parentheses after it, or before all pieces") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"飛香落ち(右)", "8b 9a"},
      {"飛香落ち（左）", "8b 1a"},
      {"飛香落ち（右香）", "8b 9a"},
      {"右飛香落ち", "8b 9a"},
      {"左飛香落ち", "8b 1a"},
      {"香落ち(右)", "9a"},
      {"五枚落ち（左桂）", "8b 2b 9a 1a 2a"},
      {"Lance (right)", "9a"},
      {"rook and lance (right)", "8b 9a"},
      {"七枚落ち(左)", "8b 2b 9a 1a 8a 2a 3a"},
      {"角香落ち（右）", "2b 9a"}};
  for (const auto& [name, squares] : table) {
    INFO(name);
    const auto read = read_recorded_handicap(name, Variant::shogi);
    REQUIRE(read);
    CHECK(*read == *read_handicap(squares, Variant::shogi));
    CHECK_FALSE(unclear_handicap(name, Variant::shogi));
  }
  CHECK_FALSE(read_recorded_handicap("二枚落ち（右）", Variant::shogi));
}

TEST_CASE("English words name the pieces of either game") {
  const std::tuple<Variant, std::string_view, std::string_view> table[] = {
      {Variant::yari, "two rooks", "1a 7a"},
      {Variant::yari, "two yari rooks", "1a 7a"},
      {Variant::yari, "both rooks", "1a 7a"},
      {Variant::yari, "left yari rook", "1a"},
      {Variant::yari, "right rook", "7a"},
      {Variant::yari, "Rook", "1a"},
      {Variant::yari, "knight", "YN"},
      {Variant::yari, "bishop and rook", "YB 1a"},
      {Variant::yari, "two rooks and the left knight", "1a 7a YN"},
      {Variant::shogi, "rook and bishop", "8b 2b"},
      {Variant::shogi, "bishop & rook", "8b 2b"},
      {Variant::shogi, "two lances", "1a 9a"},
      {Variant::shogi, "right knight", "8a"},
      {Variant::shogi, "rook odds", "8b"}};
  for (const auto& [v, name, squares] : table) {
    INFO(name);
    CHECK(*read_recorded_handicap(name, v) == *read_handicap(squares, v));
  }
  CHECK_FALSE(read_handicap_text("rook", Variant::yari).has_value());
  for (const std::string_view name : {"giant", "three rooks", "rook and giant", "two", "left"}) {
    INFO(name);
    CHECK_FALSE(read_recorded_handicap(name, Variant::yari).has_value());
  }
}

TEST_CASE("every name in the list of handicaps is read, both its words the same") {
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    std::size_t starts = 0;
    for (const HandicapNames& names : handicap_names(v)) {
      INFO(names.english << " " << names.kanji);
      const auto english = read_recorded_handicap(names.english, v);
      const auto kanji = read_recorded_handicap(names.kanji, v);
      REQUIRE(english);
      REQUIRE(kanji);
      CHECK(*english == *kanji);
      CHECK(*read_handicap_text(names.english, v) == *english);
      ++starts;
    }
    CHECK(starts >= (v == Variant::yari ? 9U : shogi_handicaps().size()));
  }
}

TEST_CASE("every word for a handicap of Shogi that records have gives its start") {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"左香", "1a"},
      {"右香", "9a"},
      {"角香", "2b 1a"},
      {"飛角", "8b 2b"},
      {"両香", "1a 9a"},
      {"両桂", "2a 8a"},
      {"三枚", "8b 2b 1a"},
      {"四枚", "8b 2b 9a 1a"},
      {"五枚", "8b 2b 9a 1a 8a"},
      {"七枚", "8b 2b 9a 1a 8a 2a 7a"},
      {"八枚", "8b 2b 9a 1a 8a 2a 7a 3a"},
      {"九枚", "8b 2b 9a 1a 8a 2a 7a 3a 6a"},
      {"十枚", "8b 2b 9a 1a 8a 2a 7a 3a 6a 4a"}};
  for (const auto& [name, squares] : table) {
    const Setup start = *read_handicap(squares, Variant::shogi);
    for (const std::string_view end : {"落", "落ち", " 落ち", "　落ち", "落ち　　"}) {
      const std::string word = std::string(name) + std::string(end);
      INFO(word);
      const auto read = read_recorded_handicap(word, Variant::shogi);
      REQUIRE(read);
      CHECK(*read == start);
    }
  }
  for (const auto& [name, squares] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"rook", "8b"},
           {"ROOK", "8b"},
           {" rook  handicap ", "8b"},
           {"left lance", "1a"},
           {"right lance", "9a"},
           {"rook and lance", "8b 1a"},
           {"rook  and  bishop", "8b 2b"},
           {"rook-lance", "8b 1a"},
           {"six pieces", "8b 2b 9a 1a 8a 2a"},
           {"six-piece", "8b 2b 9a 1a 8a 2a"},
           {"6 pieces", "8b 2b 9a 1a 8a 2a"},
           {"６枚落ち", "8b 2b 9a 1a 8a 2a"},
           {"6枚落", "8b 2b 9a 1a 8a 2a"},
           {"four piece handicap", "8b 2b 9a 1a"},
           {"ten-piece", "8b 2b 9a 1a 8a 2a 7a 3a 6a 4a"}}) {
    INFO(name);
    const auto read = read_recorded_handicap(name, Variant::shogi);
    REQUIRE(read);
    CHECK(*read == *read_handicap(squares, Variant::shogi));
  }
  for (const std::string_view name :
       {"two rooks", "queen's", "queen", "pawn and move", "naked queen", "general", "one piece",
        "eleven pieces", "rook and queen", "落ち", "金銀玉落ち", "0枚落ち", "二十枚落ち",
        "rooks rook"}) {
    INFO(name);
    CHECK_FALSE(read_recorded_handicap(name, Variant::shogi));
  }
}

TEST_CASE("a name that leaves open which piece is taken off says so") {
  CHECK(sentence(unclear_handicap("yari bishop", Variant::yari).value()) ==
        "'yari bishop' does not say which pieces are taken off; it is read as YB2a");
  CHECK(unclear_handicap("九枚落ち", Variant::shogi));
  for (const char* name : {"two rooks", "left yari rook", "YR1a"})
    CHECK_FALSE(unclear_handicap(name, Variant::yari));
  for (const char* name : {"rook", "香落ち", "2枚落ち", "両香落ち"})
    CHECK_FALSE(unclear_handicap(name, Variant::shogi));
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
