// JKF in every order of its members, and damaged.
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

std::string element(const std::string& from, const std::string& to, const std::string& more = "") {
  const auto square = [](const std::string& xy) {
    return std::string(R"({"x":)") + xy[0] + R"(,"y":)" + xy[1] + "}";
  };
  return R"({"move":{"from":)" + square(from) + R"(,"to":)" + square(to) + R"(,"piece":"FU"})" +
         more + "}";
}

const std::string first = element("77", "76");
const std::string second = element("33", "34");

}  // namespace

TEST_CASE("the order of members in JKF changes nothing") {
  const ReadResult usual = jkf().read(
      R"({"header":{"先手":"A"},"initial":{"preset":"KA"},"moves":[{},)" +
          element("33", "34", R"(,"comments":["c"],"forks":[[)" + element("83", "84") + "]]") +
          R"(,{"special":"CHUDAN"}]})",
      strictly());
  REQUIRE(usual.game);
  const ReadResult other =
      jkf().read(R"({"moves":[{},{"forks":[[)" + element("83", "84") + R"(]],"comments":["c"],)" +
                     second.substr(1) +
                     R"(,{"special":"CHUDAN"}],"initial":{"preset":"KA"},"header":{"先手":"A"}})",
                 strictly());
  CAPTURE(messages(other));
  REQUIRE(other.game);
  CHECK(*other.game == *usual.game);
  CHECK(usual.game->moves.size() == 3);
  CHECK(usual.game->start.side_to_move == Color::white);
}

TEST_CASE("escapes in strings of JKF are the characters they mean") {
  const ReadResult read = jkf().read(
      R"({"header":{"\u68CB\u6226":"a\"b\\"},"moves":[{"comm\u0065nts":["x\ty","\u7d42"]}]})",
      strictly());
  REQUIRE(read.game);
  CHECK(read.game->tag("Event") == "a\"b\\");
  REQUIRE(read.game->moves.note(root_node));
  CHECK(read.game->moves.note(root_node)->comment == "x\ty\n終");
}

TEST_CASE("a header of JKF says how the game ended, as one of KIF does") {
  const auto read = [](const std::string& header, const std::string& moves) {
    ReadResult result =
        jkf().read("{\"header\":{" + header + "},\"moves\":[{}," + moves + "]}", {});
    REQUIRE(result.game);
    CAPTURE(messages(result));
    CHECK(messages(result).empty());
    CHECK(result.game->tags.empty());
    return Outcome{result.game->result, result.game->ending};
  };
  for (const char* const name : {"結果", "対局結果", "勝敗"}) {
    INFO(name);
    const std::string front = '"' + std::string(name) + "\":\"";
    CHECK(read(front + "先手の勝ち\"", first) == Outcome{GameResult::black_wins, Ending::unknown});
    CHECK(read(front + "後手の勝ち\"", first) == Outcome{GameResult::white_wins, Ending::unknown});
    CHECK(read(front + "千日手\"", first) == Outcome{GameResult::draw, Ending::repetition});
    // A special move and a header that agree are one.
    CHECK(read(front + "先手の勝ち\"", first + R"(,{"special":"TORYO"})") ==
          Outcome{GameResult::black_wins, Ending::resignation});
  }
  // What nobody can read stays.
  const ReadResult other = jkf().read(R"({"header":{"結果":"またの日に"},"moves":[{}]})", {});
  REQUIRE(other.game);
  CHECK(other.game->tag("KIF") == "結果：またの日に");
}

TEST_CASE("a game that nobody knows, named by a header of JKF, is reported and kept") {
  const ReadResult read = jkf().read(R"({"header":{"棋種":"五五将棋"},"moves":[{}]})", {});
  REQUIRE(read.game);
  CHECK(read.game->variant == Variant::shogi);
  CHECK(messages(read).find("五五将棋") != std::string::npos);
  CHECK(read.game->tag("KIF") == "棋種：五五将棋");
  CHECK(jkf().read(jkf().write(*read.game, {}).text, {}).game->tags == read.game->tags);
  for (const char* const known : {"将棋", "本将棋", ""}) {
    const std::string record =
        R"({"header":{"棋種":")" + std::string(known) + R"("},"moves":[{}]})";
    CHECK(messages(jkf().read(record, {})).empty());
  }
}

