// How a game ended, where one word of a record does not say it: illegal moves that the
// game was lost by, and the summaries of servers.
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

// "0-1 illegal move"; " reported" after it when there are findings.
std::string end_of(const ReadResult& read) {
  REQUIRE(read.game);
  return std::string(name(read.game->result)) + ' ' + std::string(name(read.game->ending)) +
         (read.diagnostics.empty() ? "" : " reported");
}

ReadResult read_moves(const std::string& moves, const std::string& tags = "") {
  return hodges().read("[Variant \"Shogi\"]\n" + tags + "\n" + moves + '\n', {});
}

std::string comment_after(const Game& game) {
  const std::vector<NodeId> line = game.moves.main_line();
  const Note* note = game.moves.note(line.empty() ? root_node : line.back());
  return note ? note->comment : std::string();
}

ReadResult read_summary(const std::string& ending, const std::string& summary) {
  return csa().read("N+a\nN-b\nPI\n+\n+7776FU\n-3334FU\n" + ending + "'summary:" + summary + '\n',
                    {});
}

}  // namespace

TEST_CASE("an illegal move of Hodges ends the game if the words after it say so") {
  const ReadResult read =
      read_moves("1. P-7f P-3d 2. P-7d illegal move", "[Termination \"illegal move\"]\n");
  CHECK(end_of(read) == "0-1 illegal move reported");
  CHECK(messages(read) ==
        "4:17: ply 3, 'P-7d', is illegal and ends the game: no pawn of Black can go to 7d\n");
  CHECK(usi_moves(*read.game) == "7g7f 3c3d");
  CHECK(comment_after(*read.game) == "P-7d");
  CHECK_FALSE(read.game->was_cut());
  const ReadResult back = hodges().read(hodges().write(*read.game, {}).text, strictly());
  REQUIRE(back.game);
  CHECK(*back.game == *read.game);
  CHECK_FALSE(hodges().read("[Variant \"Shogi\"]\n\n1. P-5e illegal move\n", strictly()).game);
}

TEST_CASE("the side that made an illegal move loses, however the record puts it") {
  const auto said = [](const std::string& moves, const std::string& tags = "") {
    const ReadResult read = read_moves(moves, tags);
    return end_of(read) + ", " + comment_after(*read.game) + (read.game->was_cut() ? ", cut" : "");
  };
  const std::string ends = " illegal move reported, ";
  CHECK(said("1. P-7f P-3e illegal move") == "1-0" + ends + "P-3e");
  CHECK(said("1. P-5e Illegal.") == "0-1" + ends + "P-5e");
  CHECK(said("1. P-5e illegal move 0-1") == "0-1" + ends + "P-5e");
  CHECK(said("1. P-5e Black makes an illegal move") == "0-1" + ends + "P-5e");
  CHECK(said("1. P-7f P-3e {slow} ?? 2. illegal move") == "1-0" + ends + "P-3e\nslow\n??");
  CHECK(said("1. P-7f {good} P-3e {illegal move} 1-0") == "1-0" + ends + "good\nP-3e");
  CHECK(said("1. P-5e illegal move", "[Result \"*\"]\n") == "0-1" + ends + "P-5e");
  const std::string tag = "[Termination \"illegal move\"]\n";
  CHECK(said("1. P-7f P-3d 2. P-7d", tag) == "0-1" + ends + "P-7d");
  CHECK(said("1. P-7f P-3d 2. P-7d 0-1", tag) == "0-1" + ends + "P-7d");
  // Nothing says it, or something else: damage, of which nobody knows who was to move.
  CHECK(said("1. P-7f P-3d 2. P-7d resigns") == "* unknown reported, , cut");
  CHECK(said("1. P-7f P-3d 2. P-7d P-8d illegal move") == "* unknown reported, , cut");
  CHECK(said("1. P-7f P-3d 2. P-7d", "[Termination \"draw\"]\n") ==
        "1/2-1/2 draw agreed reported, , cut");
}

TEST_CASE("an illegal move of JKF ends the game if the element after it says so") {
  const auto read = [](const std::string& behind) {
    return format_named("jkf")->read(
        R"({"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},)"
        R"({"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":5},"piece":"FU"}})" +
            behind + "]}",
        {});
  };
  const ReadResult told = read(R"(,{"special":"ILLEGAL_MOVE"})");
  CHECK(end_of(told) == "1-0 illegal move reported");
  CHECK(usi_moves(*told.game) == "7g7f");
  CHECK_FALSE(told.game->was_cut());
  CHECK(comment_after(*told.game) ==
        R"({"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":5},"piece":"FU"}})");
  CHECK(read(R"(,{"special":"TORYO"})").game->was_cut());
  CHECK(read("").game->was_cut());
}

