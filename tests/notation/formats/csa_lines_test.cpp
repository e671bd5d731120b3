// Lines that servers, crawlers and editors write into CSA files.
#include "rules/handicap.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

ReadResult read_lines(const std::string& text) { return csa().read(text, {}); }

// After +2726FU and -8384FU: Black is to move.
std::string csa_ends(const std::string& lines) {
  const std::string text = "V2.2\nPI\n+\n+2726FU\n-8384FU\n" + lines;
  const ReadResult strict = csa().read(text, strictly());
  const ReadResult lenient = csa().read(text, {});
  const std::string end = whole_record(lenient).substr(std::string("2g2f 8c8d ").size());
  return end + (strict.game ? "" : " refused") +
         (lenient.diagnostics.empty() ? "" : " (" + lenient.diagnostics[0].message + ')');
}

std::string csa_comment(const Game& game, std::size_t ply) {
  const Note* note = game.moves.note(ply == 0 ? root_node : game.moves.main_line()[ply - 1]);
  return note ? note->comment : std::string();
}

}  // namespace

TEST_CASE("a server's word ends a game of CSA") {
  CHECK(csa_ends("#TIME_UP\n") == "0-1 timeout");
  CHECK(csa_ends("#RESIGN\n") == "0-1 resignation");
  CHECK(csa_ends("#SENNICHITE\n") == "1/2-1/2 repetition");
  CHECK(csa_ends("#ILLEGAL_MOVE\n") == "0-1 illegal move");
  CHECK(csa_ends("#JISHOGI\n").starts_with("1-0 declaration"));
  CHECK(csa_ends("#MAX_MOVES\n#CENSORED\n") == "1/2-1/2 move limit");
  CHECK(csa_ends("#CHUDAN\n") == "* abandoned");
  CHECK(csa_ends("#CENSORED\n") == "* abandoned");
  CHECK(csa_ends("#DRAW\n") == "1/2-1/2 draw agreed");
  CHECK(csa_ends("#OUTE_SENNICHITE\n").starts_with("* perpetual check"));
  CHECK(csa_ends("#ILLEGAL_ACTION\n") ==
        "* illegal move ('#ILLEGAL_ACTION' does not say who did it)");
  CHECK(whole_record(read_lines("PI\n+\n+2726FU\n-8385FU\n#ILLEGAL_MOVE\n")) ==
        "2g2f 1-0 illegal move");
}

TEST_CASE("the words of other formats end a game of CSA, and strict reading refuses them") {
  CHECK(csa_ends("Sennichite\n") ==
        "1/2-1/2 repetition refused ('Sennichite' is read as repetition)");
  CHECK(csa_ends("jishogi\n") == "1/2-1/2 impasse refused ('jishogi' is read as impasse)");
  CHECK(csa_ends("投了\n") == "0-1 resignation refused ('投了' is read as resignation)");
  CHECK(csa_ends("%toryo\nT3\n") == "0-1 resignation refused ('%toryo' is read as resignation)");
  CHECK(csa_ends("White resigns\n") ==
        "1-0 resignation refused ('White resigns' is read as resignation)");
  CHECK(csa_ends("1-0\n") == "1-0 unknown refused ('1-0' is read as 1-0)");
  // Before the moves they are a text like others.
  CHECK(csa_comment(*read_lines("V2.2\nDraw\nPI\n+\n+2726FU\n").game, 0) == "Draw");
}

TEST_CASE("a server's word that repeats what was said is read in silence") {
  CHECK(csa_ends("%TORYO\n#RESIGN\n#LOSE\n") == "0-1 resignation");
  CHECK(csa_ends("%TIME_UP\n#TIME_UP\n#WIN\n") == "0-1 timeout");
  CHECK(csa_ends("%KACHI\n#JISHOGI\n#WIN\n").starts_with("1-0 declaration"));
  CHECK(csa_ends("%SENNICHITE\n#SENNICHITE\n#DRAW\n") == "1/2-1/2 repetition");
  CHECK(csa_ends("%JISHOGI\n#JISHOGI\n#DRAW\n") == "1/2-1/2 impasse");
  CHECK(csa_ends("%CHUDAN\n#CHUDAN\n#CENSORED\n") == "* abandoned");
  CHECK(csa_ends("%-ILLEGAL_ACTION\n#ILLEGAL_ACTION\n") == "1-0 illegal move");
  CHECK(csa_ends("#TIME_UP\n#TIME_UP\n") == "0-1 timeout");
}

TEST_CASE("a server's word that says something else than the record is reported") {
  CHECK(csa_ends("%TORYO\n#TIME_UP\n") ==
        "0-1 resignation refused ('#TIME_UP' says timeout, but the record says resignation before, "
        "which counts)");
  CHECK(csa_ends("%KACHI\n#ILLEGAL_MOVE\n#LOSE\n").starts_with("0-1 illegal move"));
  CHECK(csa_ends("#HELLO\n").starts_with("* unknown refused (expected a CSA statement"));
}

