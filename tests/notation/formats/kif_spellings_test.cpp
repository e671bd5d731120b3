// Other spellings of what KIF and KI2 say: every row means the same as the common form.
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

ReadResult read_spelled(const std::string& moves) { return kif().read(kif_title + moves, {}); }

/// White without his rook, who moves; `before` and `after` the board say what is in hand.
std::string board_without_rook(const std::string& before, const std::string& after) {
  return before + R"(
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・ ・ ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
)" + after +
         "\n後手番\n   1 ３四歩(33)\n";
}

std::string comment_behind(const Game& game, NodeId n) {
  const Note* const note = game.moves.note(n);
  return note ? note->comment : std::string();
}

std::string respelled(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string start_and_moves(const std::string& text) {
  const ReadResult read = kif().read(text, {});
  if (!read.game) return messages(read);
  return write_sfen(read.game->start) + " | " + whole_record(read) + messages(read);
}

}  // namespace

TEST_CASE("moves of KIF are read in other spellings") {
  constexpr std::string_view first = "   1 ７六歩(77)\n   2 ３四歩(33)\n";
  struct SpelledRow {
    std::string_view moves, want;
  };
  const std::string before = "7g7f 3c3d ";
  for (const SpelledRow& row : std::initializer_list<SpelledRow>{
           {"   3 ２二角(88)成\n", "8h2b+"},
           {"   3 ２二角 (88) 成\n", "8h2b+"},
           {"   3 ２二角(88)成り\n", "8h2b+"},
           {"   3 ２二角成る(88)\n", "8h2b+"},
           {"   3 ２二角成り(88)\n", "8h2b+"},
           {"   3 ２二角(88)不成\n", "8h2b"},
           {"   3 ２二角[88]成\n", "8h2b+"},
           {"   3 ２二角成<88>\n", "8h2b+"},
           {"   3 ２二角成(8h)\n", "8h2b+"},
           {"   3 ２二角成←８八\n", "8h2b+"},
           {"   3 ２二角成（←88）\n", "8h2b+"},
           {"   3 ２二角行成(88)\n", "8h2b+"},
           {"   3 ２六歩兵(27)\n", "2g2f"},
           {"   3 ６八飛車(28)\n", "2h6h"},
           {"   3 ６八玉将(59)\n", "5i6h"},
           {"   3 ７八金将(69)\n", "6i7h"},
           {"   3 ７七桂馬(89)\n", "8i7g"},
           {"   3 ２二角成(88)\n   4 同　銀将(31)\n   5 ４五角打ち\n", "8h2b+ 3a2b B*4e"},
           {"   3 ２二角成(88)\n   4 同　銀(31)\n   5 ４五角 打\n", "8h2b+ 3a2b B*4e"},
           {"   3 ２二角成(88)\n   4 ５二金(61)\n   5 ３二龍馬(22)\n", "8h2b+ 6a5b 2b3b"}}) {
    CAPTURE(row.moves);
    const ReadResult read = read_spelled(std::string(first) + std::string(row.moves));
    CHECK(messages(read) == "");
    CHECK(whole_record(read) == before + std::string(row.want) + " * unknown");
  }
}

TEST_CASE("a move that names the piece it becomes promotes, with a warning") {
  const ReadResult read =
      read_spelled("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二馬(88)\n   4 同　銀(31)\n");
  CHECK(whole_record(read) == "7g7f 3c3d 8h2b+ 3a2b * unknown");
  CHECK(messages(read) == "7:6: '２二馬(88)' names another piece: a bishop stands there\n");
}

TEST_CASE("what stands behind a move in words is a comment still") {
  const ReadResult read = read_spelled("   1 ７六歩(77) 成功\n   2 ３四歩(33)\n");
  CHECK(whole_record(read) == "7g7f 3c3d * unknown");
  CHECK(messages(read) ==
        "5:14: expected the end of the line, found '成功', which is kept as a comment\n");
}

