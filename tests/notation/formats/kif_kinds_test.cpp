// Lines of KIF and KI2 as living programs write them: numbers and blanks, endings, variations,
// boards, problems.
#include "rules/handicap.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

ReadResult read_kif_lines(const std::string& moves) { return kif().read(kif_title + moves, {}); }

/// Of two moves and `end`.
std::string ended_by(const std::string& end) {
  return whole_record(
      read_kif_lines("   1 ７六歩(77)\n   2 ８四歩(83)\n   3 " + end + "   ( 0:00/00:00:01)\n"));
}

/// "2: 3c3d 2g2f" for each variation: the ply at which it begins, and its moves.
std::string variations_of(const Game& game) {
  std::string out;
  const MoveTree& tree = game.moves;
  for (NodeId n = 1; n < tree.size(); ++n) {
    if (tree.is_main(n)) continue;
    out += std::to_string(tree.ply(n)) + ":";
    for (NodeId m = n; m != no_node; m = tree.first_child(m)) {
      out += ' ';
      append_usi_move(out, tree.move(m), game.variant);
    }
    out += '\n';
  }
  return out;
}

}  // namespace

TEST_CASE("numbers of moves and blanks of any width are read") {
  for (const char* line :
       {"1 ７六歩(77)", "1. ７六歩(77)", "1: ７六歩(77)", "1：７六歩(77)", "１　７六歩(77)",
        "１ ７六歩(77)", "1\u00A0７六歩(77)", "1\u2003７六歩(77)", "\u00A0 1 \u200A７六歩(77)",
        "1手目　７六歩(77)", "１手目 ７六歩(77)", "1手 ７六歩(77)", "１．７六歩(77)",
        "1 ▲７六歩(77)"}) {
    CAPTURE(line);
    const ReadResult one =
        read_kif_lines(std::string(line) + "\u3000( 0:01/00:00:01)\n2 ８四歩(83)\n");
    CHECK(messages(one) == "");
    CHECK(whole_record(one) == "7g7f 8c8d * unknown");
    CHECK(one.game->tags.size() == 2);
  }
}

TEST_CASE("before the moves a number is no move's where no move follows") {
  for (const char* line : {"2014年：春", "10:30 開始", "5手詰：作品", "９ ８ ７ ６ ５ ４ ３ ２ １",
                           "９　８　７　６　５　４　３　２　１"}) {
    CAPTURE(line);
    const ReadResult one =
        kif().read("手合割：平手\n" + std::string(line) + "\n先手：青木\n   1 ７六歩(77)\n", {});
    CHECK(whole_record(one) == "7g7f * unknown");
    CHECK(one.game->tag("Black") == "青木");
  }
}

TEST_CASE("behind the line that heads the moves nothing but a known name is a header") {
  const ReadResult one =
      read_kif_lines("講評：よい\n   1 ７六歩(77)\n棋戦：朝\n解説：長い\n   2 ８四歩(83)\n");
  CHECK(whole_record(one) == "7g7f 8c8d * unknown");
  CHECK(one.game->tag("Event") == "朝");
  CHECK(one.game->tag("KIF") == "");
  CHECK(messages(one) ==
        "5:1: expected a move, found '講評：よい', which is kept as a comment\n"
        "8:1: expected a move, found '解説：長い', which is kept as a comment\n");
  CHECK_FALSE(kif().read(kif_title + "講評：よい\n   1 ７六歩(77)\n", strictly()).game);
  CHECK(whole_record(read_kif_lines("   1 ７六歩(77)\n   ２八四歩：(83)\n   3 ２六歩(27)\n")) ==
        "7g7f * unknown cut");
}

TEST_CASE("endings of MyShogi, ShogiGUI, cshogi and 81Dojo end the game") {
  const std::string moves = "7g7f 8c8d ";
  CHECK(ended_by("時間切れ") == moves + "0-1 timeout");
  CHECK(ended_by("Time-up") == moves + "0-1 timeout");
  for (const char* word : {"勝ち宣言", "入玉宣言", "入玉勝ち", "宣言勝ち"})
    CHECK(ended_by(word) == moves + "1-0 declaration");
  CHECK(ended_by("最大手数超過") == moves + "1/2-1/2 move limit");
  CHECK(ended_by("優等局面") == moves + "1-0 repetition");
  CHECK(ended_by("劣等局面") == moves + "0-1 repetition");
  CHECK(ended_by("王手連続千日手") == moves + "* perpetual check");
  CHECK(ended_by("連続王手千日手反則負け") == moves + "0-1 perpetual check");
  CHECK(ended_by("不正着手負け") == moves + "0-1 illegal move");
  for (const char* word : {"resigns", "投　了"}) CHECK(ended_by(word) == moves + "0-1 resignation");
}