TEST_CASE("a result in words that contradicts the result of the tags is reported") {
  const ReadResult read = read_moves("1. P-5e illegal move", "[Result \"1-0\"]\n");
  CHECK(read.game->result == GameResult::black_wins);
  CHECK(messages(read) ==
        "4:4: ply 1, 'P-5e', is illegal and ends the game: no pawn of Black can go to 5e\n"
        "4:9: 'illegal move' says 0-1, but the game ended with 1-0\n");
  CHECK(messages(read_moves("1. P-7f White resigns", "[Result \"0-1\"]\n")) ==
        "4:9: 'White resigns' says 1-0, but the game ended with 0-1\n");
  CHECK(messages(read_moves("1. P-7f resigns", "[Result \"0-1\"]\n")).empty());
}

TEST_CASE("the summary of a server says how a game of CSA ended where no ending does") {
  const auto said = [](const std::string& summary) { return end_of(read_summary("", summary)); };
  CHECK(said("toryo:a lose:b win") == "0-1 resignation");
  CHECK(said("abnormal:a lose:b win") == "0-1 abandoned");
  CHECK(said("abnormal:b lose:a win") == "1-0 abandoned");
  CHECK(said("time up:a win:b lose") == "1-0 timeout");
  CHECK(said("illegal move:a win:b lose") == "1-0 illegal move");
  CHECK(said("uchifuzume:a lose:b win") == "0-1 illegal move");
  CHECK(said("illegal kachi:a lose:b win") == "0-1 illegal move");
  CHECK(said("oute_sennichite:a lose:b win") == "0-1 perpetual check");
  CHECK(said("sennichite:a draw:b draw") == "1/2-1/2 repetition");
  CHECK(said("jishogi:a draw:b draw") == "1/2-1/2 impasse");
  CHECK(said("max_moves:a draw:b draw") == "1/2-1/2 move limit");
  CHECK(said("kachi:a win:b lose") == "1-0 declaration reported");
  CHECK(said("toryo:c:d win:e lose ") == "1-0 resignation");
  // Words that are not known, sides without a verdict, and no sides at all.
  CHECK(said("eclipse:a win:b lose") == "1-0 unknown");
  CHECK(said("chudan:a censored:b censored") == "* abandoned");
  CHECK(said("toryo:a win:b win") == "* resignation");
  CHECK(said("toryo") == "* resignation");
  CHECK(said("") == "* unknown");
}

TEST_CASE("an ending of CSA counts before the summary, which is reported when it contradicts") {
  const auto said = [](const std::string& ending, const std::string& summary) {
    return end_of(read_summary(ending + '\n', summary));
  };
  CHECK(said("%TORYO", "toryo:a lose:b win") == "0-1 resignation");
  CHECK(said("%TORYO", "abnormal:a lose:b win") == "0-1 resignation");
  CHECK(said("%CHUDAN", "abnormal:a win:b lose") == "1-0 abandoned");
  CHECK(said("%ILLEGAL_MOVE", "illegal move:a win:b lose") == "1-0 illegal move");
  CHECK(said("%ILLEGAL_MOVE", "oute_sennichite:a win:b lose") == "1-0 illegal move");
  CHECK(said("%ILLEGAL_MOVE", "max_moves:a draw:b draw") == "0-1 illegal move reported");
  CHECK(said("%CHUDAN", "toryo:a win:b lose") == "* abandoned reported");
  CHECK(said("%SENNICHITE", "time up:a win:b lose") == "1/2-1/2 repetition reported");
  const ReadResult read = read_summary("%TORYO\n", "abnormal:a win:b lose");
  CHECK(end_of(read) == "0-1 resignation reported");
  CHECK(messages(read) ==
        "8:1: expected the summary of a game that ended with 0-1, found 'summary:abnormal:a "
        "win:b...'\n");
}

TEST_CASE("a summary ends a game of CSA by an illegal move, and one that is cut") {
  const ReadResult illegal = read_summary("+7674FU\nT3\n", "illegal move:a lose:b win");
  CHECK(end_of(illegal) == "0-1 illegal move reported");
  CHECK(comment_after(*illegal.game) == "+7674FU\n0:00:03");
  CHECK_FALSE(illegal.game->was_cut());
  const ReadResult cut = read_summary("+7674FU\n", "time up:a lose:b win");
  CHECK(end_of(cut) == "0-1 timeout reported");
  CHECK(cut.game->was_cut());
}

