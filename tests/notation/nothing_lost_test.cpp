// What a record says is in the game, or in a finding with its place: nothing goes in silence.
#include "notation/board/diagram.h"
#include "rules/handicap.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

std::string last_comment(const Game& game) {
  const std::vector<NodeId> line = game.moves.main_line();
  const Note* note = game.moves.note(line.empty() ? root_node : line.back());
  return note ? note->comment : std::string();
}

// What a format writes of what it read.
std::string again(const Format& format, std::string_view text) {
  const ReadResult read = format.read(text, {});
  REQUIRE(read.game);
  return format.write(*read.game, {}).text;
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("text after a move of KIF, or after its time, is reported and kept as a comment") {
  const ReadResult read = kif().read(
      "   1 ７六歩(77)   ( 0:05/00:00:05) 好手\n   2 ３四歩(33) ?!\n"
      "   3 ２六歩(27)   ( 0:0x/00:00:05)\n   4 ８四歩(83) # remark\n",
      {});
  REQUIRE(read.game);
  CHECK(usi_moves(*read.game) == "7g7f 3c3d 2g2f 8c8d");
  CHECK(messages(read) ==
        "1:33: expected the end of the line, found '好手', which is kept as a comment\n"
        "2:14: expected the end of the line, found '?!', which is kept as a comment\n"
        "3:16: expected the end of the line, found '( 0:0x/00:00:05)', which is kept as a "
        "comment\n");
  const std::vector<NodeId> line = read.game->moves.main_line();
  CHECK(read.game->moves.note(line[0])->spent_ms == 5000);
  CHECK(read.game->moves.note(line[0])->comment == "好手");
  CHECK(read.game->moves.note(line[1])->comment == "?!");
  CHECK(read.game->moves.note(line[2])->comment == "( 0:0x/00:00:05)");
  CHECK(read.game->moves.note(line[3])->comment == "# remark");
}

TEST_CASE("what stands after the end of a game of KIF is reported") {
  const std::string_view text =
      "   1 ７六歩(77)\n   2 投了 (0:03/00:00:03) 残念\n次の一手\n   2 ３四歩(33)\n";
  const ReadResult read = kif().read(text, {});
  REQUIRE(read.game);
  CHECK(usi_moves(*read.game) == "7g7f 3c3d");
  CHECK(messages(read) ==
        "2:25: expected the end of the line, found '残念', which is kept as a comment\n"
        "3:1: expected the end of the game, found '次の一手', which is kept as a comment\n"
        "4:6: expected the end of the game, found '３四歩(33)'; it goes on\n");
  CHECK(read.game->moves.note(read.game->moves.main_line()[0])->comment == "残念\n次の一手");
  CHECK_FALSE(kif().read(text, strictly()).game);
}

TEST_CASE("the time of an ending is a tag, and stands beside the ending where formats have that") {
  const std::string_view texts[] = {
      "   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 投了         ( 1:10/00:01:10)\n",
      "PI\n+\n+7776FU,T5\n%TORYO,T70\n",
      R"({"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},)"
      R"("time":{"now":{"m":0,"s":5}}},{"special":"TORYO","time":{"now":{"m":1,"s":10}}}]})"};
  for (const std::string_view text : texts) {
    CAPTURE(text);
    const ReadResult read = detect_format(text)->read(text, strictly());
    REQUIRE(read.game);
    CHECK(read.diagnostics.empty());
    CHECK(read.game->tag("EndingSpent") == "0:01:10");
    CHECK(holds(kif().write(*read.game, {}).text, "   2 投了 ( 1:10/00:01:10)\n"));
    CHECK(holds(csa().write(*read.game, {}).text, "%TORYO\nT70\n"));
    CHECK(
        holds(jkf().write(*read.game, {}).text,
              R"({"special":"TORYO","time":{"now":{"m":1,"s":10},"total":{"h":0,"m":1,"s":10}}})"));
    for (const Format* format : {&kif(), &csa(), &jkf(), &hodges()}) {
      const ReadResult back = format->read(format->write(*read.game, {}).text, strictly());
      REQUIRE(back.game);
      CHECK(*back.game == *read.game);
    }
  }
}