TEST_CASE("a word that nothing knows in the place of a move is a note, never damage") {
  const ReadResult one =
      read_kif_lines("   1 ７六歩(77)\n   2 ８四歩(83)\n   3 感想戦   ( 0:00/00:00:01)\n*終わり\n");
  CHECK(whole_record(one) == "7g7f 8c8d * unknown");
  CHECK(messages(one) == "7:6: '感想戦' is no ending that is known; it is kept as a comment\n");
  CHECK(one.game->moves.note(2)->comment == "感想戦   ( 0:00/00:00:01)\n終わり");
  CHECK(kif().read(kif_title + "   1 ７六歩(77)\n   2 封鎖\n", strictly()).game);
  // What may have been a move is damage.
  for (const char* damaged : {"歩打", "８四？", "4三歩", "□□(83)", "\uFFFD\uFFFD", "角成"}) {
    CAPTURE(damaged);
    CHECK(whole_record(read_kif_lines("   1 ７六歩(77)\n   2 " + std::string(damaged) + "\n")) ==
          "7g7f * unknown cut");
  }
}

TEST_CASE("the last line names the winner behind what happened to the loser") {
  const auto footer = [](const std::string& words) {
    return whole_record(
        read_kif_lines("   1 ７六歩(77)\n   2 ８四歩(83)\nまで2手で" + words + "\n"));
  };
  const std::string moves = "7g7f 8c8d ";
  CHECK(footer("先手の時間切れにより後手の勝ち") == moves + "0-1 timeout");
  CHECK(footer("先手の反則により後手の勝ち") == moves + "0-1 illegal move");
  CHECK(footer("先手の反則") == moves + "0-1 illegal move");
  CHECK(footer("先手の反則負けにより後手の勝ち") == moves + "0-1 illegal move");
  CHECK(footer("先手の投了により後手の勝ち") == moves + "0-1 resignation");
  CHECK(footer("後手の時間切れで先手の勝ち") == moves + "1-0 timeout");
  CHECK(footer("先手の負け") == moves + "0-1 resignation");
  // Who that is nobody knows: the line is kept.
  const ReadResult named = read_kif_lines("   1 ７六歩(77)\nまで1手で黒木の勝ち\n");
  CHECK(whole_record(named) == "7g7f * unknown");
  CHECK(messages(named) ==
        "6:1: expected how the game ended, found 'まで1手で黒木の勝ち', which "
        "is kept as a comment\n");
}

TEST_CASE("a number beside an illegal move does not say who made it, and the footer is heard") {
  const std::string moves = "   1 ７六歩(77)\n   2 ８四歩(83)\n   3 ２三歩(27)\n";
  CHECK(whole_record(read_kif_lines(moves + "   4 反則負け\nまで3手で後手の勝ち\n")) ==
        "7g7f 8c8d 0-1 illegal move");
  const ReadResult against = read_kif_lines(moves + "   4 反則手\nまで3手で先手の勝ち\n");
  CHECK(whole_record(against) == "7g7f 8c8d 0-1 illegal move");
  CHECK(messages(against).find("says 1-0, but the game ended with 0-1") != std::string::npos);
}

TEST_CASE("the origin of a move may stand apart, in digits of any width, and is no time") {
  for (const char* line :
       {"1 ７六歩 (77)", "1 ７六歩　(77)", "1 ７六歩（７七）", "1 ７六歩(7七)"}) {
    CAPTURE(line);
    const ReadResult one = read_kif_lines(std::string(line) + " ( 0:03/00:00:03)\n");
    CHECK(messages(one) == "");
    CHECK(whole_record(one) == "7g7f * unknown");
    CHECK(one.game->moves.note(1)->spent_ms == 3000u);
  }
  CHECK(whole_record(read_kif_lines("1: ７六歩(77)\n2: 投了\n")) == "7g7f 1-0 resignation");
}