TEST_CASE("a declaration of CSA that the server refused is lost by the side that made it") {
  const auto said = [](const std::string& ending, const std::string& summary) {
    return end_of(read_summary(ending + '\n', summary));
  };
  CHECK(said("%KACHI", "kachi:a win:b lose") == "1-0 declaration reported");
  CHECK(said("%KACHI", "illegal kachi:a lose:b win") == "0-1 illegal move");
  const ReadResult read = read_summary("%KACHI\n", "illegal kachi:a lose:b win");
  const ReadResult again = csa().read(csa().write(*read.game, {}).text, strictly());
  REQUIRE(again.game);
  CHECK(end_of(again) == "0-1 illegal move");
}

TEST_CASE("the word for an illegal move of CSA means the one before it, or one not written down") {
  const auto said = [](const std::string& moves) {
    return end_of(csa().read("PI\n+\n+7776FU\n" + moves, {}));
  };
  CHECK(said("%ILLEGAL_MOVE\n") == "1-0 illegal move");
  CHECK(said("-3334FU\n%ILLEGAL_MOVE\n") == "0-1 illegal move");
  CHECK(said("-3335FU\n%ILLEGAL_MOVE\n") == "1-0 illegal move reported");
  CHECK(said("-3334FU\n+7674FU\n%ILLEGAL_MOVE\n") == "0-1 illegal move reported");
  CHECK(said("-3335FU\n%+ILLEGAL_ACTION\n") == "0-1 illegal move reported");
}

TEST_CASE("what is said of an illegal move that ended the game is kept in the comment") {
  const ReadResult read = read_moves(
      "1. P-7f {[%clk 0:09:30] [%eval 0.50] [%bookmark here] slip} P-3e {[%emt 0:00:04] "
      "[%clk 0:08:00] [%eval 1.25,12] [%bookmark there] oops} $3 illegal move");
  CHECK(end_of(read) == "1-0 illegal move reported");
  const Note& note = *read.game->moves.note(read.game->moves.main_line().back());
  CHECK(note.comment == "slip\nP-3e\noops\n0:00:04\n!!\n[%clk 0:08:00]\n[%eval 1.25,12]\n&there");
  CHECK(note.left_ms == 570'000u);
  CHECK(note.evaluations.size() == 1);
  const ReadResult back = hodges().read(hodges().write(*read.game, {}).text, strictly());
  CHECK(*back.game == *read.game);
}

TEST_CASE("one word of KIF does not outvote an illegal move and the footer") {
  const ReadResult read =
      kif().read("   1 ７六歩(77)\n   2 ３五歩(33)\n   3 投了\nまで2手で先手の反則勝ち\n", {});
  CHECK(end_of(read) == "1-0 illegal move reported");
  CHECK_FALSE(read.game->was_cut());
  CHECK(messages(read).find("3:6: '投了' says resignation, but an illegal move ended the game") !=
        std::string::npos);
}

TEST_CASE("a vague comment at the end that nothing else bears out is taken with a note") {
  const auto said = [](const std::string& comment) {
    return end_of(read_moves("1. P-7f P-3d {" + comment + "}"));
  };
  CHECK(said("time") == "0-1 timeout reported");
  CHECK(said("draw") == "1/2-1/2 draw agreed reported");
  CHECK(said("White resigns") == "1-0 resignation");
  // Remarks before the tags stand nowhere among the moves.
  const ReadResult remark = hodges().read("{draw}\n[Black \"A\"]\n[Variant \"Shogi\"]\n\n", {});
  CHECK(end_of(remark) == "1/2-1/2 draw agreed reported");
  CHECK(messages(remark) ==
        "5:1: nothing but the comment 'draw' says how the game ended: draw agreed\n");
  CHECK(messages(read_moves("1. P-7f P-3d {time}")) ==
        "3:14: nothing but the comment 'time' says how the game ended: timeout\n");
}

TEST_CASE("nobody knows who resigned where a game of CSA is cut") {
  const ReadResult read = csa().read("PI\n+\n+7776FU\n-3335FU\n+2726FU\n%TORYO\n", {});
  CHECK(end_of(read) == "* resignation reported");
  CHECK(read.game->was_cut());
  CHECK(end_of(csa().read("PI\n+\n+7776FU\n-3335FU\n+2726FU\n%SENNICHITE\n", {})) ==
        "1/2-1/2 repetition reported");
}

TEST_CASE("a tag says that the last move was illegal, but of no move before it") {
  const std::string head = "[Variant \"Shogi\"]\n[Termination \"illegal move\"]\n\n";
  CHECK(whole_record(hodges().read(head + "1.P-7f P-3d 2.P-2c\n", {})) ==
        "7g7f 3c3d 0-1 illegal move");
  CHECK(whole_record(hodges().read(head + "1.P-7f P-3d 2.P-2c P-8d\n", {})) ==
        "7g7f 3c3d * illegal move cut");
  CHECK(hodges().read(head + "1.P-7f P-3d\n", {}).game->ending == Ending::illegal_move);
}

}  // namespace yari::test
