// Boards drawn and read: ours in both styles, KIF's, and a correspondence server's.
#include "notation/board/diagram.h"

#include "rules/start.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"
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

TEMPLATE_TEST_CASE("a board with its last move, from either side, is read back", "", YariShogi,
                   Shogi) {
  Rng rng(46);
  for (int i = 0; i < 20; ++i) {
    Position<TestType> position = Position<TestType>::start();
    for (int ply = 0; ply < 120 && position.has_legal_move(); ++ply) {
      const Move move = random_move(position, rng);
      position.play(move);
      const Setup setup = position.setup();
      for (const BoardStyle style :
           {BoardStyle::western, BoardStyle::kanji, BoardStyle::server, BoardStyle::kif}) {
        for (const bool flipped : {false, true}) {
          const std::string text = draw_board(
              setup, style, {.last_move = move, .flipped = flipped, .players = {"Aoki", "Baba"}});
          CAPTURE(text);
          const Result<Setup> read = read_diagram(text);
          REQUIRE(read);
          REQUIRE(*read == setup);
        }
      }
    }
  }
}

TEST_CASE("a server's board has the players, the promotion zones and the last move") {
  Position<YariShogi> position = Position<YariShogi>::start();
  const Move move = *read_usi_move("7g7f", Variant::yari);
  position.play(move);
  const Setup setup = position.setup();
  const BoardView view{.last_move = move, .players = {"Aoki", "Baba"}};
  CHECK(draw_board(setup, BoardStyle::server, view) ==
        R"(White in hand: nothing
     7    6    5    4    3    2    1
  +----+----+----+----+----+----+----+    Baba (White)
a |\ R/|\ N/|\ N/|\ K/|\ B/|\ B/|\ R/| a
  +----+----+----+----+----+----+----+
b |    |    |    |    |    |    |    | b
  +----+----+----+----+----+----+----+
c |\ P/|\ P/|\ P/|\ P/|\ P/|\ P/|\ P/| c
  +----+----+----*----*----+----+----+
d |    |    |    |    |    |    |    | d
  +----+----+----+----+----+----+----+
e |    |    |    |    |    |    |    | e
  +****+----+----+----+----+----+----+
f |/ P\|    |    |    |    |    |    | f
  +****+----+----*----*----+----+----+
g |    |/ P\|/ P\|/ P\|/ P\|/ P\|/ P\| g
  +----+----+----+----+----+----+----+
h |    |    |    |    |    |    |    | h
  +----+----+----+----+----+----+----+
i |/ R\|/ B\|/ B\|/ K\|/ N\|/ N\|/ R\| i
  +----+----+----+----+----+----+----+    Aoki (Black)
     7    6    5    4    3    2    1
Black in hand: nothing
White to move, move 2
)");
  const std::string turned =
      draw_board(setup, BoardStyle::server, {.flipped = true, .players = {"Aoki", "Baba"}});
  CHECK_THAT(turned, Contains("Black in hand: nothing\n     1    2    3    4    5    6    7\n") &&
                         Contains("    Aoki (Black)\ni |\\ R/|\\ N/|\\ N/|\\ K/|") &&
                         Contains("a |/ R\\|/ B\\|/ B\\|/ K\\|"));
  CHECK_THAT(draw_board(setup, BoardStyle::western, view), Contains("\n | P*   .    .  "));
  CHECK_THAT(draw_board(setup, BoardStyle::kif, view),
             Contains("\n手数＝1  ▲７六歩  まで\n後手番\n"));
}

TEST_CASE("a name beside the board that reads like something else is left out") {
  const Setup setup = start_setup(Variant::yari);
  for (const char* name : {"White in hand: P", "White to move", "a\n| . . . . . . . |", "後手番"}) {
    INFO(name);
    const std::string text =
        draw_board(setup, BoardStyle::server, {.players = {name, std::string(name)}});
    CHECK(read_diagram(text) == setup);
  }
}