TEST_CASE("numbers are read in what people put around them") {
  for (const char* lines :
       {"第1手 ７六歩(77)\n第2手：３四歩(33)\n", "1） ７六歩(77)\n（2）３四歩(33)\n",
        "(1) ７六歩(77)\n[2] ３四歩(33)\n", "1、７六歩(77)\n2,３四歩(33)\n",
        "\u200B1手目：７六歩(77)\n\u200B 2 ３四歩(33)\n"}) {
    CAPTURE(lines);
    const ReadResult one = kif().read("手合割：平手\n" + std::string(lines), strictly());
    CHECK(messages(one) == "");
    CHECK(whole_record(one) == "7g7f 3c3d * unknown");
  }
  // These are headers.
  for (const char* line : {"第1局：よい", "(1) 棋戦：朝", "第12手：よい", "1,000：円"}) {
    CAPTURE(line);
    const ReadResult one =
        kif().read("手合割：平手\n" + std::string(line) + "\n   1 ７六歩(77)\n", {});
    CHECK(whole_record(one) == "7g7f * unknown");
    CHECK(one.game->tags.size() == 1);
  }
}

TEST_CASE("what stands in parentheses behind an ending or a handicap is a comment") {
  const ReadResult ended = read_kif_lines("   1 ７六歩(77)\n   2 反則負け（二歩） ( 0:01/)\n");
  CHECK(messages(ended) == "");
  CHECK(whole_record(ended) == "7g7f 1-0 illegal move");
  CHECK(ended.game->moves.note(1)->comment == "二歩");
  const ReadResult handicap = kif().read("手合割：二枚落ち（飛角）\n   1 ６二銀(71)\n", strictly());
  CHECK(handicap_name(handicap.game->start) == "Two pieces");
  CHECK_FALSE(kif().read("手合割：謎（飛角）\n   1 ６二銀(71)\n", strictly()).game);
  CHECK(handicap_name(kif().read("手合割：左香\n   1 ３四歩(33)\n", strictly()).game->start) ==
        "Left lance");
}

TEST_CASE("the last line names the winner by a player's name, too") {
  const auto ended = [](const char* players, const char* footer) {
    return whole_record(
        kif().read(std::string(players) + "手合割：平手\n   1 ７六歩(77)\n" + footer, {}));
  };
  const char* players = "先手：青木\n後手：赤木\n";
  CHECK(ended(players, "まで1手で青木の勝ち\n") == "7g7f 1-0 resignation");
  CHECK(ended(players, "まで1手で赤木の勝ち\n") == "7g7f 0-1 unknown");
  CHECK(ended(players, "まで1手で赤木の反則負け\n") == "7g7f 1-0 illegal move");
  CHECK(ended(players, "まで1手で黒木の勝ち\n") == "7g7f * unknown");
}

