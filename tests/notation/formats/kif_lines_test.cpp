// Lines of KIF and KI2 as people and programs really write them.
#include <vector>

#include "notation/board/diagram.h"
#include "notation/kif/kif.h"
#include "rules/handicap.h"
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

ReadResult read_kif_text(const std::string& text) {
  ReadResult result = kif().read(text, {});
  CAPTURE(text, messages(result));
  REQUIRE(result.game);
  return result;
}

std::string comment_of(const Game& game, NodeId n) {
  const Note* note = game.moves.note(n);
  return note ? note->comment : std::string();
}

std::string comment_at_end(const Game& game) {
  const std::vector<NodeId> line = game.moves.main_line();
  return comment_of(game, line.empty() ? root_node : line.back());
}

std::string outcome(const ReadResult& r) {
  return std::string(name(r.game->result)) + ' ' + std::string(name(r.game->ending));
}

std::vector<std::string> remarks(const Game& game) {
  std::vector<std::string> list;
  for (const Tag& t : game.tags) {
    if (t.name == "KIF") list.push_back(t.value);
  }
  return list;
}

// Read, written and read again.
Game again(const Game& game) {
  const ReadResult back = kif().read(kif().write(game, {}).text, strictly());
  REQUIRE(back.game);
  return *back.game;
}

// A board of two kings and a pawn, its rows with `end` after the last bar.
std::string two_kings(const std::string& end) {
  std::string text = "後手の持駒：歩十七\n+---------------------------+\n";
  for (int rank = 0; rank < 9; ++rank) {
    text += rank == 0   ? "| ・ ・ ・ ・v玉 ・ ・ ・ ・|"
            : rank == 8 ? "| ・ ・ ・ ・ 玉 ・ ・ ・ 歩|"
                        : "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    text += end + '\n';
  }
  return text + "+---------------------------+\n先手の持駒：なし\n";
}

}  // namespace

TEST_CASE("a decimal number at the front of a line does not look like a move of KIF") {
  const std::string hodges_lines = "[Black \"A\"]\n\n{[%eval\n1.34,7,2997 2g2f]} 1. P-7f *\n";
  CHECK(detect_format(hodges_lines) != &kif());
  CHECK(detect_format("1.34,7\n2.56,8\n") == nullptr);
}

TEST_CASE("moves of KI2 that begin with a number are read") {
  for (const char* text : {"1 ▲７六歩\n2 △３四歩\n3 ▲２六歩\n",
                           "  1. ▲７六歩 2. △３四歩 3. ▲２六歩\n", "1 ▲７六歩 △３四歩\n3 ▲２六歩\n",
                           "1▲７六歩(77) (0:01/00:00:01)\n2△３四歩(33)\n3 ▲２六歩(27)\n"}) {
    const ReadResult r = read_kif_text(text);
    CHECK(usi_moves(*r.game) == "7g7f 3c3d 2g2f");
    CHECK(messages(r) == "");
    CHECK(detect_format(text)->name == "ki2");
  }
  CHECK(messages(read_kif_text("1 ▲７六歩\n3 △３四歩\n")) ==
        "2:1: expected move 2, found number 3\n");
  CHECK(messages(read_kif_text("1 △７六歩\n")) ==
        "1:3: ply 1, '△７六歩', is illegal: it is the other side's turn\n");
}

TEST_CASE("comments of KIF that are indented are comments") {
  const ReadResult r = read_kif_text("  *first\n   1 ７六歩(77)\n    *good\n\t*better\n　*best\n");
  CHECK(messages(r) == "");
  CHECK(comment_of(*r.game, root_node) == "first");
  CHECK(comment_at_end(*r.game) == "good\nbetter\nbest");
}

TEST_CASE("rows of a KIF board without the rank's kanji are rows") {
  const std::string sfen = "4k4/9/9/9/9/9/9/9/4K3P b 17p 1";
  for (const char* end : {"", "一", " "}) {
    CAPTURE(end);
    const ReadResult r = read_kif_text(
        two_kings(end) + "先手番\n手数----指手---------消費時間--\n   1 １八歩(19)\n");
    CHECK(messages(r) == "");
    CHECK(write_sfen(r.game->start) == sfen);
    CHECK(usi_moves(*r.game) == "1i1h");
    const Result<Setup> diagram = read_diagram(two_kings(end));
    REQUIRE(diagram);
    CHECK(write_sfen(*diagram) == sfen);
  }
}