TEST_CASE("the time of a variation's ending, and of an illegal move, stays in the comment") {
  const ReadResult branch = kif().read(
      "   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 中断 ( 0:07/00:00:07)\n\n変化：2手\n"
      "   2 ８四歩(83)\n   3 中断 ( 0:00/00:00:07)\n",
      strictly());
  REQUIRE(branch.game);
  const MoveTree& moves = branch.game->moves;
  const NodeId first = moves.first_child(root_node);
  CHECK(moves.note(first)->comment == "中断 ( 0:07/00:00:07)");
  CHECK_FALSE(moves.note(moves.next_sibling(moves.first_child(first))));
  const ReadResult illegal = csa().read("PI\n+\n+7776FU\n-3335FU,T24\n%ILLEGAL_MOVE,T0\n", {});
  REQUIRE(illegal.game);
  CHECK(last_comment(*illegal.game) == "-3335FU\n0:00:24");
}

TEST_CASE("times of CSA that belong to nothing are reported") {
  const ReadResult read = csa().read("PI\n+\nT3\n+7776FU\nT5\nT6\n%TORYO\n", {});
  REQUIRE(read.game);
  CHECK(messages(read) ==
        "3:1: expected a move or an ending before the time, which is dropped\n"
        "6:1: expected a move or an ending before the time, which is dropped\n");
}

TEST_CASE("a second bookmark at one move is kept as a comment") {
  const std::string text = "   1 ７六歩(77)\n&one\n&two\n";
  const ReadResult read = kif().read(text, {});
  REQUIRE(read.game);
  const Note& note = *read.game->moves.note(read.game->moves.main_line()[0]);
  CHECK(note.bookmark == "one");
  CHECK(note.comment == "&two");
  CHECK(messages(read) == "3:2: a second bookmark at one move is kept as a comment\n");
  for (const Format* format : {&kif(), &jkf(), &hodges()}) {
    const ReadResult back = format->read(format->write(*read.game, {}).text, strictly());
    REQUIRE(back.game);
    CHECK(*back.game == *read.game);
  }
  CHECK(holds(again(hodges(), "[Variant \"Shogi\"]\n\n1. P-7f {[%bookmark a]} {[%bookmark b]} *\n"),
              "{[%bookmark a] &b}"));
}

TEST_CASE("moves after a result are reported, and a second result that says something else") {
  const std::string text = "[Variant \"Shogi\"]\n\n1. P-7f P-3d 1-0 2. P-2f P-8d 0-1\n";
  const ReadResult read = hodges().read(text, {});
  REQUIRE(read.game);
  CHECK(usi_moves(*read.game) == "7g7f 3c3d 2g2f 8c8d");
  CHECK(messages(read) == "3:21: expected the end of the game, found 'P-2f'; it goes on\n");
  CHECK_FALSE(hodges().read(text, strictly()).game);
  const ReadResult twice = hodges().read("[Variant \"Shogi\"]\n\n1. P-7f 1-0 0-1\n", {});
  CHECK(messages(twice) == "3:13: the game ended with 1-0 before; '0-1' counts\n");
  // A variation of the last move is no move after the result.
  CHECK(messages(hodges().read("[Variant \"Shogi\"]\n\n1. P-7f 1-0 (1. P-2f)\n", {})).empty());
}

TEST_CASE("a remark among the tags is said of the start, and splits no record") {
  const std::string text =
      "; of the file\n[Variant \"Shogi\"]\n; one\n[Black \"A\"] ; two\n[White \"B\"]\n; three\n\n"
      "1. P-7f *\n";
  const auto records = records_of(text, hodges());
  REQUIRE(records.size() == 1);
  const ReadResult read = hodges().read(records[0], strictly());
  REQUIRE(read.game);
  CHECK(read.game->tag("White") == "B");
  CHECK(read.game->moves.note(root_node)->comment == "one\ntwo\nthree");
}

