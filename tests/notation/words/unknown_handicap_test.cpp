// After a handicap that is not known no start is guessed, and its words are kept.
#include "notation/board/diagram.h"
#include "notation/words/handicap_text.h"
#include "rules/handicap.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {
namespace {

const std::string kif_moves =
    "下手：青木\n上手：馬場\n手数----指手---------消費時間--\n   1 ５二玉(51)\n   2 ７六歩(77)\n";

}  // namespace

TEST_CASE("names of handicaps in KIF give their start, and the moves are played") {
  for (const char* name : {"左香落ち", "飛落ち", "両香落ち", "2枚落ち", "２枚落ち", "九枚落ち",
                           "角香落ち", "七枚落ち"}) {
    INFO(name);
    const ReadResult read =
        kif().read("手合割：" + std::string(name) + '\n' + kif_moves, strictly());
    REQUIRE(read.game);
    CHECK(read.game->start == *read_handicap_text(name, Variant::shogi));
    CHECK(usi_moves(*read.game) == "5a5b 7g7f");
  }
}

TEST_CASE("a handicap of Yari Shogi in KIF and JKF gives its start, and the moves are played") {
  struct Case {
    std::string name;
    std::string squares;
    bool noted;
  };
  for (const Case& c : {Case{"飛車落ち", "1a", true}, Case{"右飛車落ち", "7a", false},
                        Case{"両飛車落ち", "1a 7a", false}, Case{"桂落ち", "YN", true}}) {
    INFO(c.name);
    const std::string header = "棋種：槍将棋\n手合割：" + c.name + "\n";
    const ReadResult from_kif =
        kif().read(header + "   1 ３四歩(33)\n   2 ７六歩(77)\n", strictly());
    const ReadResult from_jkf = jkf().read(
        R"({"header":{"棋種":"槍将棋","手合割":")" + c.name +
            R"("},"moves":[{},{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},)" +
            R"({"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]})",
        strictly());
    for (const ReadResult* read : {&from_kif, &from_jkf}) {
      INFO(messages(*read));
      REQUIRE(read->game);
      CHECK(read->game->start == *read_handicap(c.squares, Variant::yari));
      CHECK(usi_moves(*read->game) == "3c3d 7g7f");
      CHECK(read->diagnostics.empty() != c.noted);
    }
  }
}

TEST_CASE(
    "a handicap of KIF that nobody knows, without a board, is an error, and the moves are text") {
  for (const char* name : {"青空将棋", "詰将棋", "玉落ち"}) {
    INFO(name);
    const std::string text =
        "手合割：" + std::string(name) + "\n" + kif_moves + "まで2手で下手の勝ち\n";
    const ReadResult read = kif().read(text, {});
    REQUIRE(read.game);
    CHECK(read.game->moves.main_plies() == 0);
    CHECK(read.game->unread.find("５二玉(51)") != std::string::npos);
    CHECK(read.diagnostics.front().severity == Severity::error);
    CHECK(read.diagnostics.front().line == 1);
    CHECK(read.game->tag("KIF") == "手合割：" + std::string(name));
    CHECK_FALSE(kif().read(text, strictly()).game);
  }
}

TEST_CASE("another start without a board is the even one, with a warning") {
  const std::string text = "手合割：その他\n   1 ７六歩(77)\n   2 ８四歩(83)\n";
  const ReadResult read = kif().read(text, {});
  REQUIRE(read.game);
  CHECK(usi_moves(*read.game) == "7g7f 8c8d");
  CHECK(messages(read) == "1:5: expected a board after その他; the even start is taken\n");
  CHECK(read.diagnostics.front().severity == Severity::warning);
  CHECK_FALSE(kif().read(text, strictly()).game);
}

TEST_CASE("another handicap beside a board is that board") {
  const Setup rook = *read_handicap("Rook", Variant::shogi);
  const std::string board = draw_board(rook, BoardStyle::kif);
  for (const char* name : {"その他", "詰将棋"}) {
    const ReadResult read =
        kif().read("手合割：" + std::string(name) + '\n' + board + "   1 ３四歩(33)\n", {});
    REQUIRE(read.game);
    CHECK(read.game->start.same_position(rook));
    CHECK(usi_moves(*read.game) == "3c3d");
  }
}

TEST_CASE("a handicap of Hodges in plain words gives its start") {
  struct Case {
    std::string words;
    std::string squares;
    bool noted;
  };
  for (const Case& c : {Case{"two rooks", "1a 7a", false}, Case{"knight", "YN", true},
                        Case{"bishop and rook", "YB YR", true}, Case{"left yari rook", "1a", false},
                        Case{"yari bishop", "2a", true}, Case{"YR1a", "1a", false}}) {
    INFO(c.words);
    const ReadResult read = hodges().read(
        "[Variant \"Yari Shogi\"]\n[Handicap \"" + c.words + "\"]\n\n1. ... P-3d 2. P-7f *\n",
        strictly());
    INFO(messages(read));
    REQUIRE(read.game);
    CHECK(read.game->start == *read_handicap(c.squares, Variant::yari));
    CHECK(usi_moves(*read.game) == "3c3d 7g7f");
    CHECK(read.diagnostics.empty() != c.noted);
  }
}

TEST_CASE("a handicap of Hodges that nobody knows is an error, is kept, and the moves are text") {
  const std::string text =
      "[Variant \"Yari Shogi\"]\n[Handicap \"giant\"]\n\n1. ... P-3d 2. P-7f 1-0\n";
  const ReadResult read = hodges().read(text, {});
  REQUIRE(read.game);
  CHECK(messages(read).find(
            "2:12: expected a handicap that is known, or a position; found 'giant'") !=
        std::string::npos);
  CHECK(read.diagnostics.front().severity == Severity::error);
  CHECK(read.game->tag("Handicap_") == "giant");
  CHECK(read.game->moves.main_plies() == 0);
  CHECK(read.game->unread.find("P-3d 2. P-7f") != std::string::npos);
  CHECK_FALSE(hodges().read(text, strictly()).game);
  // What is written is read again with the same words.
  const std::string written = hodges().write(*read.game, {}).text;
  CHECK(*hodges().read(written, {}).game == *read.game);
  // A tag that names nothing is no tag.
  const ReadResult unsaid =
      hodges().read("[Variant \"Shogi\"]\n[Handicap \"?\"]\n\n1. P-7f P-3d *\n", {});
  CHECK(usi_moves(*unsaid.game) == "7g7f 3c3d");
}

TEST_CASE("a handicap that nobody knows keeps its words beside the SFEN that counts") {
  const ReadResult read = hodges().read(
      "[Variant \"Shogi\"]\n[Handicap \"Anvil\"]\n"
      "[SFEN \"lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\"]\n\n1. ... P-3d\n",
      {});
  REQUIRE(read.game);
  CHECK(usi_moves(*read.game) == "3c3d");
  CHECK(read.game->tag("Handicap_") == "Anvil");
}

}  // namespace yari::test