TEST_CASE("#WIN says who won only where the record says whose it is") {
  CHECK(csa_ends("#CHUDAN\n#WIN\n") ==
        "* abandoned ('#WIN' is said to one of the players, and nothing says which)");
  CHECK(csa_ends("#LOSE\n") ==
        "* unknown ('#LOSE' is said to one of the players, and nothing says "
        "which)");
  CHECK(csa_ends("#SENNICHITE\n#WIN\n") ==
        "1/2-1/2 repetition refused ('#WIN' says a winner, but the game ended with 1/2-1/2)");
  CHECK(csa_ends("'Your_Turn:-\n#OUTE_SENNICHITE\n#WIN\n").starts_with("0-1 perpetual check"));
  CHECK(csa_ends("'Your_Turn:+\n#WIN\n") == "1-0 unknown");
}

TEST_CASE("a name of CSA may stand on the line after its sign") {
  const ReadResult result =
      read_lines("V2.2\nN+\nTanaka, Ichiro\nN-\nNakamura\nPI\n+\n+2726FU\n%TORYO\n");
  CHECK(whole_record(result) == "2g2f 1-0 resignation");
  CHECK(result.game->tag(tags::black) == "Tanaka, Ichiro");
  CHECK(result.game->tag(tags::white) == "Nakamura");
  const ReadResult none = csa().read("N+\nN-\nPI\n+\n+2726FU\n", strictly());
  CHECK(whole_record(none) == "2g2f * unknown");
  CHECK(none.game->tags.empty());
}

TEST_CASE("a line of CSA that nothing knows is a comment, and the game goes on") {
  for (const std::string line :
       {"** 35 a line, whose apostrophe was lost, +7776FU", "Played on the net", "Nice move",
        "Very good", "/* here */", "# a remark", "-- a line", "The end is near", "?", "P.S."}) {
    const std::string text = "PI\n+\n+2726FU\n" + line + "\n-8384FU\n%TORYO\n";
    CAPTURE(line);
    const ReadResult result = read_lines(text);
    CHECK(whole_record(result) == "2g2f 8c8d 0-1 resignation");
    CHECK(csa_comment(*result.game, 1) == line);
    REQUIRE(result.diagnostics.size() == 1);
    CHECK(result.diagnostics[0].severity == Severity::warning);
    CHECK(result.diagnostics[0].line == 4);
    CHECK_FALSE(csa().read(text, strictly()).game);
    const ReadResult before = read_lines(line + "\nPI\n+\n+2726FU\n-8384FU\n%TORYO\n");
    CHECK(whole_record(before) == "2g2f 8c8d 0-1 resignation");
    CHECK(csa_comment(*before.game, 0) == line);
  }
}

TEST_CASE("a line of CSA that may have been a move cuts the game") {
  for (const std::string line : {"+2726F", "+27", "?2726FU", "?+2726FU", "+2726XX"}) {
    CAPTURE(line);
    const ReadResult result = read_lines("PI\n+\n" + line + "\n-8384FU\n%TORYO\n");
    CHECK(whole_record(result) == " * resignation cut");
    CHECK(result.game->unread == line + "\n-8384FU\n%TORYO");
  }
}

TEST_CASE(
    "moves of CSA in small or wide letters, without a sign, or with more after them are read") {
  for (const std::string line : {"2726FU", "+2726fu", "2726fu", "＋２７２６ＦＵ", "２７２６ＦＵ"}) {
    CAPTURE(line);
    const std::string text = "PI\n+\n" + line + "\n-8384FU\n%TORYO\n";
    const ReadResult read = read_lines(text);
    CHECK(whole_record(read) == "2g2f 8c8d 0-1 resignation");
    CHECK(messages(read) == "3:1: '" + line + "' is read as +2726FU\n");
    CHECK_FALSE(csa().read(text, strictly()).game);
  }
  for (const std::string line : {" +2726FU,T7", "\t+2726FU\nT+7", "+2726FU T7", "+2726FU,t7",
                                 "+2726FU, T7", "+2726FU　\nT7"}) {
    CAPTURE(line);
    const ReadResult read = read_lines("PI\n+\n" + line + "\n−8384FU\n%TORYO\n");
    CHECK(whole_record(read) == "2g2f 8c8d 0-1 resignation");
    CHECK(read.diagnostics.size() == 1);
    const Note* const note = read.game->moves.note(1);
    REQUIRE(note);
    CHECK(note->spent_ms == 7000);
  }
  const ReadResult read = read_lines("PI\n+\n+2726FU 'one\n-8384FU'two\n%TORYO\n");
  CHECK(whole_record(read) == "2g2f 8c8d 0-1 resignation");
  CHECK(messages(read) == "");
  CHECK(csa_comment(*read.game, 2) == "two");
}