TEST_CASE("remarks before the tags of a record are none of the record before") {
  const std::string text =
      "; 1\n[Variant \"Shogi\"]\n\n1. P-7f *\n; still said of the move\n\n; 2\n; 2\n"
      "[Variant \"Shogi\"]\n\n1. P-2f *\n\n; 3\n1. P-1f *\n\n; 4\n";
  const auto records = records_of(text, hodges());
  REQUIRE(records.size() == 3);
  CHECK(last_comment(*hodges().read(records[0], {}).game) == "still said of the move");
  CHECK(last_comment(*hodges().read(records[1], {}).game).empty());
  CHECK(last_comment(*hodges().read(records[2], {}).game) == "4");
}

TEST_CASE("records of tags alone stay records of their own") {
  const std::string text =
      "[Variant \"Shogi\"]\n[Black \"A\"]\n\n[variant \"Shogi\"]\n[Black \"B\"]\n\n; 3\n"
      "[Black \"C\"]\n\n[Event \"of C\"]\n\n1. P-7f *\n";
  const auto records = records_of(text, hodges());
  REQUIRE(records.size() == 3);
  CHECK(hodges().read(records[0], {}).game->tag("Black") == "A");
  CHECK(hodges().read(records[1], {}).game->tag("Black") == "B");
  const ReadResult third = hodges().read(records[2], {});
  CHECK(third.game->tag("Black") == "C");
  CHECK(third.game->tag("Event") == "of C");
  CHECK(usi_moves(*third.game) == "7g7f");
}

TEST_CASE("a termination that names a side says who lost") {
  const auto result = [](const std::string& tags, const std::string& moves) {
    const ReadResult read = hodges().read("[Variant \"Shogi\"]\n" + tags + "\n\n" + moves, {});
    REQUIRE(read.game);
    CHECK(read.game->ending == Ending::resignation);
    return std::string(name(read.game->result)) + (read.diagnostics.empty() ? "" : " reported");
  };
  CHECK(result("[Termination \"Black resigns\"]", "1. P-7f P-3d 2. P-2f") == "0-1");
  CHECK(result("[Termination \"Black resigns\"]", "1. P-7f P-3d") == "0-1");
  CHECK(result("[Termination \"Gote resigned\"]", "1. P-7f P-3d") == "1-0");
  CHECK(result("[Termination \"Black resigns\"]", "1. P-7f 1-0") == "0-1 reported");
  CHECK(result("[Termination \"resigns\"]", "1. P-7f P-3d") == "0-1");
  CHECK(result("[Termination \"Black resigns\"]\n[Result \"1-0\"]", "1. P-7f") == "1-0 reported");
  CHECK(result("[Result \"0-1\"]\n[Termination \"Black resigns\"]", "1. P-7f") == "0-1");
}

TEST_CASE("a handicap other than the start of the SFEN is reported") {
  const std::string rook =
      "[SFEN \"lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\"]\n";
  const auto said = [&](const std::string& handicap) {
    const ReadResult read =
        hodges().read("[Variant \"Shogi\"]\n" + handicap + rook + "\n1. ... P-3d\n", {});
    REQUIRE(read.game);
    CHECK(usi_moves(*read.game) == "3c3d");
    return messages(read);
  };
  CHECK(said("[Handicap \"Rook\"]\n").empty());
  CHECK(said("[Handicap \"Bishop\"]\n") ==
        "2:12: the handicap 'Bishop' is not the start that the tag SFEN gives, which counts\n");
  CHECK(holds(said("[Handicap \"Anvil\"]\n"),
              "2:12: expected a handicap that is known, found 'Anvil'"));
}