TEST_CASE("a line of KIF says who moves, in every word that programs use") {
  const auto side = [](const std::string& line) {
    const std::string text = two_kings("一") + line + "\n";
    const Color in_record = read_kif_text(text).game->start.side_to_move;
    const Result<Setup> diagram = read_diagram(text);
    REQUIRE(diagram);
    if (line.find("：") == std::string::npos) CHECK(diagram->side_to_move == in_record);
    return in_record;
  };
  for (const char* line : {"先手番", "下手番", "  先手番  ", "手番：先手", "手番：下手番"}) {
    CHECK(side(line) == Color::black);
  }
  for (const char* line :
       {"後手番", "上手番", "後手の手番", "　上手番", "手番：後手", "手番：上手番"}) {
    CHECK(side(line) == Color::white);
  }
  CHECK(remarks(*read_kif_text("手番：不明\n   1 ７六歩(77)\n").game) ==
        std::vector<std::string>{"手番：不明"});
}

TEST_CASE("an illegal first move of KI2 does not change who begins") {
  const ReadResult r = read_kif_text(two_kings("一") + "▲９九歩 △反則勝ち\n");
  CHECK(r.game->start.side_to_move == Color::black);
  CHECK(outcome(r) == "0-1 illegal move");
  CHECK(usi_moves(*r.game).empty());
}

TEST_CASE("a comment before the line that says who moves does not cut the game") {
  const ReadResult r =
      read_kif_text(two_kings("一") + "*mate?\n後手番\n手数----指手----\n   1 ５二玉(51)\n");
  CHECK(messages(r) == "");
  CHECK(usi_moves(*r.game) == "5a5b");
  CHECK(comment_of(*r.game, root_node) == "mate?");
}

TEST_CASE("a handicap after the board of KIF does not replace the board") {
  const Setup rook = *read_handicap("Rook", Variant::shogi);
  std::string board = draw_board(rook, BoardStyle::kif);
  board.erase(board.find("後手番"));
  const ReadResult same = read_kif_text(board + "手合割：飛車落ち\n   1 ３四歩(33)\n");
  CHECK(messages(same) == "");
  CHECK(usi_moves(*same.game) == "3c3d");
  const ReadResult other = read_kif_text(two_kings("一") + "手合割：角落ち\n   1 １八歩(19)\n");
  CHECK(messages(other) ==
        "14:5: the handicap '角落ち' is not the start that the board gives, which counts\n");
  CHECK(usi_moves(*other.game) == "1i1h");
  CHECK(remarks(*other.game) == std::vector<std::string>{"手合割：角落ち"});
}

TEST_CASE("a header of KIF that is not understood stays a tag, with a warning") {
  const ReadResult handicap = read_kif_text("手合割：十二枚落ち\n   1 ７六歩(77)\n");
  CHECK_FALSE(handicap.diagnostics.empty());
  CHECK(remarks(*handicap.game) == std::vector<std::string>{"手合割：十二枚落ち"});
  CHECK(remarks(again(*handicap.game)) == remarks(*handicap.game));
  const ReadResult variant = read_kif_text("棋種：中将棋\n   1 ７六歩(77)\n");
  CHECK(messages(variant) == "1:4: expected 将棋 or 槍将棋, found '中将棋'\n");
  CHECK(remarks(*variant.game) == std::vector<std::string>{"棋種：中将棋"});
  CHECK(messages(read_kif_text("棋種：本将棋\n   1 ７六歩(77)\n")) == "");
  const ReadResult count =
      read_kif_text(two_kings("一") + "手数＝12  ▲１九歩  まで\n   1 ５二玉(51)\n");
  CHECK(count.game->start.move_number == 13);
  CHECK(remarks(*count.game) == std::vector<std::string>{"手数＝12  ▲１九歩  まで"});
}

