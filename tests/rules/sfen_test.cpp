// SFEN and USI move text: what is read, what is written, and where a fault is shown.
#include "rules/sfen.h"

#include "rules/position.h"
#include "rules/sfen_writer.h"
#include "rules/start.h"
#include "tests/support/catch.h"
#include "tests/support/random_game.h"

namespace yari {
namespace {

TEMPLATE_TEST_CASE("every position of random games survives SFEN", "", YariShogi, Shogi) {
  test::Rng rng(7);
  for (int game = 0; game < 30; ++game) {
    test::play_random_game<TestType>(rng, 200, [](const Position<TestType>& position) {
      const Setup setup = position.setup();
      const Result<Setup> again = read_sfen(write_sfen(setup), TestType::info.variant);
      REQUIRE(again.has_value());
      REQUIRE(*again == setup);
    });
  }
}

TEST_CASE("a writer of SFENs writes what append_sfen writes, also from game to game") {
  test::Rng rng(9);
  SfenWriter writer;
  const auto compare = [&](const auto& position) {
    std::string written;
    writer.append(written, position.setup());
    REQUIRE(written == write_sfen(position.setup()));
  };
  for (int game = 0; game < 10; ++game) {
    test::play_random_game<YariShogi>(rng, 200, compare);
    test::play_random_game<Shogi>(rng, 200, compare);
    test::play_random_game<Shogi>(rng, 200, compare);
  }
}

TEMPLATE_TEST_CASE("every legal move of random games survives USI", "", YariShogi, Shogi) {
  test::Rng rng(8);
  for (int game = 0; game < 10; ++game) {
    test::play_random_game<TestType>(rng, 120, [](const Position<TestType>& position) {
      for (Move move : position.legal_moves()) {
        const Result<Move> again =
            read_usi_move(write_usi_move(move, TestType::info.variant), TestType::info.variant);
        REQUIRE(again == move);
      }
    });
  }
}

struct BadSfen {
  std::string text;
  std::size_t offset;
  std::string message;
};

TEST_CASE("a faulty SFEN is refused with its place") {
  const std::string board = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR";
  const auto bad = GENERATE_COPY(values<BadSfen>({
      {"", 0, "expected a piece of Yari Shogi or a number of empty squares, found the end"},
      {"rnnkbbr/8/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1", 8,
       "expected at most 7 more squares on this rank, found '8'"},
      {"rnnkbbrr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1", 7,
       "expected the end of a rank of 7 squares, found 'r'"},
      {"rnxkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1", 2,
       "expected a piece of Yari Shogi or a number of empty squares, found 'x'"},
      {"rnn+kbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1", 3,
       "expected a piece that can promote after '+', found '+'"},
      {"7/7/7", 5, "expected '/' after rank c, found the end"},
      {board + "/7 b - 1", 41, "expected the end of the board after nine ranks, found '/'"},
      {board + " x - 1", 42, "expected 'b' or 'w', the side to move, found 'x'"},
      {board + " b", 43, "expected the pieces in hand, or '-', found the end"},
      {board + " b 0P 1", 44, "expected a number from 1 to 63, found '0'"},
      {board + " b -1P 1", 45, "expected a blank, found '1'"},
      {board + " b K 1", 44, "expected a piece that can be in hand, found 'K'"},
      {board + " b 99999999999999P 1", 44, "expected a number from 1 to 63, found '9'"},
      {board + " b 40P40P 1", 49, "expected fewer pieces in hand, found 'P'"},
      {board + " b - 0", 46, "expected a number from 1 to 1000000, found '0'"},
      {board + " b - 1 x", 48, "expected the end of the SFEN, found 'x'"},
  }));
  const Result<Setup> read = read_sfen(bad.text, Variant::yari);
  INFO(bad.text);
  REQUIRE_FALSE(read.has_value());
  CHECK(read.error().message == bad.message);
  CHECK(read.error().offset == bad.offset);
}

TEST_CASE("a faulty USI move is refused with its place") {
  for (const auto& [text, offset] :
       std::vector<std::pair<std::string, std::size_t>>{{"", 0},
                                                        {"7", 1},
                                                        {"7g7", 3},
                                                        {"8g8f", 0},
                                                        {"7j7f", 1},
                                                        {"7g7f=", 4},
                                                        {"7g7f++", 5},
                                                        {"K*5e", 0},
                                                        {"X*5e", 0},
                                                        {"P*5e+", 4},
                                                        {"P*0e", 2},
                                                        {"7g 7f", 2}}) {
    INFO(text);
    const Result<Move> read = read_usi_move(text, Variant::yari);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().offset == offset);
  }
}

TEST_CASE("an SFEN may have blanks around its fields, and numbers up to their bounds") {
  const std::string board = "3k3/7/7/7/7/7/7/7/3K3";
  const auto read = [&](const std::string& text) {
    const Result<Setup> setup = read_sfen(text, Variant::yari);
    return setup ? write_sfen(*setup) : setup.error().message;
  };
  CHECK(read(" \t" + board + " \t b  2Pr\t7 ") == board + " b 2Pr 7");
  CHECK(read(board + " w p") == board + " w p 1");
  CHECK(read(board + " b - 1000000") == board + " b - 1000000");
  CHECK(read(board + " b - 1000001") == "expected a number from 1 to 1000000, found '1'");
  CHECK(read(board + " b 63P 1") == board + " b 63P 1");
  CHECK(read(board + " b 64P 1") == "expected a number from 1 to 63, found '6'");
  CHECK(read(board + " b 62PP 1") == board + " b 63P 1");
  CHECK(read(board + " b 62P2P 1") == "expected fewer pieces in hand, found 'P'");
  CHECK(read(board + " b- 1") == "expected a blank, found '-'");
  CHECK(read(board + " b - 1x") == "expected a blank, found 'x'");
  CHECK(read("3k3/7/7/7/7/7/7/7/3K2+ b - 1") ==
        "expected a piece of Yari Shogi or a number of empty squares, found ' '");
  CHECK(read("3k3/7/7/7/7/7/7/7/3K3P b - 1") ==
        "expected the end of a rank of 7 squares, found 'P'");
  CHECK(read("3k3/7/7/7/7/7/7/7/3K3+ b - 1") ==
        "expected the end of a rank of 7 squares, found '+'");
  CHECK(read("0k3/7/7/7/7/7/7/7/3K3 b - 1") ==
        "expected a piece of Yari Shogi or a number of empty squares, found '0'");
}

TEST_CASE("the words that USI writes before an SFEN are taken off, in their order") {
  CHECK(bare_sfen("position sfen 7/7 b") == "7/7 b");
  CHECK(bare_sfen("sfen 7/7 b") == "7/7 b");
  CHECK(bare_sfen("position startpos") == "startpos");
  CHECK(bare_sfen("sfen position x") == "position x");
  CHECK(bare_sfen("7/7 b") == "7/7 b");
  CHECK(bare_sfen(" position  fen 7/7 w ") == "7/7 w");
}

TEST_CASE("a position is read as each program writes it") {
  const std::string board = "4k4/9/4P4/9/9/9/9/9/4K4";
  for (const std::string& text :
       {board + " b Gg 5", "sfen " + board + " b Gg 5", "position sfen " + board + " b Gg 5",
        " " + board + " b Gg 5\n", board + "_b_Gg_5", board + "[Gg] w - - 0 3",
        board + "[Gg] w 0 3", "fen " + board + "[Gg] w 0 3", board + "[Gg]_w_0_3"}) {
    INFO(text);
    const Result<Setup> setup = read_start(text, Variant::shogi);
    REQUIRE(setup);
    CHECK(write_sfen(*setup) == board + " b Gg 5");
    CHECK(variant_of_board(text) == Variant::shogi);
  }
  CHECK(read_start(board + "[] b 0 3", Variant::shogi)->side_to_move == Color::white);
  CHECK(*read_start("position startpos", Variant::yari) == start_setup(Variant::yari));
}

TEST_CASE("what is wrong with a position is shown where it stands in what was typed") {
  const std::string board = "4k4/9/4P4/9/9/9/9/9/4K4";
  const auto fault_at = [](const std::string& text) {
    const Result<Setup> setup = read_start(text, Variant::shogi);
    REQUIRE_FALSE(setup);
    return text.substr(std::min(setup.error().offset, text.size()));
  };
  CHECK(fault_at(board + " x G 1") == "x G 1");
  CHECK(fault_at("position sfen " + board + " x G 1") == "x G 1");
  CHECK(fault_at(board + "_b_x_1") == "x_1");
  CHECK(fault_at("fen " + board + "[GxP] w 0 1") == "xP] w 0 1");
  CHECK(fault_at("fen 4x4/9[GP] w 0 1") == "x4/9[GP] w 0 1");
  // Without brackets or side nobody knows whose "w" it is.
  CHECK(fault_at(board + " w 0 1") == "0 1");
  CHECK(fault_at(board + "[G]") == "[G]");
}

TEST_CASE("the game of a board is known by its first rank") {
  for (const std::string_view text : {"7/7", "rnnkbbr/", " 3k3/7", "+p6/7", "1+p+p+p3/9"})
    CHECK(variant_of_board(text) == Variant::yari);
  for (const std::string_view text : {"9/7", "lnsgkgsnl/", "8/7", "6/7"})
    CHECK(variant_of_board(text) == Variant::shogi);
  for (const std::string_view text : {"startpos", "7", ""}) CHECK_FALSE(variant_of_board(text));
}

TEST_CASE("squares are named within their board") {
  const auto square = [](std::string_view text, Variant v, std::size_t at = 0) {
    const std::optional<Square> s = square_at(text, at, info(v));
    return s ? square_name(*s) : "none";
  };
  for (const char* text : {"1a", "7a", "1i", "7i", "4e"})
    CHECK(square(text, Variant::yari) == text);
  for (const char* text : {"8a", "0a", "1j", "1`", "1", "", "a1"})
    CHECK(square(text, Variant::yari) == "none");
  CHECK(square("9i", Variant::shogi) == "9i");
  CHECK(square(":a", Variant::shogi) == "none");
  CHECK(square("1a9i", Variant::shogi, 2) == "9i");
  CHECK(square("1a9", Variant::shogi, 2) == "none");
  CHECK(square(std::string_view("1a").substr(0, 1), Variant::shogi) == "none");
}

TEST_CASE("a fault of a USI move is explained") {
  const auto message = [](std::string_view text) {
    return read_usi_move(text, Variant::yari).error().message;
  };
  CHECK(message("8g8f") == "expected a file 1..7, found '8'");
  CHECK(message("0g0f") == "expected a file 1..7, found '0'");
  CHECK(message("") == "expected a file 1..7, found the end");
  CHECK(message("7j7f") == "expected a rank a..i, found 'j'");
  CHECK(message("7") == "expected a rank a..i, found the end");
  CHECK(message(std::string_view("7g7f").substr(0, 2)) == "expected a file 1..7, found the end");
  CHECK(message("7g9f") == "expected a file 1..7, found '9'");
  CHECK(message("K*5e") == "expected a piece to drop, found 'K'");
  // The letter of a kind that the game does not have is no letter.
  CHECK_FALSE(read_usi_move(std::string_view("\0*5e", 4), Variant::yari));
  CHECK(*read_usi_move("7c7b+", Variant::yari) ==
        Move::board(Square::at(6, 2), Square::at(6, 1), true));
}

TEST_CASE("hands are written in SFEN order and counts of one are left out") {
  const std::string sfen = "4k4/9/9/9/9/9/9/9/4K4 b RB2GS18p 5";
  CHECK(write_sfen(*read_sfen(sfen, Variant::shogi)) == sfen);
  CHECK(write_sfen_without_number(*read_sfen("4k4/9/9/9/9/9/9/9/4K4 b S2GBR18p", Variant::shogi)) ==
        "4k4/9/9/9/9/9/9/9/4K4 b RB2GS18p");
}

TEST_CASE("a setup made of what the game does not have is refused") {
  Setup setup = start_setup(Variant::yari);
  setup[Square::at(7, 4)] = Piece(Color::black, pawn);
  CHECK(faults_of(setup) == std::vector<std::string>{"a piece stands beyond the board"});
  setup = start_setup(Variant::yari);
  setup[Square::at(0, 4)] = Piece(Color::black, Shogi::G);
  CHECK(faults_of(setup) == std::vector<std::string>{"there is no such piece in Yari Shogi"});
  setup = start_setup(Variant::yari);
  setup.hands[Color::white].add(Shogi::G);
  CHECK(faults_of(setup) == std::vector<std::string>{"a piece in hand that Yari Shogi lacks"});
}

TEST_CASE("positions are the same by game, board, hands and side, and not by the move number") {
  const Setup start = start_setup(Variant::yari);
  Setup other = start;
  other.move_number = 40;
  CHECK(start.same_position(other));
  const auto differs = [&](auto change) {
    Setup changed = start;
    change(changed);
    return !start.same_position(changed);
  };
  CHECK(differs([](Setup& s) { s.variant = Variant::shogi; }));
  CHECK(differs([](Setup& s) { s[Square(0)] = Piece::none(); }));
  CHECK(differs([](Setup& s) { s.hands[Color::black].add(pawn); }));
  CHECK(differs([](Setup& s) { s.side_to_move = Color::white; }));
  const Setup kings = *read_sfen("3k3/7/7/7/7/7/7/7/3K3 b - 1", Variant::yari);
  CHECK_FALSE(Position<YariShogi>::start().same_position(*Position<YariShogi>::from(kings)));
}

TEST_CASE("startpos is the start of either game, and no SFEN") {
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    CHECK(*read_start("startpos", v) == start_setup(v));
    CHECK(*read_start(info(v).start, v) == start_setup(v));
    CHECK_FALSE(read_sfen("startpos", v));
    CHECK_FALSE(read_start("startpos x", v));
  }
}