TEST_CASE("boards and hands of KIF are read in other spellings") {
  const std::string none = "後手の持駒：なし", rook = "先手の持駒：飛　角";
  const std::string want =
      "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL w RB 1 | 3c3d * unknown";
  CHECK(start_and_moves(board_without_rook(none, rook)) == want);
  for (const auto& [from, to] : std::initializer_list<std::pair<std::string, std::string>>{
           {"・", "．"}, {"・", "* "}, {"・", "＊"}, {"v", "ｖ"}, {"|", "｜"}, {"\n|", "\n"}}) {
    CAPTURE(to);
    CHECK(start_and_moves(respelled(board_without_rook(none, rook), from, to)) == want);
  }
  for (const auto& [before, after] : std::initializer_list<std::pair<std::string, std::string>>{
           {"後手の持駒：無し", "先手の持駒：飛、角"},
           {"後手の持駒：無", "先手の持駒：飛・角"},
           {"後手の持駒：ナシ", "先手の持駒：飛車　角行"},
           {"後手の持駒", "先手の持駒 飛　角"},
           {"後手の持駒", "先手の持駒：飛１枚　角一枚"},
           {"後手の持駒：", "先手の持駒：飛x1 角×1"},
           {"☖持駒：なし", "☗持駒：飛　角"},
           {"△の持駒：なし", "▲の持駒：飛角"},
           {"後手持ち駒：なし", "先手持ち駒：飛角"}}) {
    CAPTURE(after);
    CHECK(start_and_moves(board_without_rook(before, after)) == want);
  }
}

TEST_CASE("players, starts and results are read under other names") {
  for (const auto& [black, white] :
       std::initializer_list<std::pair<std::string, std::string>>{{"▲", "△"},
                                                                  {"☗", "☖"},
                                                                  {"▲先手", "△後手"},
                                                                  {"先手▲", "後手△"},
                                                                  {"先　手", "後　手"},
                                                                  {"先手名", "後手名"},
                                                                  {"先手番", "後手番"}}) {
    CAPTURE(black);
    const ReadResult read =
        kif().read(black + "：青木\n" + white + "：馬場\n手数----指手---\n   1 ７六歩(77)\n", {});
    CHECK(messages(read) == "");
    REQUIRE(read.game);
    CHECK(read.game->tag("Black") == "青木");
    CHECK(read.game->tag("White") == "馬場");
  }
  for (const std::string name : {"手合い割", "手合割り", "手　合"}) {
    CAPTURE(name);
    CHECK(start_and_moves(name + "：角落ち\n   1 ３四歩(33)\n") ==
          "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 | 3c3d * unknown");
  }
  CHECK(whole_record(kif().read("結果：先手の勝ち\n   1 ７六歩(77)\n", {})) == "7g7f 1-0 unknown");
  CHECK(whole_record(kif().read("勝敗：後手投了\n   1 ７六歩(77)\n", {})) ==
        "7g7f 1-0 resignation");
  const ReadResult odd =
      kif().read("結果：良い\n対局日時：2020/01/02 10:00\n   1 ７六歩(77)\n", {});
  CHECK(whole_record(odd) == "7g7f * unknown");
  CHECK(odd.game->tag("KIF") == "結果：良い");
  CHECK(odd.game->tag("Date") == "2020.01.02");
  const ReadResult other = kif().read("結果：先手の勝ち\n   1 ７六歩(77)\n   2 反則勝ち\n", {});
  CHECK(whole_record(other) == "7g7f 1-0 illegal move");
  CHECK(messages(other).find("1-0") != std::string::npos);
}

TEST_CASE("lines of moves are read with other signs between them, with numbers or without marks") {
  for (const char* line :
       {"▲７六歩、△３四歩", "▲７六歩，△３四歩", "▲７六歩, △３四歩", "▲７六歩…△３四歩",
        "▲７六歩・△３四歩", "▲７六歩→△３四歩", "▲７六歩/△３四歩", "▲７六歩\u200B△３四歩",
        "1手目▲７六歩 2手目△３四歩", "(1)▲７六歩 (2)△３四歩", "７六歩 ３四歩", "７６歩、３４歩",
        "76歩 34歩", "７六歩(77)\n３四歩(33)"}) {
    CAPTURE(line);
    const ReadResult read = kif().read(kif_title + line + "\n", {});
    CHECK(messages(read) == "");
    CHECK(whole_record(read) == "7g7f 3c3d * unknown");
    REQUIRE(read.game);
    CHECK_FALSE(read.game->moves.note(1));
  }
  for (const char* line : {"▲７六歩 △３四歩 投了", "▲７六歩 △３四歩 まで、後手の勝ち"}) {
    CAPTURE(line);
    CHECK(whole_record(kif().read(kif_title + line + "\n", {})) == "7g7f 3c3d 0-1 resignation");
  }
  CHECK(whole_record(read_spelled("▲７六歩 △３四歩 明日")) == "7g7f 3c3d * unknown cut");
}

