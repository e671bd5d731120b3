// USI lines as they are pasted, and lines that are a position alone.
#include "rules/start.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

std::string usi_line_moves(const std::string& line) {
  const ReadResult strict = usi().read(line, strictly());
  const ReadResult read = usi().read(line, {});
  if (!read.game) return messages(read);
  return std::string(info(read.game->variant).name) + ": " + usi_moves(*read.game) +
         (read.game->was_cut() ? " cut" : "") + (strict.game ? "" : " refused");
}

std::string usi_line_start(const std::string& line) {
  const ReadResult strict = usi().read(line, strictly());
  const ReadResult read = usi().read(line, {});
  if (!read.game) return messages(read);
  return write_sfen(read.game->start) + (strict.game ? "" : " refused");
}

std::string usi_line_comment(const std::string& line) {
  const ReadResult read = usi().read(line, {});
  REQUIRE(read.game);
  const NodeId last =
      read.game->moves.main_plies() == 0 ? root_node : read.game->moves.main_line().back();
  const Note* note = read.game->moves.note(last);
  return note ? note->comment : std::string();
}

std::string usi_line_end(const std::string& word) {
  const ReadResult read = usi().read("startpos moves 2g2f 8c8d " + word + '\n', strictly());
  CAPTURE(word, messages(read));
  REQUIRE(read.game);
  REQUIRE_FALSE(read.game->was_cut());
  return std::string(name(read.game->result)) + ' ' + std::string(name(read.game->ending));
}

const std::string even_board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
const std::string problem_board = "4k4/9/4P4/9/9/9/9/9/9";

}  // namespace

TEST_CASE("a USI line may have any prefix that people paste with it") {
  for (const char* front :
       {"startpos moves ", "position startpos moves ", "  position startpos moves ",
        "usi>position startpos moves ", "1>position startpos moves ", "startpos\tmoves ",
        "12. startpos moves ", "#3: position startpos moves ",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves ",
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - moves ",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves "}) {
    CAPTURE(front);
    const std::string read = usi_line_moves(std::string(front) + "2g2f 8c8d\n");
    const bool prompt = std::string_view(front).find('>') != std::string_view::npos;
    CHECK(read == std::string("Shogi: 2g2f 8c8d") + (prompt ? " refused" : ""));
  }
  CHECK(usi_line_moves("startpos 2g2f 8c8d\n") == "Shogi: 2g2f 8c8d refused");
  CHECK(usi_line_moves("2026-11-26 10:00 > position startpos moves 2g2f 8c8d\n") ==
        "Shogi: 2g2f 8c8d refused");
  CHECK(usi_line_comment("startpos moves 2g2f 8c8d # a remark\n") == "a remark");
  CHECK(usi_line_comment("startpos moves 2g2f 8c8d resign ; he was late\n") == "he was late");
  CHECK(usi_line_moves("position moves 2g2f\n") ==
        "1:10: expected 'startpos' or 'sfen', found 'moves'\n");
}