TEST_CASE("a line before the moves of KIF that is no header is kept as a comment") {
  const ReadResult r =
      read_kif_text("*one\n名局集より\n先手：A\n*two\n次の一手\n   1 ７六歩(77)\n");
  CHECK(messages(r) ==
        "2:1: expected a header, found '名局集より', which is kept as a comment\n"
        "5:1: expected a header, found '次の一手', which is kept as a comment\n");
  CHECK(comment_of(*r.game, root_node) == "one\n名局集より\ntwo\n次の一手");
  const ReadResult damaged = read_kif_text("先手：A\n*one\n？？？？？\n*two\n");
  CHECK(messages(damaged) == "3:1: expected a move, found '？？？？？'\n");
  CHECK(damaged.game->unread == "？？？？？\n*two");
  CHECK(comment_of(*damaged.game, root_node) == "one");
  const ReadResult diagram = read_kif_text(two_kings("一") + "第１図\n");
  CHECK(messages(diagram) ==
        "14:1: expected a header, found '第１図', which is kept as a comment\n");
  CHECK_FALSE(diagram.game->was_cut());
}

TEST_CASE("remarks of KIF before the moves are tags, those among the moves comments") {
  const ReadResult r = read_kif_text(
      "#KIF version=2.0 encoding=UTF-8\n# ---- Kifu for Windows V7 V7.08 棋譜ファイル ----\n"
      "# Generated by Shogidokoro\n#\n先手：A\n手合割：平手　# no odds\n手数----指手----\n"
      "   1 ７六歩(77) # sharp\n# aside\n   2 ３四歩(33)\n変化：2手\n#before\n   2 ８四歩(83)\n");
  CHECK(messages(r) == "");
  CHECK(remarks(*r.game) == std::vector<std::string>{"# Generated by Shogidokoro", "# no odds"});
  const NodeId first = r.game->moves.first_child(root_node);
  CHECK(comment_of(*r.game, first) == "# sharp\n# aside");
  const NodeId second = r.game->moves.next_sibling(r.game->moves.first_child(first));
  CHECK(r.game->moves.note(second)->before == "# before");
  CHECK(again(*r.game) == *r.game);
  const std::string written = kif().write(*r.game, {}).text;
  CHECK(written.find("\n# Generated by Shogidokoro\n") != std::string::npos);
  CHECK(written.find("\n# no odds\n") != std::string::npos);
}

TEST_CASE("a tag that would mean something else as a remark or header of KIF outlives writing") {
  Game game = *read_kif_text("   1 ７六歩(77)\n").game;
  for (const char* value : {"# x", "#x", "# ", "#", "# KIF version=2.0", "# 棋譜ファイル",
                            "手番：後手", "# 手合割：角落ち", "手数＝3"}) {
    game.tags.push_back({"KIF", value});
    game.tags.back().value.erase(game.tags.back().value.find_last_not_of(' ') + 1);
  }
  CHECK(again(game) == game);
  game.tags = {{"KIF", "# x"}};
  for (const char* format : {"jkf", "csa", "hodges"}) {
    const Format& f = *format_named(format);
    const ReadResult back = f.read(f.write(game, {}).text, strictly());
    REQUIRE(back.game);
    CHECK(back.game->tags == game.tags);
  }
}

TEST_CASE("remarks before the headers of the next record of KIF belong to that record") {
  const std::string one =
      "# one\n手合割：平手\n手数----指手----\n   1 ７六歩(77)\nまで1手で中断\n\n";
  const std::string two = "# ---- 棋譜ファイル ----\n\n# two\n手合割：平手\n   1 ２六歩(27)\n";
  const std::string text = one + two;
  const auto records = records_of(text, kif());
  REQUIRE(records.size() == 2);
  CHECK(records[0] == one);
  CHECK(records[1] == two);
  CHECK(kif().record_length(text, false) == one.size());
  CHECK(remarks(*read_kif_text(two).game) == std::vector<std::string>{"# two"});
}

TEST_CASE("a comment after the last move ends a game of KIF on time or by an illegal move") {
  const std::string moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n";
  const ReadResult timeout = read_kif_text(moves + "*thinks\n*時間切れにて終局\n");
  CHECK(messages(timeout) == "");
  CHECK(outcome(timeout) == "0-1 timeout");
  CHECK(comment_at_end(*timeout.game) == "thinks");
  CHECK(again(*timeout.game) == *timeout.game);

  const ReadResult illegal = read_kif_text(moves + "   3 ５五歩(57)\n*反則手にて終局\n");
  CHECK(messages(illegal) == "3:6: ply 3, '５五歩(57)', is illegal and ends the game: " +
                                 messages(illegal).substr(messages(illegal).find("game: ") + 6));
  CHECK(outcome(illegal) == "0-1 illegal move");
  CHECK(usi_moves(*illegal.game) == "7g7f 3c3d");
  CHECK(comment_at_end(*illegal.game) == "５五歩(57)");
  CHECK_FALSE(illegal.game->was_cut());

  const ReadResult legal = read_kif_text(moves + "*反則手にて終局\n");
  CHECK(legal.game->ending == Ending::illegal_move);
}