TEST_CASE("a time in words that no clock holds is no time") {
  const ReadResult read = read_spelled("   1 ７六歩(77) 2000時間\n   2 ３四歩(33) 1000時間\n");
  CHECK_THAT(messages(read), Contains("2000時間"));
  const Note* const first = read.game->moves.note(1);
  CHECK((first == nullptr || !first->spent_ms));
  CHECK(read.game->moves.note(2)->spent_ms == 3'600'000'000);
}

TEST_CASE("同 may stand beside the square") {
  for (const char* move : {"△同２二銀", "△２二同銀", "△同銀", "△２二銀", "△同　２二　銀"}) {
    CAPTURE(move);
    const ReadResult read = read_spelled("▲７六歩△３四歩▲２二角成" + std::string(move) + "\n");
    CHECK(messages(read) == "");
    CHECK(whole_record(read) == "7g7f 3c3d 8h2b+ 3a2b * unknown");
  }
}

TEST_CASE("glyphs, times in words and comments stand behind a move") {
  for (const char* lines : {"▲７六歩！？ 3秒 △３四歩 （1分5秒）*長考\n",
                            "   1 ７六歩(77) ！？ 3秒\n   2 ３四歩(33) (1分5秒) *長考\n"}) {
    CAPTURE(lines);
    const ReadResult read = read_spelled(lines);
    CHECK(messages(read) == "");
    CHECK(whole_record(read) == "7g7f 3c3d * unknown");
    const Note* const first = read.game->moves.note(1);
    const Note* const second = read.game->moves.note(2);
    REQUIRE((first && second));
    CHECK(first->glyphs == std::vector<std::uint8_t>{5});
    CHECK(first->spent_ms == 3000);
    CHECK(second->spent_ms == 65000);
    CHECK(second->comment == "長考");
  }
}

TEST_CASE("wide signs begin comments, bookmarks and remarks") {
  const ReadResult read = read_spelled("   1 ７六歩(77)\n＊長考\n＃印\n＆局面\n   2 ３四歩(33)\n");
  CHECK(messages(read) == "");
  CHECK(whole_record(read) == "7g7f 3c3d * unknown");
  CHECK(comment_behind(*read.game, 1).starts_with("長考"));
}

TEST_CASE("a footer that names a cause is no resignation") {
  struct SpelledRow {
    std::string_view footer, want;
  };
  for (const SpelledRow& row :
       std::initializer_list<SpelledRow>{{"まで2手で後手の勝ち", "0-1 resignation"},
                                         {"まで2手で☖の勝ち", "0-1 resignation"},
                                         {"以上2手で後手の勝ち", "0-1 resignation"},
                                         {"2手まで後手の勝ち", "0-1 resignation"},
                                         {"まで2手で投了により後手の勝ち", "0-1 resignation"},
                                         {"まで2手で後手の不戦勝", "0-1 forfeit"},
                                         {"まで2手で二歩により後手の勝ち", "0-1 illegal move"},
                                         {"まで2手で後手の勝ち（王手放置）", "0-1 illegal move"},
                                         {"まで2手で切負けにより後手の勝ち", "0-1 timeout"},
                                         {"まで2手で引分", "1/2-1/2 draw agreed"},
                                         {"まで2手で打ち切り", "* abandoned"},
                                         {"まで2手で通信切断により後手の勝ち", "0-1 unknown"},
                                         {"まで2手で後手の勝ち（通信切断）", "0-1 unknown"}}) {
    CAPTURE(row.footer);
    const ReadResult read =
        read_spelled("   1 ７六歩(77)\n   2 ３四歩(33)\n" + std::string(row.footer) + "\n");
    CHECK(messages(read) == "");
    CHECK(whole_record(read) == "7g7f 3c3d " + std::string(row.want));
    const bool kept = row.footer.find("通信") != row.footer.npos;
    CHECK((comment_behind(*read.game, 2) == row.footer) == kept);
  }
}

TEST_CASE("a word with a digit in it is an unknown ending, what is left of a move is damage") {
  for (const std::string word :
       {"二歩", "打ち歩詰め", "256手で引き分け", "三回目の休憩", "500点"}) {
    CAPTURE(word);
    CHECK(whole_record(read_spelled("   1 ７六歩(77)\n   2 " + word + "\n")) == "7g7f * unknown");
  }
  for (const std::string word : {"３歩打", "四歩", "３四", "34", "歩打", "角成", "同"}) {
    CAPTURE(word);
    CHECK(whole_record(read_spelled("   1 ７六歩(77)\n   2 " + word + "\n")) ==
          "7g7f * unknown cut");
  }
}

}  // namespace yari::test