TEST_CASE("a USI line ends in the words of those who write them") {
  for (const char* word : {"rep_draw", "sennichite", "REP_DRAW", "%SENNICHITE"})
    CHECK(usi_line_end(word) == "1/2-1/2 repetition");
  CHECK(usi_line_end("rep_sup") == "1-0 repetition");
  CHECK(usi_line_end("rep_inf") == "0-1 repetition");
  CHECK(usi_line_end("rep_win") == "1-0 perpetual check");
  CHECK(usi_line_end("rep_lose") == "0-1 perpetual check");
  CHECK(usi_line_end("rep_check") == "* perpetual check");
  CHECK(usi_line_end("draw") == "1/2-1/2 draw agreed");
  for (const char* word : {"break", "interrupt", "abort", "aborted", "suspend", "pause",
                           "abandoned", "unfinished", "%CHUDAN"})
    CHECK(usi_line_end(word) == "* abandoned");
  CHECK(usi_line_end("%JISHOGI") == "1/2-1/2 impasse");
  for (const char* word : {"max_moves", "max_ply", "%MAX_MOVES"})
    CHECK(usi_line_end(word) == "1/2-1/2 move limit");
  // The board does not bear it out.
  for (const char* word : {"win", "nyugyoku", "declare", "%KACHI"}) {
    const ReadResult read = usi().read("startpos moves 2g2f 8c8d " + std::string(word) + '\n', {});
    CHECK(read.game->ending == Ending::declaration);
    CHECK(read.game->result == GameResult::black_wins);
  }
  for (const char* word : {"timeout", "time_up", "timeup", "time up", "%TIME_UP"})
    CHECK(usi_line_end(word) == "0-1 timeout");
  CHECK(usi_line_end("mate") == "0-1 mate");
  CHECK(usi_line_end("checkmate") == "0-1 mate");
  CHECK(usi_line_end("illegal") == "1-0 illegal move");
  CHECK(usi_line_end("illegal_move") == "1-0 illegal move");
  CHECK(usi_line_end("resign") == "0-1 resignation");
  CHECK(usi_line_end("%TORYO") == "0-1 resignation");
}

TEST_CASE("numbers and signs among the moves of USI say nothing, other words end the line") {
  const auto told = [](const std::string& moves) {
    return whole_record(usi().read("position startpos moves " + moves, {}));
  };
  for (const char* moves : {"1. 7g7f 2. 3c3d", "1) 7g7f 2) 3c3d", "7g7f , 3c3d ;", "(7g7f) [3c3d]",
                            "7g7f,3c3d", "\"7G7F\" '3c3d'"}) {
    CAPTURE(moves);
    CHECK(told(moves) == "7g7f 3c3d * unknown");
  }
  for (const char* moves : {"7g7f 12 3c3d", "7g7f 3c3d?x 2g2f", "7g7f x. 3c3d"}) {
    CAPTURE(moves);
    CHECK(told(moves).starts_with("7g7f * unknown"));
  }
}

TEST_CASE("lines that can be of either game are what the other lines of their file are") {
  const std::string both = "startpos moves 2g2f\n";
  const std::string shogi = "startpos moves 7g7f 3c3d 2g2f 8c8d\n";
  const std::string yari = "startpos moves 7g7f 3c3d 7i7g\n";
  CHECK(usi().variant_of_file(both + shogi) == Variant::shogi);
  CHECK(usi().variant_of_file(shogi + both) == Variant::shogi);
  CHECK(usi().variant_of_file(both + "sfen " + even_board + " b - 1\n") == Variant::shogi);
  CHECK(usi().variant_of_file(both + yari) == Variant::yari);
  CHECK_FALSE(usi().variant_of_file(both));
  CHECK_FALSE(usi().variant_of_file(both + shogi + yari));
  CHECK_FALSE(usi().variant_of_file("hello\n" + both));
  const auto read_as = [&](const std::string& line, std::optional<Variant> file) {
    ReadOptions options;
    options.variant_of_file = file;
    const ReadResult read = usi().read(line, options);
    REQUIRE(read.game);
    return std::string(info(read.game->variant).name) + (read.game->was_cut() ? " cut" : "");
  };
  CHECK(read_as(both, Variant::shogi) == "Shogi");
  CHECK(read_as(both, Variant::yari) == "Yari Shogi");
  CHECK(read_as(both, {}) == "Yari Shogi");
  // What a line says counts more.
  CHECK(read_as(yari, Variant::shogi) == "Yari Shogi");
  CHECK(read_as(shogi, Variant::yari) == "Shogi");
}