TEST_CASE("a line of CSA may have several moves, marks, and an ending after them") {
  const auto told = [](const std::string& lines) { return whole_record(read_lines(lines)); };
  CHECK(told("PI\n+\n7776FU 3334FU! 2726FU\n%TORYO\n") == "7g7f 3c3d 2g2f 1-0 resignation");
  CHECK(told("PI\n+\n+7776FU, -3334FU %CHUDAN\n") == "7g7f 3c3d * abandoned");
  // Whoever is to move makes a move without a sign.
  CHECK(told("PI82HI\n-\n3334FU 7776FU T3\n%TORYO\n") == "3c3d 7g7f 1-0 resignation");
  CHECK(told("PI\n+\n7776FU 3334KI 2726FU\n%TORYO\n") == "7g7f * resignation cut");
  CHECK(told("PI\n+\n+7776FU or 2726FU\n%TORYO\n") == " * resignation cut");
  const ReadResult read = read_lines("PI\n+\n+7776FU -3334FU?! 'c\n");
  CHECK(messages(read) ==
        "3:1: '+7776FU -3334FU?! 'c' is read as +7776FU\n3:9: '-3334FU?! 'c' is read as -3334FU\n");
  REQUIRE(read.game->moves.note(2));
  CHECK(read.game->moves.note(2)->glyphs == std::vector<std::uint8_t>{6});
  CHECK(csa_comment(*read.game, 2) == "c");
}