TEST_CASE("a handicap of KIF beside a board says who moves, or is reported as another") {
  const Setup rook = *read_handicap("Rook", Variant::shogi);
  std::string board = draw_board(rook, BoardStyle::kif);
  board.erase(board.find("後手番"));
  const auto with = [&](const std::string& handicap) {
    return kif().read("手合割：" + handicap + '\n' + board + "   1 ３四歩(33)\n", {});
  };
  for (const char* same : {"飛車落ち", "その他", "平手"}) {
    const ReadResult read = with(same);
    CHECK(messages(read).empty());
    CHECK(usi_moves(*read.game) == "3c3d");
  }
  const ReadResult other = with("角落ち");
  CHECK(messages(other) ==
        "1:5: the handicap '角落ち' is not the start that the board gives, which counts\n");
  CHECK(usi_moves(*other.game) == "3c3d");
}

TEST_CASE("a variation of the ending does not lengthen the game") {
  const ReadResult branch = kif().read(
      "   1 ７六歩(77)\n   2 投了\n\n変化：2手\n   2 ３四歩(33)\n   3 ２六歩(27)\n\n変化：1手\n"
      "   1 ２六歩(27)\n",
      {});
  REQUIRE(branch.game);
  CHECK(usi_moves(*branch.game) == "7g7f");
  CHECK(branch.game->result == GameResult::black_wins);
  CHECK(branch.game->moves.ended_at() == 1u);
  CHECK(branch.game->moves.size() == 5);
  CHECK(messages(branch).empty());

  const ReadResult fork =
      jkf().read(R"({"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},)"
                 R"({"special":"TORYO","forks":[[{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},)"
                 R"("piece":"FU"}},{"special":"CHUDAN"}]]}]})",
                 {});
  REQUIRE(fork.game);
  CHECK(usi_moves(*fork.game) == "7g7f");
  CHECK(fork.game->moves.ended_at() == 1u);
  CHECK(messages(fork).empty());

  const ReadResult section = usen().read("~0.7ku.r~1.2jm\n", {});
  REQUIRE(section.game);
  CHECK(usi_moves(*section.game) == "7g7f");
  CHECK(section.game->moves.ended_at() == 1u);
  CHECK(messages(section).empty());
}

TEST_CASE("games of CSA without a separator are split where the next one begins") {
  const std::string game = "N+A\nN-B\n$EVENT:E\nPI\n+\n+7776FU\nT1\n%TORYO\n'*end\n";
  for (const std::string front :
       {"", "V2.2\n", "'CSA encoding=UTF-8\nV3.0\n", "$SITE:S\n", "$SITE:S\nV2.2\n"}) {
    CAPTURE(front);
    const std::string text = front + game + front + game;
    const auto records = records_of(text, csa());
    REQUIRE(records.size() == 2);
    CHECK(records[1] == front + game);
    CHECK(csa().record_length(text, false) == records[0].size());
  }
  const auto boards = records_of("PI\n+\n+7776FU\nPI\n+\n+2726FU\n%TORYO\n", csa());
  REQUIRE(boards.size() == 2);
  const std::string late = "PI\n+\n+7776FU\n%TORYO\n$END_TIME:2024/01/01 10:00:00\n";
  CHECK(records_of(late, csa()).size() == 1);
  CHECK(csa().read(late, strictly()).game->tag("EndTime") == "2024/01/01 10:00:00");
}

TEST_CASE("ratings that a server of CSA writes are tags, and outlive writing and reading") {
  const std::string text =
      "V2.2\nN+Alice\nN-Bob\nPI\n+\n'black_rate:Alice+0:7f:3526.0\n'white_rate:Bob:\n+7776FU\n%"
      "TORYO\n";
  const ReadResult read = csa().read(text, strictly());
  REQUIRE(read.game);
  CHECK(read.game->tag("BlackElo") == "3526.0");
  CHECK(read.game->tag("WhiteElo") == "");
  const WriteResult written = csa().write(*read.game, {});
  CHECK(written.losses.empty());
  CHECK(csa().read(written.text, strictly()).game->tag("BlackElo") == "3526.0");
}