TEST_CASE("an SFEN alone on a line is a game without moves") {
  CHECK(usi_line_start("sfen " + even_board + " b - 1\n") == even_board + " b - 1");
  CHECK(usi_line_start(even_board + " b - 1\n") == even_board + " b - 1");
  CHECK(usi_line_start(even_board + " b -\n") == even_board + " b - 1");
  CHECK(usi_line_start("position sfen " + even_board + " w - 4\n") == even_board + " w - 4");
  CHECK(usi_line_start("12. " + problem_board + " b G2r2b3g4s4n4l17p 1\n") ==
        problem_board + " b G2r2b3g4s4n4l17p 1");
  CHECK(usi_line_start(problem_board + " b G 1 # mate in one\n") == problem_board + " b G 1");
  CHECK(usi_line_comment(problem_board + " b G 1 # mate in one\n") == "mate in one");
  CHECK(usi_line_comment(problem_board + " b G 1 mate in one\n") == "mate in one");
  CHECK(usi_line_comment("No. 3: " + problem_board + " b G 1\n") == "No. 3:");
  CHECK(usi_line_start(problem_board + " b G 1 Black to play\n") == problem_board + " b G 1");
  CHECK(usi_line_comment(problem_board + " b G 1 Black to play\n").empty());
  CHECK(usi_line_start(problem_board + " b G 1 White to play\n") ==
        problem_board + " b G 1 refused");
  // What is missing is a guess, unless words say it.
  CHECK(usi_line_start(problem_board + "\n") == problem_board + " b - 1 refused");
  CHECK(usi_line_start(problem_board + " b\n") == problem_board + " b - 1 refused");
  CHECK(usi_line_start(problem_board + " 後手番\n") == problem_board + " w - 1 refused");
  CHECK(usi().has_position(even_board + " b - 1\n"));
  CHECK(usi().has_position("sfen " + even_board + " b - 1\n"));
  CHECK(usi().has_position("startpos\n"));
  CHECK(usi().has_position("position startpos\n"));
  CHECK(usi().has_position("startpos moves\n"));
  CHECK_FALSE(usi().has_position("startpos moves 9z9z\n"));
  CHECK_FALSE(usi().has_position("start\n"));
}

TEST_CASE("USEN names a game without moves") {
  const Format& usen = *format_named("usen");
  for (const char* record :
       {"~0..", "~0..\n", "~0.\n", " ~0..r\n", "~0..p", "9_9_9_9_4k4_9_9_9_4K4.b.-~0..\n"})
    CHECK(usen.has_position(record));
  for (const char* record : {"~", "~0", "~0..x", "~0..rr", "~0.7ku.", "~1..", "0..", "notes"})
    CHECK_FALSE(usen.has_position(record));
  const Game even = new_game(Variant::shogi);
  CHECK(usen.has_position(usen.write(even, {}).text));
}

TEST_CASE(
    "a USI line may begin with the FEN of other programs, or with blanks as links have them") {
  const std::string found = problem_board + " b G 3";
  for (const char* front : {"", "sfen ", "fen ", "position fen ", "usi>position sfen ", "7. "}) {
    INFO(front);
    const bool prompt = std::string_view(front).find('>') != std::string_view::npos;
    const std::string read = found + (prompt ? " refused" : "");
    CHECK(usi_line_start(front + problem_board + "[G] w - - 0 2\n") == read);
    CHECK(usi_line_start(front + problem_board + "[G] w 0 2\n") == read);
    CHECK(usi_line_start(front + problem_board + "[G]_w_0_2\n") == read);
    CHECK(usi_line_start(front + problem_board + "_b_G_3\n") == read);
    CHECK(detect_format(front + problem_board + "[G] w 0 2\n") == &usi());
    CHECK(detect_format(front + problem_board + "_b_G_3\n") == &usi());
  }
  CHECK(usi_line_moves("fen " + even_board + "[-] w 0 1 moves 2g2f 8c8d # said\n") ==
        "Shogi: 2g2f 8c8d");
  CHECK(usi_line_moves(even_board + "_b_-_1 moves 2g2f 8c8d\n") == "Shogi: 2g2f 8c8d");
  CHECK(usi_line_comment(problem_board + "[G] w 0 2 # mate in one\n") == "mate in one");
  CHECK(usi_line_comment(problem_board + "_b_G_3 mate in one\n") == "mate in one");
  // By two counters alone it is a guess.
  CHECK(usi_line_start(problem_board + " w - - 0 2\n") == problem_board + " b - 3 refused");
  CHECK(usi_line_start(problem_board + " w - 3\n") == problem_board + " w - 3");
  // What is missing in a link is what is missing elsewhere.
  CHECK(usi_line_start(problem_board + "_b\n") == problem_board + " b - 1 refused");
  CHECK(usi_line_start(problem_board + "_b_GK_1\n") == problem_board + " b G 1 refused");
  CHECK_THAT(usi_line_start(problem_board + "[G]\n"), Contains("expected 'b' or 'w'"));
}