TEST_CASE("the footer of KIF says who won, and the last comment how, where the footer does not") {
  const std::string moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n";
  const ReadResult timeout = read_kif_text(moves + "*時間切れにて終局\nまで2手で後手の勝ち\n");
  CHECK(outcome(timeout) == "0-1 timeout");
  CHECK(again(*timeout.game) == *timeout.game);
  CHECK(outcome(read_kif_text(moves + "*good\nまで2手で後手の勝ち\n")) == "0-1 resignation");
}

TEST_CASE("a comment of KIF that only looks like an ending outlives writing and reading") {
  Game game = *read_kif_text("   1 ７六歩(77)\n").game;
  game.moves.edit_note(game.moves.main_line().back()).comment = "why?\nBlack resigns";
  for (const char* format : {"kif", "ki2"}) {
    const Format& f = *format_named(format);
    const ReadResult back = f.read(f.write(game, {}).text, strictly());
    REQUIRE(back.game);
    CHECK(*back.game == game);
  }
  game.moves.edit_note(game.moves.main_line().back()).comment = "*";
  CHECK(again(game) == game);
}

TEST_CASE(
    "words for an ending end a game of KIF and KI2 without a number, in the words of any format") {
  struct Words {
    const char* line;
    const char* outcome;
  };
  for (const auto& [line, outcome] : {Words{"投了", "0-1 resignation"},
                                      {"  千日手  ", "1/2-1/2 repetition"},
                                      {"投了 ( 0:03/00:00:03)", "0-1 resignation"},
                                      {"Jishogi", "1/2-1/2 impasse"},
                                      {"SENNICHITE", "1/2-1/2 repetition"},
                                      {"White resigns", "1-0 resignation"},
                                      {"Draw", "1/2-1/2 draw agreed"},
                                      {"%TORYO", "0-1 resignation"},
                                      {"%hikiwake", "1/2-1/2 draw agreed"},
                                      {"rep_draw", "1/2-1/2 repetition"},
                                      {"投了（0:03/0:04）", "0-1 resignation"},
                                      {"1-0", "1-0 unknown"}}) {
    INFO(line);
    const std::string text = std::string(line) + '\n';
    const std::string moves = "7g7f 3c3d ";
    const ReadResult kif_lines =
        read_kif_text(kif_title + "   1 ７六歩(77)\n   2 ３四歩(33)\n" + text);
    CHECK(whole_record(kif_lines) == moves + outcome);
    CHECK(messages(kif_lines) == "");
    CHECK(whole_record(kif().read("▲７六歩 △３四歩\n" + text, {})) == moves + outcome);
    CHECK(whole_record(read_kif_text(kif_title + "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 " +
                                     text)) == moves + outcome);
  }
  // Other lines are text, and no move is lost; signs of damage are damage.
  const auto after_move = [](const char* line) {
    return whole_record(read_kif_text(kif_title + "   1 ７六歩(77)\n" + std::string(line) + '\n'));
  };
  for (const char* line : {"%TORY", "time is short", "投了図"})
    CHECK(after_move(line) == "7g7f * unknown");
  CHECK(after_move("Sennichite?!") == "7g7f * unknown cut");
}

TEST_CASE("how a variation of KIF ended is a comment, and that it was broken off says nothing") {
  const auto end_of_variation = [](const std::string& lines) {
    const ReadResult r =
        read_kif_text("   1 ７六歩(77)\n   2 投了\n変化：1手\n   1 ２六歩(27)\n" + lines);
    CHECK(messages(r) == "");
    CHECK(outcome(r) == "1-0 resignation");
    const NodeId first = r.game->moves.first_child(root_node);
    return comment_of(*r.game, r.game->moves.next_sibling(first));
  };
  CHECK(end_of_variation("   2 中断\n") == "");
  CHECK(end_of_variation("   2 中断\nまで1手で中断\n") == "");
  CHECK(end_of_variation("まで1手で中断\n") == "");
  CHECK(end_of_variation("   2 中断 ( 0:03/00:00:03)\n") == "中断 ( 0:03/00:00:03)");
  CHECK(end_of_variation("   2 詰み\nまで1手で詰み\n") == "詰み");
  CHECK(end_of_variation("まで1手で詰み\n") == "まで1手で詰み");
}