TEST_CASE("a setup that breaks the rules is refused with every fault") {
  const auto faults = [](std::string_view sfen, Variant v = Variant::yari) {
    return faults_of(*read_sfen(sfen, v));
  };
  using Faults = std::vector<std::string>;
  CHECK(faults(YariShogi::info.start) == Faults{});
  CHECK(faults("7/7/7/7/7/7/7/7/7 b - 1") ==
        Faults{"Black has no general", "White has no general"});
  CHECK(faults("3k3/7/7/7/7/7/7/7/2KK3 b - 1") == Faults{"Black has 2 generals"});
  CHECK(faults("P2k3/7/P6/7/7/7/7/7/3K3 b - 1") ==
        Faults{"Black's pawn on 7a could never move", "Black has two unpromoted pawns on file 7"});
  CHECK(faults("3k3/7/7/7/7/7/7/7/3K3 b 15P 1") == Faults{"15 pawns, but a set has only 14"});
  CHECK(faults("3k3/3R3/7/7/7/7/7/7/3K3 b - 1") ==
        Faults{"White is in check, but it is the other side's move"});
  CHECK(faults("4k4/9/9/9/9/9/9/9/9 b - 1", Variant::shogi) == Faults{});  // a mating problem
  CHECK(faults("9/9/9/9/9/9/9/9/9 b - 1", Variant::shogi).size() == 2);
  CHECK(faults("4k4/4N4/9/9/9/9/9/9/4K4 b - 1", Variant::shogi) ==
        Faults{"Black's knight on 5b could never move"});
}

}  // namespace
}  // namespace yari