TEST_CASE("White may hold all the rest of the set, in words") {
  const ReadResult one = kif().read(
      "後手の持駒：残り全部\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ "
      "・|五\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ "
      "・|八\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n先手の持駒：金\n   1 １二金打\n",
      {});
  CHECK(write_sfen(one.game->start) == "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
}

TEST_CASE("a word that nothing knows ends a variation once") {
  const ReadResult one = read_kif_lines(
      "   1 ７六歩(77)\n   2 ８四歩(83)\n\n変化：2手\n   2 ３四歩(33)\n   3 感想戦\n");
  CHECK(one.game->moves.note(3)->comment == "感想戦");
}

TEST_CASE("a time may stand without parentheses") {
  const ReadResult one =
      read_kif_lines("   1\t７六歩(77)\t0:03\n   2 ８四歩(83)   0:05/00:00:05\n   3 投了 0:01\n");
  CHECK(messages(one) == "");
  CHECK(whole_record(one) == "7g7f 8c8d 0-1 resignation");
  CHECK(one.game->moves.note(1)->spent_ms == 3000u);
  CHECK(one.game->moves.note(2)->spent_ms == 5000u);
  CHECK(messages(read_kif_lines("   1 ７六歩(77) 12\n")) != "");
}

TEST_CASE("a time given twice is one time") {
  const ReadResult one = read_kif_lines("   1 ７六歩(77)   ( 0:05/00:00:05) ( 0:05/00:00:05)\n");
  CHECK(messages(one) == "");
  CHECK(one.game->moves.note(1)->spent_ms == 5000u);
  CHECK(one.game->moves.note(1)->comment == "");
}

TEST_CASE("lines that say nothing are no headers, variations or damage") {
  const ReadResult one = kif().read(
      "手合割：平手\n変化：\n盤面回転\n手数：2\n先手：青木\n手数----指手--\n   1 ７六歩(77)\n"
      "   2 ８四歩(83)\n",
      strictly());
  CHECK(messages(one) == "");
  CHECK(whole_record(one) == "7g7f 8c8d * unknown");
  CHECK(one.game->tags.size() == 1);
}

TEST_CASE("variations in ascending order belong to the line that has their move") {
  const ReadResult one = read_kif_lines(
      "   1 ７六歩(77)\n   2 ８四歩(83)\n   3 ２六歩(27)\n   4 ３四歩(33)\n\n変化：2手\n"
      "   2 ３四歩(33)\n\n変化：4手\n   4 ８五歩(84)\n");
  CHECK(whole_record(one) == "7g7f 8c8d 2g2f 3c3d * unknown");
  CHECK(variations_of(*one.game) == "2: 3c3d\n4: 8d8e\n");
  CHECK(messages(one) ==
        "13:1: the line before has no move 4; the last line that has one is meant\n");
  // Into the line before where that has the move, as the format says.
  const ReadResult nested = read_kif_lines(
      "   1 ７六歩(77)\n   2 ８四歩(83)\n   3 ２六歩(27)\n\n変化：2手\n   2 ３四歩(33)\n"
      "   3 ６六歩(67)\n\n変化：3手\n   3 ２六歩(27)\n");
  CHECK(variations_of(*nested.game) == "2: 3c3d 6g6f\n3: 2g2f\n");
  CHECK(nested.game->moves.parent(6) == 4);
  CHECK(messages(read_kif_lines("   1 ７六歩(77)\n\n変化：5手\n   5 ８五歩(84)\n"))
            .find("the line before has no move 5 to branch off at") != std::string::npos);
}

TEST_CASE("a variation that begins where the main line ends goes on with it") {
  const ReadResult one = read_kif_lines(
      "   1 ７六歩(77)\n   2 ８四歩(83)\n\n変化：3手\n   3 ２六歩(27)\n   4 ３四歩(33)\n"
      "   5 投了\n");
  CHECK(whole_record(one) == "7g7f 8c8d 2g2f 3c3d 0-1 resignation");
  CHECK(messages(one) == "8:1: the line before ends with move 2; it goes on here\n");
}

TEST_CASE("a variation in the place of the ending does not lengthen the game") {
  const std::string moves =
      "   1 ７六歩(77)\n   2 ８四歩(83)\n   3 投了+\n\n変化：3手\n   3 ２六歩(27)\n"
      "   4 ３四歩(33)\n\n変化：4手\n   4 ８五歩(84)\n\n変化：3手\n   3 ６六歩(67)\n";
  const ReadResult one = read_kif_lines(moves);
  CHECK(messages(one) == "");
  CHECK(whole_record(one) == "7g7f 8c8d 0-1 resignation");
  CHECK(variations_of(*one.game) == "3: 2g2f 3c3d\n4: 8d8e\n3: 6g6f\n");
  for (const std::string_view name : {"kif", "ki2", "jkf", "usen", "hodges", "psn"}) {
    CAPTURE(name);
    const Format& format = *format_named(name);
    const ReadResult back = format.read(format.write(*one.game, {}).text, strictly());
    REQUIRE(back.game);
    CHECK(back.game->moves.main_plies() == 2);
    CHECK(variations_of(*back.game).size() == variations_of(*one.game).size());
    CHECK(back.game->result == one.game->result);
  }
  // A word that nothing knows, and none: its place is taken all the same.
  CHECK(
      variations_of(
          *read_kif_lines("   1 ７六歩(77)\nまで1手で終局\n\n変化：2手\n   2 ３四歩(33)\n").game) ==
      "2: 3c3d\n");
}

TEST_CASE("boards of 81Dojo have a blank between the squares") {
  const std::string board =
      "手合割：その他\n上手の持駒：\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---+\n"
      "| v香 v桂 v銀 v金 v玉 v金 v銀 v桂 v香|一\n| ・ ・ ・ ・ ・ ・ ・ v角 ・|二\n"
      "|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
      "|  ・  ・  ・  ・  ・  ・  ・  ・  ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
      "| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n"
      "| 香 桂 銀 金 玉 金 銀 桂 香|九\n+---+\n下手の持駒：\n後手番\n"
      "1   ３四歩(33)   (0:6/0:0:6)\n";
  const ReadResult one = kif().read(board, {});
  CHECK(messages(one) == "");
  CHECK(handicap_name(one.game->start) == "Rook");
  CHECK(whole_record(one) == "3c3d * unknown");
  CHECK(one.game->moves.note(1)->spent_ms == 6000u);
}

TEST_CASE("in a problem White holds the rest of the set where no line says what he holds") {
  const auto problem = [](const std::string& handicap, const std::string& hand) {
    std::string text = handicap + hand + "+---------------------------+\n";
    for (int rank = 0; rank < 9; ++rank)
      text += rank == 0   ? "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
              : rank == 2 ? "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n"
                          : "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n";
    return kif().read(text + "先手の持駒：金\n   1 ５二金打\n", {});
  };
  const ReadResult rest = problem("手合割：詰将棋\n", "");
  CHECK(rest.game->start.hands[Color::white].count(Shogi::P) == 17);
  CHECK(rest.game->start.hands[Color::white].count(Shogi::G) == 3);
  CHECK(messages(rest).find("no line says what White holds: as in problems, the rest of the set") !=
        std::string::npos);
  CHECK(problem("", "").game->start.hands[Color::white].count(Shogi::R) == 2);
  CHECK(problem("", "後手の持駒：なし\n").game->start.hands[Color::white].empty());
}

TEST_CASE("KI2 declines a promotion by several words") {
  for (const char* word : {"不成", "成らず", "ならず", "生"}) {
    CAPTURE(word);
    const ReadResult one =
        format_named("ki2")->read("▲７六歩 △３四歩 ▲２二角" + std::string(word) + "\n", {});
    CHECK(messages(one) == "");
    CHECK(usi_moves(*one.game) == "7g7f 3c3d 8h2b");
  }
  CHECK(usi_moves(*format_named("ki2")->read("▲７六歩 △３四歩 ▲２二角成り\n", {}).game) ==
        "7g7f 3c3d 8h2b+");
}

TEST_CASE("engines' lines of ShogiGUI and cshogi are evaluations") {
  const auto evaluations = [](const std::string& line) {
    const ReadResult one = read_kif_lines("   1 ２六歩(27)\n" + line + "\n");
    const Note* note = one.game->moves.note(1);
    return note ? note->evaluations : std::vector<Evaluation>();
  };
  const auto scored = evaluations(
      "**解析 0 ○ 時間 00:01.3 深さ 12/20 ノード数 1234 評価値 +123 読み筋 △８四歩(83) "
      "▲２五歩(26)");
  REQUIRE(scored.size() == 1);
  CHECK(scored[0].score == 123);
  CHECK(scored[0].depth == 12);
  CHECK(scored[0].nodes == 1234);
  CHECK(scored[0].pv.size() == 2);
  const auto mate =
      evaluations("**解析 候補2 時間 00:00.9 深さ 11/18 評価値 -詰 8 読み筋 △８四歩(83)");
  REQUIRE(mate.size() == 1);
  CHECK(mate[0].mate);
  CHECK(mate[0].score == -8);
  CHECK(evaluations("**対局 時間 00:03.0 深さ 9 ノード数 77 評価値 -35↓")[0].score == -35);
  CHECK(evaluations("**検討 候補1 × 評価値 +詰8")[0].score == 8);
  // A mate in some number of plies.
  for (const auto& [line, score] :
       std::vector<std::pair<std::string, int>>{{"**解析 0 評価値 -詰", -1},
                                                {"**解析 0 評価値 +詰 読み筋 △８四歩(83)", 1},
                                                {"**対局 評価値 詰", 1},
                                                {"**評価値=-詰", -1},
                                                {"*#評価値=+詰 8", 8},
                                                {"*#評価値=-12↓", -12},
                                                {"*#詰み=後手勝ち", -1},
                                                {"*#詰み=先手勝ち", 1}}) {
    INFO(line);
    const auto open = evaluations(line);
    REQUIRE(open.size() == 1);
    CHECK(open[0].mate == (score == 1 || score == -1 || score == 8));
    CHECK(open[0].score == score);
  }
  CHECK(evaluations("**解析 0 評価値 -詰 読み筋 △８四歩(83)")[0].pv.size() == 1);
  const auto grouped = evaluations("**対局 深さ 9 ノード数 1,234,567 評価値 -1,234");
  REQUIRE(grouped.size() == 1);
  CHECK(grouped[0].score == -1234);
  CHECK(grouped[0].nodes == 1'234'567);
  for (const char* odd : {"abc", "1,23", ",123", "1,", "1,2345", "1,,234"}) {
    INFO(odd);
    CHECK(evaluations("**解析 評価値 " + std::string(odd)).empty());
  }
  CHECK(evaluations("**解析 深さ 3").empty());
}

TEST_CASE("the last line of a handicap game names the players of one") {
  const std::string text = "手合割：飛車落ち\n下手：青木\n上手：馬場\n   1 ３四歩(33)\n   2 投了\n";
  const ReadResult one = kif().read(text, {});
  const std::string written = kif().write(*one.game, {}).text;
  CHECK(written.find("まで1手で上手の勝ち\n") != std::string::npos);
  CHECK(*kif().read(written, strictly()).game == *one.game);
}

}  // namespace yari::test