TEST_CASE("an outcome that no special move of JKF says is in the header, and is read again") {
  for (const GameResult result :
       {GameResult::unknown, GameResult::black_wins, GameResult::white_wins, GameResult::draw}) {
    for (int e = 0; e < ending_count; ++e) {
      Game game = new_game(Variant::shogi);
      game.moves.add(root_node, *read_usi_move("7g7f", Variant::shogi));
      game.result = result;
      game.ending = static_cast<Ending>(e);
      const WriteResult written = jkf().write(game, {});
      INFO(written.text);
      const ReadResult again = jkf().read(written.text, {});
      REQUIRE(again.game);
      if (written.losses.empty()) {
        CHECK(again.game->result == result);
        CHECK(again.game->ending == game.ending);
      }
      if (game.ending == Ending::unknown) CHECK(written.losses.empty());
    }
  }
}

TEST_CASE("a result that a format has no word for is lost, and no ending of a game without one") {
  Game game = new_game(Variant::shogi);
  game.moves.add(root_node, *read_usi_move("7g7f", Variant::shogi));
  game.result = GameResult::black_wins;
  for (const char* const name : {"csa", "usen"}) {
    const WriteResult written = format_named(name)->write(game, {});
    INFO(name);
    CHECK(written.losses == std::vector<std::string>{"result (1)"});
    CHECK(format_named(name)->read(written.text, {}).game->result == GameResult::unknown);
  }
}