TEST_CASE("a piece of CSA that cannot be taken off the board is reported") {
  const auto said = [](const std::string& line) {
    const ReadResult read = csa().read(line + "\n-\n-3334FU\n", {});
    return read.game ? "read" : messages(read);
  };
  CHECK(said("PI82HI22KA") == "read");
  CHECK(said("PI82HI22") == "1:7: expected a piece to take off, like 82HI, found '22'\n");
  CHECK(said("PI82KA") == "1:3: expected a piece to take off, like 82HI, found '82KA'\n");
}

TEST_CASE("a footer of KIF that contradicts the ending is reported") {
  const ReadResult read = kif().read("   1 ７六歩(77)\n   2 投了\nまで1手で後手の勝ち\n", {});
  REQUIRE(read.game);
  CHECK(read.game->result == GameResult::black_wins);
  CHECK(messages(read) == "3:1: 'まで1手で後手の勝ち' says 0-1, but the game ended with 1-0\n");
}

TEST_CASE("moves and boards of CSA after the end are reported and kept") {
  const ReadResult moves = csa().read("PI\n+\n+7776FU\n%CHUDAN\n-3334FU\n", {});
  REQUIRE(moves.game);
  CHECK(usi_moves(*moves.game) == "7g7f 3c3d");
  CHECK(messages(moves) == "5:1: expected the end of the game, found '-3334FU'; it goes on\n");
  const ReadResult board = csa().read("PI,+,+7776FU,%TORYO,PI,+,+2726FU\n", {});
  REQUIRE(board.game);
  CHECK(last_comment(*board.game) == "PI,+,+2726FU");
  CHECK(messages(board) ==
        "1:21: expected the end of the game, found 'PI,+,+2726FU', which is kept as a comment\n");
}

TEST_CASE("findings about JKF stand at the move") {
  const std::string text = R"({"header": {"a\"}": "moves"},
 "initial": {"preset": "HIRATE"},
 "moves": [{"comments": ["]"]},
  {"move": {"from": {"x":7,"y":7}, "to": {"x":7,"y":6}, "piece": "FU"}, "forks": [
   [{"move": {"from": {"x":2,"y":7}, "to": {"x":2,"y":6}, "piece": "FU"}}],
   [{"move": {"from": {"x":1,"y":7}, "to": {"x":1,"y":6}, "piece": "FU"}},
    {"special": "WHAT"},
    {"move": {"from": {"x":1,"y":6}, "to": {"x":1,"y":5}, "piece": "FU"}}]]},
  7,
  {"move": {"from": {"x":3,"y":3}, "to": {"x":3,"y":5}, "piece": "FU"}}]}
)";
  const ReadResult read = jkf().read(text, {});
  REQUIRE(read.game);
  REQUIRE(read.diagnostics.size() == 4);
  CAPTURE(messages(read));
  CHECK(messages(read).starts_with(
      "7:5: expected an ending, found '{\"special\": \"WHAT\"}', which is kept as a comment\n"
      "8:5: ply 2, "));
  CHECK(holds(messages(read),
              "\n9:3: expected an object as a move, found '7', which is kept as a comment\n"
              "10:3: ply 2, "));
  const ReadResult start = jkf().read("{\n\"initial\":\n{\"preset\":\"X\"},\"moves\":[]}", {});
  CHECK(messages(start) == "3:1: expected a preset like \"HIRATE\", found 'X'\n");
}

TEST_CASE("a header of JKF that names another handicap than the start is reported") {
  const auto said = [](const std::string& handicap) {
    return messages(jkf().read(
        R"({"header":{"手合割":")" + handicap + R"("},"initial":{"preset":"KY"},"moves":[]})", {}));
  };
  CHECK(said("香落ち　").empty());
  CHECK(said("その他").empty());
  CHECK(holds(said("平手"), "the handicap '平手' is not the start"));
  CHECK(holds(said("角落ち"), "1:35: the handicap '角落ち'"));
}

}  // namespace yari::test