TEST_CASE("the ending of a game of KIF that was cut still counts where it names the winner") {
  const ReadResult named =
      read_kif_text("   1 ７六歩(77)\n   2 ？？歩\n   3 投了\nまで2手で後手の勝ち\n");
  CHECK(outcome(named) == "0-1 resignation");
  CHECK(named.game->unread == "？？歩\n   3 投了\nまで2手で後手の勝ち");
  CHECK(outcome(read_kif_text("   1 ７六歩(77)\n   2 ？？歩\n   3 投了\n")) == "* resignation");
  CHECK(outcome(read_kif_text("   1 ７六歩(77)\n   2 ？？歩\n変化：1手\n   1 投了\n")) ==
        "* unknown");
}

TEST_CASE("the number of an ending of KIF says whose turn it was, wherever its line stands") {
  CHECK(outcome(read_kif_text("   1 ７六歩(77)\n   3 投了\n   2 ３四歩(33)\n")) ==
        "0-1 resignation");
  CHECK(outcome(read_kif_text("   2 投了\n   1 ７六歩(77)\n")) == "1-0 resignation");
  // Where the numbers are another game's only the moves show it.
  CHECK(outcome(read_kif_text("   4 ７六歩(77)\n   5 投了\n")) == "1-0 resignation");
}

TEST_CASE("a remark that names the format begins a record of KIF whose title line is damaged") {
  const std::string first =
      "先手：A\n手合割：平手\n手数----指手----\n   1 ７六歩(77)\n   2 投了\n\n";
  for (const std::string_view mark : {"#KIF version=2.0", "# KIF形式棋譜ファイル",
                                      "# ---- Kifu for Windows V7 棋譜ファイル ----"}) {
    INFO(mark);
    const std::string second =
        std::string(mark) + "\n# 先手：B\n\n数----指手----\n   1 ２六歩(27)\n   2 投了\n";
    CHECK(kif_record_length(first + second, true) == first.size());
  }
}

TEST_CASE("a KIF text without a final newline is not read past its end") {
  const std::string_view text = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    // A buffer of exactly this size, so that a sanitizer reports a read past its end.
    const std::vector<char> exact(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
    const std::string_view part(exact.data(), exact.size());
    CHECK(kif_record_length(part, true) == size);
    CHECK(kif_record_length(part, false) == 0);
  }
}

TEST_CASE("a second ending of KIF does not give the first one a result") {
  const ReadResult r = read_kif_text("   1 ７六歩(77)\n   2 中断\n   3 詰み\n");
  CHECK(outcome(r) == "* abandoned");
  CHECK_FALSE(messages(r).empty());
}

TEST_CASE("records of KIF without moves end where an ending or the same header comes") {
  const std::string next =
      "手合割：平手\n先手：B\n手数----指手---------消費時間--\n   1 ７六歩(77)\n";
  CHECK(records_of("先手：A\n   1 投了\n" + next, kif()).size() == 2);
  CHECK(records_of("手合割：平手\n先手：A\n\n" + next, kif()).size() == 2);
  CHECK(records_of("先手：A\n先手：B\n\n棋戦：C\n   1 ７六歩(77)\n", kif()).size() == 1);
}

TEST_CASE("the last line counts the moves before it, and says so where some are missing") {
  const auto said = [](const std::string& rest) {
    return messages(read_kif_lines("   1 ７六歩(77)\n   2 ８四歩(83)\n" + rest));
  };
  for (const char* line :
       {"まで2手で先手の勝ち\n", "まで２手で中断\n", "2手まで後手の勝ち\n", "まで先手の勝ち\n"})
    CHECK(said(line) == "");
  const std::string three = "expected 3 moves before this line, found 2\n";
  CHECK(said("まで3手で先手の勝ち\n") == "7:1: " + three);
  CHECK(said("変化：2手\n   2 ３四歩(33)\nまで5手で中断\n") == "");
}

}  // namespace yari::test