TEST_CASE("the number of the last move in KIF's diagram is bounded") {
  const std::string board = draw_board(start_setup(Variant::shogi), BoardStyle::kif);
  CHECK(read_diagram(board + "手数＝７８  △３四歩  まで\n")->move_number == 79);
  for (const char* number : {"", "0", "x", "9999999", "99999999999999999999"})
    CHECK(read_diagram(board + "手数＝" + number + "  まで\n")->move_number == 1);
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

TEST_CASE("what does not fit into a diagram is refused with the place and what was expected") {
  const std::string board = draw_board(start_setup(Variant::yari));
  const std::string rank = " | .    .    .    .    .    .    .   | b\n";
  const std::string wide = " | .    .    .    .    .    .    .    .    .   | b\n";
  const std::string hand = "expected a piece in hand like 'P' or 'Px2', found '";
  struct Row {
    std::string from, to, message;
  };
  for (const Row& row : std::vector<Row>{
           {rank, "", "expected nine ranks, found 8"},
           {rank, rank + rank, "expected nine ranks, found a tenth"},
           {rank, wide, "expected 7 files, found 9"},
           {"Black in hand: nothing", "Black in hand: P X", hand + "X'"},
           {"Black in hand: nothing", "Black in hand: G", hand + "G'"},
           {"Black in hand: nothing", "Black in hand: Px0", hand + "Px0'"},
           {"Black in hand: nothing", "Black in hand: Px2a", hand + "Px2a'"},
           {"Black in hand: nothing", "Black in hand: Px100000", hand + "Px100000'"},
           {"Black in hand: nothing", "Black in hand: Px60 Px60", hand + "Px60'"},
           {"move 1", "move x", "expected a move number"},
           {"move 1", "move 0", "expected a move number"},
           {"move 1", "move 9999999", "expected a move number"},
           {"Black in hand: nothing", "先手の持駒：王", "expected a piece in hand, found '王'"}}) {
    INFO(row.to);
    std::string text = board;
    text.replace(text.find(row.from), row.from.size(), row.to);
    const Result<Setup> read = read_diagram(text);
    REQUIRE_FALSE(read);
    CHECK(read.error().message == row.message);
    CHECK(read.error().offset <= text.size());
  }
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"Black in hand: nothing", "Black in hand: -"},
           {"Black in hand: nothing", "Blackboards are green"},
           {", move 1", ""}}) {
    std::string text = board;
    text.replace(text.find(from), from.size(), to);
    CHECK(read_diagram(text) == start_setup(Variant::yari));
  }
}

TEST_CASE("a cell of a server's board is a piece between two slashes") {
  const std::string board = draw_board(start_setup(Variant::shogi), BoardStyle::server);
  const std::size_t at = board.find("/ P\\");
  REQUIRE(at != board.npos);
  for (const char* cell : {"/ X\\", "/ P/ ", "\\ P\\", " /\\ ", "  P ", "/ P |"}) {
    std::string text = board;
    text.replace(at, 4, std::string(cell).substr(0, 4));
    INFO(cell);
    const Result<Setup> read = read_diagram(text);
    REQUIRE_FALSE(read);
  }
}

TEST_CASE("marks and empty squares of KIF's board have several spellings") {
  const Setup start = start_setup(Variant::shogi);
  const std::string board = draw_board(start, BoardStyle::kif);
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{{"v", "V"},
                                                                                 {"v", "▽"},
                                                                                 {"v", "△"},
                                                                                 {" 歩", "^歩"},
                                                                                 {" 歩", "▲歩"},
                                                                                 {" 歩", "+歩"},
                                                                                 {" ・", " ･"},
                                                                                 {" ・", " ·"},
                                                                                 {" ・", " ."},
                                                                                 {" ・", "　"}}) {
    std::string text;
    for (std::size_t i = 0; i < board.size();) {
      const bool here = board.compare(i, from.size(), from) == 0;
      text += here ? to : board.substr(i, 1);
      i += here ? from.size() : 1;
    }
    INFO(text);
    const Result<Setup> read = read_diagram(text);
    REQUIRE(read);
    CHECK(read->same_position(start));
  }
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

TEST_CASE(
    "hands and the side to move are read in words, on lines of their own and beside the board") {
  const std::string board = draw_board(start_setup(Variant::yari));
  const std::string rows = board.substr(board.find('\n') + 1, board.find("Black in hand") - 24);
  const auto read = [&](const std::string& words) {
    const Result<Setup> setup = read_diagram(rows + words + '\n');
    if (!setup) return setup.error().message;
    const std::string sfen = write_sfen(*setup);
    return sfen.substr(sfen.find(' ') + 1);
  };
  for (const char* words :
       {"White to play", "white to move.", "White to play and win", "Turn: white", "White's turn",
        "GOTE TO MOVE", "Side to move: Gote", "後手番"}) {
    CAPTURE(words);
    CHECK(read(words) == "w - 1");
  }
  for (const char* words :
       {"Black holds: R 2P", "Black holds P, YR, P", "Black in hand: two pawns and a yari rook",
        "Black has a rook and 2 pawns in hand", "Black: RPP", "black hand = 2P R",
        "In hand (Black): Px2 YR", "Sente's pieces in hand: P2, R", "先手の持駒：飛　歩二"}) {
    CAPTURE(words);
    CHECK(read(words) == "b R2P 1");
  }
  for (const char* words : {"Black: Aoki", "Black has a strong attack", "White moves: 12",
                            "Sente: nothing", "White (Baba)", "White holds nothing"}) {
    CAPTURE(words);
    CHECK(read(words) == "b - 1");
  }
  CHECK(read("White holds Q") == "expected a piece in hand like 'P' or 'Px2', found 'Q'");
  std::string beside = rows;
  beside.replace(beside.find("| a\n"), 4, "| a   White to move\n");
  beside.replace(beside.find("| i\n"), 4, "| i   Black in hand: P\n");
  CHECK(write_sfen(*read_diagram(beside)).ends_with(" w P 1"));
}

}  // namespace yari::test