TEST_CASE("lines of something else are taken together, those that may be records are not") {
  const auto lengths = [](std::string_view text) {
    std::vector<std::size_t> all;
    while (!text.empty()) {
      const std::size_t length = usi().record_length(text, true);
      REQUIRE(length > 0);
      all.push_back(length);
      text.remove_prefix(length);
    }
    return all;
  };
  using Lengths = std::vector<std::size_t>;
  CHECK(lengths("a\nb c\nd") == Lengths{7});
  CHECK(lengths("a\n\nb\n") == Lengths{2, 1, 2});
  CHECK(lengths("a\n#b\nc\n") == Lengths{2, 3, 2});
  CHECK(lengths("a\nb\nstartpos\nc\n") == Lengths{4, 9, 2});
  CHECK(lengths("7g7f\nP*5e\n") == Lengths{5, 5});
  CHECK(lengths("stertpos moves 7g7f\nstertpos moves 2g2f\n") == Lengths{20, 20});
  CHECK(lengths(problem_board + "x\n" + problem_board + "\n").size() == 2);
  // Where they end does not depend on how much has come.
  CHECK(usi().record_length("a\nb\n", false) == 0);
  CHECK(usi().record_length("a\nb\nstartpos", false) == 0);
  CHECK(usi().record_length("a\nb\nstartpos\n", false) == 4);
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "a\n";
  CHECK(usi().record_length(many, false) == 4096);
  CHECK(usi().record_length(many, true) == 4096);
  // The next line may go on with the moves.
  CHECK(usi().record_length("startpos\n7g7f", false) == 0);
  CHECK(usi().record_length("startpos\nstartpos moves 7g7f", false) == 9);
  CHECK(lengths("startpos moves\n7g7f 3c3d\n2g2f\n\nstartpos\n") == Lengths{30, 1, 9});
  CHECK(format_named("usen")->record_length("a\nb\n~0.7ku.r\n", true) == 4);
}

TEST_CASE("a problem needs one king on the board, and none in a hand") {
  CHECK(usi_line_start(problem_board + " b GK 1\n") == problem_board + " b G 1 refused");
  CHECK(usi_line_start(problem_board + " b KG2p 1\n") == problem_board + " b G2p 1 refused");
  CHECK(usi_line_start("9/9/4P4/9/9/9/9/9/9 b G 1\n") ==
        "1:1: there is no king on the board: a problem needs one, a game two\n");
  CHECK(usi_line_start("9/9/4P4/9/9/9/9/9/9 b Kk 1\n") ==
        "1:1: there is no king on the board: a problem needs one, a game two\n"
        "1:23: a king is never in hand; it is left out\n");
  CHECK(usi_line_start("4k4/9/4P4/9/9/9/9/9/9 b G1x 1\n") ==
        "1:27: expected a piece that can be in hand, found 'x'\n");
}

TEST_CASE("a file of positions is known by its first line") {
  CHECK(detect_format(problem_board + " b G 1\n") == &usi());
  CHECK(detect_format("sfen " + problem_board + " b G 1\n") == &usi());
  CHECK(detect_format("# problems\n1. " + problem_board + " b G 1\n") == &usi());
  CHECK(detect_format("usi>position startpos moves 7g7f\n") == &usi());
}

}  // namespace yari::test