TEST_CASE("lists of pieces of CSA may have blanks and commas, rows a point at their end") {
  const std::string moves = "-\n-3334FU\n+7776FU\n";
  for (const std::string start : {"PI82HI22KA", "PI 82HI 22KA", "PI,82HI,22KA", "PI82HI,22KA"}) {
    CAPTURE(start);
    const ReadResult read = read_lines(start + "\n" + moves);
    CHECK(messages(read) == "");
    REQUIRE(read.game);
    CHECK(write_sfen(read.game->start) ==
          "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
  }
  const ReadResult board = read_lines(
      "P1 *  *  *  * -OU *  *  *  * .\nP3 .  .  .  . +FU .  .  .  . \nP+ "
      "59OU,00KI\nP-00HI\n+\n+0055KI\n");
  CHECK(messages(board) == "");
  REQUIRE(board.game);
  CHECK(write_sfen(board.game->start) == "4k4/9/4P4/9/9/9/9/9/4K4 b Gr 1");
}

TEST_CASE(
    "words for endings after % are read in other spellings, and names of a server's summary") {
  for (const auto& [word, want] : std::initializer_list<std::pair<std::string, std::string>>{
           {"% TORYO", "0-1 resignation"},
           {"%RESIGN", "0-1 resignation"},
           {"%TIMEUP", "0-1 timeout"},
           {"%TIME UP", "0-1 timeout"},
           {"%DRAW", "1/2-1/2 draw agreed"},
           {"%OUTE_SENNICHITE", "* perpetual check"}}) {
    CAPTURE(word);
    const ReadResult read = read_lines("PI\n+\n+2726FU\n-8384FU\n" + word + "\n");
    CHECK(whole_record(read) == "2g2f 8c8d " + want);
    CHECK(read.diagnostics.size() == 1);
  }
  const ReadResult names = read_lines("Name+:Aoki\nName-: Baba\nPI\n+\n+2726FU\n#ABNORMAL\n");
  CHECK(messages(names) == "");
  CHECK(names.game->tag("Black") == "Aoki");
  CHECK(names.game->tag("White") == "Baba");
}

TEST_CASE("an evaluation of CSA may begin with the move that was just played") {
  const ReadResult result = csa().read(
      "PI\n+\n+2726FU\n'** 31 +2726FU -8384FU\n-8384FU\n'** -12 +2625FU -8485FU #99\n"
      "+2625FU\n'** 7 +2625FU\n-8485FU\n'** 5 +2625FU\n",
      strictly());
  CHECK(whole_record(result) == "2g2f 8c8d 2f2e 8d8e * unknown");
  const auto evaluation = [&](std::size_t ply) {
    const Note* note = result.game->moves.note(result.game->moves.main_line()[ply - 1]);
    if (!note || note->evaluations.size() != 1) return std::string("none");
    const Evaluation& e = note->evaluations[0];
    std::string text = std::to_string(e.score);
    for (const Move m : e.pv) text += ' ' + write_usi_move(m, Variant::shogi);
    return text;
  };
  CHECK(evaluation(1) == "31 8c8d");
  CHECK(evaluation(2) == "-12 2f2e 8d8e");
  CHECK(evaluation(3) == "7");
  // Neither the move just played nor one that can follow.
  CHECK(evaluation(4) == "none");
  CHECK(csa_comment(*result.game, 4) == "* 5 +2625FU");
}

TEST_CASE("a row of CSA is nine squares, however wide its blanks are") {
  const auto start = [](const std::string& second) {
    const ReadResult result =
        read_lines("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n" + second +
                   "\nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\n"
                   "P8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n+2726FU\n");
    return result.game ? write_sfen(result.game->start) : messages(result);
  };
  const std::string even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
  for (const std::string row :
       {"P2 * -HI *  *  *  *  * -KA * ", "P2 * -HI * * * * * -KA *", "P2*-HI*****-KA*",
        "P2\t*\t-HI\t*\t*\t*\t*\t*\t-KA\t*", "P2  *   -HI * *  *   * * -KA  *",
        "P2   -HI               -KA", "P2 * -HI*  *  *  *  * -KA*"}) {
    CAPTURE(row);
    CHECK(start(row) == even);
  }
  for (const std::string row : {"P2 * -HI * * * * -KA *", "P2 * -HI * * * * * * -KA *",
                                "P2 * -HI * * -XX * * -KA *", "P2 * HI * * * * * -KA *"}) {
    CAPTURE(row);
    CHECK_THAT(start(row), Contains("expected a piece like +FU or ' * '"));
  }
}

TEST_CASE("the first move of a handicap in CSA says who moves where no line does") {
  const auto start = [](const std::string& text) {
    const ReadResult result = csa().read(text, strictly());
    return result.game
               ? handicap_name(result.game->start).value_or("none") + ' ' + usi_moves(*result.game)
               : messages(result);
  };
  CHECK(start("PI82HI22KA\n-5142OU\n+2726FU\n%TORYO\n") == "Two pieces 5a4b 2g2f");
  CHECK(start("PI82HI22KA\n-\n-5142OU\n") == "Two pieces 5a4b");
  const std::string rows =
      "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 *  *  *  *  *  *  * -KA * \n"
      "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\n"
      "P8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n";
  CHECK(start(rows + "-5142OU\n") == "Rook 5a4b");
  CHECK(whole_record(read_lines("P-51OU\nP+59OU00FU\n-5142OU\n+0055FU\n")) ==
        "5a4b P*5e * unknown");
  // A handicap without a move: White's by custom.
  const ReadResult none = read_lines("N+a\nPI82HI\n%CHUDAN\n");
  REQUIRE(none.game);
  CHECK(handicap_name(none.game->start) == "Rook");
  CHECK(messages(none) ==
        "3:1: no line '+' or '-' says whose turn it is; in a handicap it is White's\n");
  // In the even start White does not begin: a move is missing.
  CHECK(read_lines("PI\n-3334FU\n+7776FU\n").game->was_cut());
}

TEST_CASE("headers of CSA 3.0 are kept and written again") {
  const std::string text =
      "'CSA encoding=UTF-8\nV3.0\nN+a\nN-b\n$EVENT:e\n$SITE:s\n$START_TIME:2024/05/14 "
      "10:00:00\n$END_TIME:2024/05/14 12:00:00\n$TIME:900+10+5\n$TIME+:900+10+0\n$TIME-:600+5+0\n"
      "$OPENING:YAGURA\n$MAX_MOVES:256\n$JISHOGI:27\n$NOTE:first\\nsecond\nPI\n+\n+2726FU\nT12.5\n"
      "%TORYO\nT1\n";
  const ReadResult result = csa().read(text, strictly());
  CHECK(whole_record(result) == "2g2f 1-0 resignation");
  const std::string written = csa().write(*result.game, {}).text;
  for (const char* line : {"$TIME:900+10+5\n", "$TIME+:900+10+0\n", "$TIME-:600+5+0\n",
                           "$MAX_MOVES:256\n", "$JISHOGI:27\n", "$NOTE:first\\nsecond\n"}) {
    CAPTURE(written);
    CHECK_THAT(written, Contains(line));
  }
  const ReadResult again = csa().read(written, strictly());
  REQUIRE(again.game);
  CHECK(*again.game == *result.game);
}

TEST_CASE("parts of a second stand in CSA with their zeros") {
  for (const auto& [read, ms, written] :
       std::vector<std::tuple<std::string, std::uint32_t, std::string>>{
           {"T0", 0, "T0"},
           {"T7", 7000, "T7"},
           {"T0.05", 50, "T0.050"},
           {"T61.007", 61'007, "T61.007"}}) {
    INFO(read);
    const ReadResult result = read_lines("PI\n+\n+2726FU\n" + read + "\n");
    REQUIRE(result.game);
    CHECK(result.game->moves.note(1)->spent_ms == ms);
    CHECK_THAT(csa().write(*result.game, {}).text, Contains("+2726FU\n" + written + "\n"));
  }
}

}  // namespace yari::test