TEST_CASE("JKF that breaks off is read as far as it goes") {
  const std::string whole = R"({"moves":[{},)" + first + ",";
  const ReadResult read = jkf().read(whole + second.substr(0, 20), {});
  REQUIRE(read.game);
  CHECK(usi_moves(*read.game) == "7g7f");
  CHECK(read.game->unread == second.substr(0, 20));
  CHECK(messages(read).find("expected JSON, found the end\n") != std::string::npos);
  CHECK(messages(read).find("expected a whole move, found '{\"move\"") != std::string::npos);
  CHECK_FALSE(jkf().read(whole + second.substr(0, 20), strictly()).game);
  // In a fork: what is whole of it stays, and the main line is cut.
  const ReadResult fork =
      jkf().read(R"({"moves":[{},)" + first.substr(0, first.size() - 1) + R"(,"forks":[[)" +
                     element("27", "26") + "," + second.substr(0, 20),
                 {});
  REQUIRE(fork.game);
  CHECK(usi_moves(*fork.game) == "7g7f");
  CHECK(fork.game->moves.size() == 3);
  CHECK(fork.game->unread == second.substr(0, 20));
  // Without its start a game is none.
  CHECK_FALSE(jkf().read(R"({"moves":[)" + first + R"(],"initial":{"pres)", {}).game);
}

TEST_CASE("a start in JKF that is no position is refused, and what it lacks is named") {
  const std::string cells = "{},{},{},{},{},{},{},{}";
  const auto column = [&](const std::string& last) { return "[" + cells + "," + last + "]"; };
  const auto columns = [&](int n, const std::string& of) {
    std::string all = of;
    for (int i = 1; i < n; ++i) all += "," + column("{}");
    return all;
  };
  const std::string king = R"({"color":0,"kind":"OU"})";
  const auto initial = [&](const std::string& board, const std::string& hands) {
    return R"("initial":{"preset":"OTHER","data":{"color":0,"board":[)" + board + R"(],"hands":)" +
           hands + "}}";
  };
  const std::string whole = columns(9, column(king));
  const std::string held = "expected hands with counts of pieces";
  for (const auto& [member, message] : std::vector<std::pair<std::string, std::string>>{
           {initial(columns(8, column(king)), "[]"), "expected a board of 9 files"},
           {initial(columns(10, column(king)), "[]"), "expected a board of 9 files"},
           {initial(columns(9, "[" + cells + "]"), "[]"), "expected nine squares on file 1"},
           {initial(columns(9, "[" + cells + ",{},{}]"), "[]"), "expected nine squares on file 1"},
           {initial(columns(9, column(R"({"color":0,"kind":"XX"})")), "[]"),
            "expected a piece on 19"},
           {initial(columns(9, column(R"({"color":2,"kind":"OU"})")), "[]"),
            "expected a piece on 19"},
           {initial(whole, "[1,2]"), held},
           {initial(whole, R"([{"OU":1},{}])"), held},
           {initial(whole, R"([{"undefined":1},{}])"), held},
           {initial(whole, R"([{"FU":-1},{}])"), held},
           {initial(whole, R"([{"FU":100},{}])"), held},
           {initial(whole, R"([{"FU":60,"FU":60},{}])"), held},
           {initial(whole, R"("none")"), held},
           {R"("initial":{"preset":"FOO"})", "expected a preset like \"HIRATE\", found 'FOO'"},
           {R"("initial":{"preset":"4Z"})", "expected a preset like \"HIRATE\", found '4Z'"}}) {
    INFO(member);
    const ReadResult read = jkf().read("{" + member + R"(,"moves":[{}]})", {});
    CHECK_FALSE(read.game);
    CHECK(messages(read).find(message) != std::string::npos);
  }
  // A third hand is nobody's, and without a preset the board counts.
  std::string third = initial(whole, R"([{"FU":1},{},{"FU":9}])");
  third.erase(third.find(R"("preset":"OTHER",)"), std::string(R"("preset":"OTHER",)").size());
  const ReadResult read = jkf().read("{" + third + R"(,"moves":[{}]})", {});
  CAPTURE(messages(read));
  REQUIRE(read.game);
  CHECK(read.game->start.hands[Color::black].count(pawn) == 1);
  CHECK(read.game->start.hands[Color::white].empty());
  const ReadResult none =
      jkf().read("{" + initial(whole, R"([{"FU":1,"undefined":-1},{}])") + R"(,"moves":[{}]})", {});
  REQUIRE(none.game);
  CHECK(none.game->start.hands == read.game->start.hands);
  CHECK(messages(none).find("JKF has no member 'undefined' here") != std::string::npos);
}

TEST_CASE("a handicap of JKF that nothing knows keeps its words, and its moves as text") {
  const std::string text =
      R"({"header":{"手合割":"青空将棋","先手":"A"},"moves":[{},)" + second + "]}";
  const ReadResult read = jkf().read(text, {});
  CAPTURE(messages(read));
  REQUIRE(read.game);
  CHECK(read.game->moves.main_plies() == 0);
  CHECK(read.game->was_cut());
  CHECK(read.game->tag("KIF") == "手合割：青空将棋");
  CHECK_FALSE(jkf().read(text, strictly()).game);
  const std::string other = R"({"header":{"手合割":"その他"},"moves":[{},)" + first + "]}";
  REQUIRE(jkf().read(other, {}).game);
  CHECK(usi_moves(*jkf().read(other, {}).game) == "7g7f");
  CHECK_FALSE(jkf().read(other, strictly()).game);
}

TEST_CASE("players of a handicap game in JKF are the lower and the upper one") {
  const ReadResult read = jkf().read(
      R"({"header":{"手合割":"香落ち","下手":"A","上手":"B"},"moves":[{}]})", strictly());
  REQUIRE(read.game);
  CHECK(read.game->tag("Black") == "A");
  CHECK(read.game->tag("White") == "B");
}

TEST_CASE("text after a JKF object is reported and kept") {
  const ReadResult read = jkf().read(R"({"moves":[{},)" + first + "]} tail", {});
  REQUIRE(read.game);
  CHECK(usi_moves(*read.game) == "7g7f");
  CHECK(read.game->unread == "tail");
}

TEST_CASE("a record of JKF that is cut anywhere hides no other record") {
  const std::string record = R"({"header":{},"initial":{"preset":"HIRATE"},"moves":[{},)" + first +
                             "," + second + R"(,{"special":"TORYO"}]})";
  for (std::size_t n = 1; n < record.size(); ++n) {
    const std::string text = record + '\n' + record.substr(0, n) + '\n' + record + '\n' + record;
    CAPTURE(record.substr(0, n));
    const auto records = records_of(text, jkf());
    REQUIRE(records.size() == 4);
    CHECK(records[0] == record + '\n');
    CHECK(records[1] == record.substr(0, n) + '\n');
    CHECK(records[2] == record + '\n');
    CHECK(records[3] == record);
  }
}

TEST_CASE("objects that begin lines inside a record of JKF do not cut it") {
  const std::string record = "{\n\"header\":\n{},\n\"moves\":\n[\n{\n},\n" + first + "\n]\n}\n";
  const std::string text = record + record;
  const auto records = records_of(text, jkf());
  REQUIRE(records.size() == 2);
  CHECK(records[0] == record);
  for (std::size_t n = 0; n < record.size(); ++n) {
    CHECK(jkf().record_length(record.substr(0, n), false) == 0);
  }
}

TEST_CASE("an array of JKF games is one game after the other") {
  const std::string one = R"({"header":{},"moves":[{},)" + first + "]}";
  const std::string two = R"({"header":{},"moves":[{},)" + first + "," + second + "]}";
  for (const std::string& text :
       {"[" + one + "," + two + "]", "[\n  " + one + ",\n  " + two + "\n]\n",
        " [ " + one + " , " + two + " ] ", one + ",\n" + two, "[" + one + "," + two}) {
    CAPTURE(text);
    CHECK(detect_format(text) == &jkf());
    const auto records = records_of(text, jkf());
    REQUIRE(records.size() == 2);
    std::string moves;
    for (const std::string_view record : records) {
      const ReadResult read = jkf().read(record, strictly());
      CAPTURE(record, messages(read));
      REQUIRE(read.game);
      moves += usi_moves(*read.game) + '/';
    }
    CHECK(moves == "7g7f/7g7f 3c3d/");
  }
  CHECK(detect_format("[Event \"moves\"]\n[Site \"x\"]\n\n1. P-7f *\n") != &jkf());
  // A game that is cut takes no other with it.
  const std::string damaged = "[\n" + one.substr(0, 40) + "\n" + two + "\n]\n";
  const auto cut = records_of(damaged, jkf());
  REQUIRE(cut.size() == 2);
  CHECK(usi_moves(*jkf().read(cut[1], strictly()).game) == "7g7f 3c3d");
}

TEST_CASE("what small writers of JKF put elsewhere is read") {
  const auto note = [](const std::string& member) {
    const ReadResult read = jkf().read(R"({"moves":[{)" + member + "}," + first + "]}", strictly());
    CAPTURE(messages(read));
    REQUIRE(read.game);
    const Note* root = read.game->moves.note(root_node);
    return root ? root->comment : std::string();
  };
  CHECK(note(R"("comments":["a","b"])") == "a\nb");
  CHECK(note(R"("comments":"a\nb")") == "a\nb");
  CHECK(note(R"("comment":"a")") == "a");
  CHECK(note(R"("comments":null)").empty());
  CHECK_FALSE(jkf().read(R"({"moves":[{"comments":[{"a":1}]}]})", strictly()).game);
  const ReadResult header = jkf().read(
      R"({"header":{"手数":115,"先手":"A","場所":null},"initial":null,"moves":[{},)" + first + "]}",
      strictly());
  REQUIRE(header.game);
  CHECK(header.game->tag("KIF") == "手数：115");
  CHECK(header.game->tag("Site").empty());
  // The board knows the piece.
  const ReadResult piece = jkf().read(
      R"({"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}]})", strictly());
  REQUIRE(piece.game);
  CHECK(usi_moves(*piece.game) == "7g7f");
}

TEST_CASE(
    "JKF of other hands: pieces and endings in Japanese, names with marks, times that are none") {
  const std::string first =
      R"({},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"歩"}},)"
      R"({"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},"time":5},)";
  const ReadResult read = jkf().read(
      R"({"header":{"▲":"青木","後　手":"馬場"},"moves":[)" + first +
          R"({"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"UM"}},{"special":"投了"}]})",
      {});
  CHECK(whole_record(read) == "7g7f 3c3d 8h2b+ 1-0 resignation");
  CHECK(read.game->tag("Black") == "青木");
  CHECK(read.game->tag("White") == "馬場");
  REQUIRE(read.diagnostics.size() == 2);
  CHECK(messages(read).find("expected a time, found '5'") != std::string::npos);
  CHECK(messages(read).find("'UM' names another piece: a bishop stands there") !=
        std::string::npos);
  const ReadResult start =
      jkf().read(R"({"header":{"手合い割":"角落ち"},"moves":[{},{"special":"中断"}]})", {});
  CHECK(whole_record(start) == " * abandoned");
  CHECK(start.game->start.side_to_move == Color::white);
}

}  // namespace yari::test
