// What engines said, in every form that programs write it as comments of KIF and CSA files.
#include "tests/notation/records.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

// The evaluation on the last move of the main line, written as Hodges writes it.
std::string said(std::string_view format, const std::string& record) {
  const ReadResult read = format_named(format)->read(record, strictly());
  CAPTURE(record, messages(read));
  REQUIRE(read.game);
  const Note* note = read.game->moves.note(read.game->moves.main_line().back());
  REQUIRE(note);
  CHECK(note->comment.empty());
  REQUIRE(note->evaluations.size() == 1);
  const Evaluation& e = note->evaluations[0];
  std::string out = (e.mate ? "#" : "") + std::to_string(e.score) + ' ' + std::to_string(e.depth) +
                    ' ' + std::to_string(e.nodes) + ' ' + e.engine;
  for (const Move m : e.pv) {
    out += ' ';
    append_usi_move(out, m, Variant::shogi);
  }
  return out;
}

const std::string kif_start = "手合割：平手\n   1 ２六歩(27)\n   2 ８四歩(83)\n";
const std::string csa_start = "PI\n+\n+2726FU\n-8384FU\n";

// The comment that a line becomes where it is no engine's.
std::string comment(std::string_view format, const std::string& record) {
  const ReadResult read = format_named(format)->read(record, strictly());
  REQUIRE(read.game);
  const Note* note = read.game->moves.note(read.game->moves.main_line().back());
  REQUIRE(note);
  CHECK(note->evaluations.empty());
  return note->comment;
}

}  // namespace

TEST_CASE("engine lines of ShogiHome are read with both marks") {
  for (const char* mark : {"#", "*"}) {
    const auto lines = [&](const std::string& front) {
      return front + mark + "評価値=-35\n" + front + mark + "読み筋=▲２五歩△８五歩\n" + front +
             mark + "深さ=8\n" + front + mark + "ノード数=12345\n" + front + mark +
             "エンジン=E 1\n";
    };
    CHECK(said("kif", kif_start + lines("*")) == "-35 8 12345 E 1 2f2e 8d8e");
    CHECK(said("csa", csa_start + lines("'*")) == "-35 8 12345 E 1 2f2e 8d8e");
    CHECK(said("kif", kif_start + '*' + mark + "詰み=後手勝ち:7手\n") == "#-7 0 0 ");
  }
}

TEST_CASE("engine lines of CSA are read in both formats, with the nodes after '#'") {
  CHECK(said("csa", csa_start + "'** -35 +2625FU -8485FU\n") == "-35 0 0  2f2e 8d8e");
  CHECK(said("csa", csa_start + "'** 120 +2625FU #18000\n") == "120 0 18000  2f2e");
  CHECK(said("kif", kif_start + "** -35 +2625FU -8485FU #12345\n") == "-35 0 12345  2f2e 8d8e");
}

TEST_CASE("an engine line of CSA that ends in a pass keeps its score and moves") {
  CHECK(said("csa", csa_start + "'** -35 +2625FU -8485FU %PASS\n") == "-35 0 0  2f2e 8d8e");
  CHECK(said("csa", csa_start + "'** 0 %PASS\n") == "0 0 0 ");
  CHECK(said("kif", kif_start + "** -35 +2625FU %PASS #12\n") == "-35 0 12  2f2e");
  CHECK(comment("csa", csa_start + "'** -35 +2625FU %PASS +7776FU\n") ==
        "* -35 +2625FU %PASS +7776FU");
}

TEST_CASE("an engine line of CSA with an origin that is no square is no drop") {
  const std::string drop = "PI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n'** 5 +";
  CHECK(said("csa", drop + "0045KA\n") == "5 0 0  B*4e");
  CHECK(comment("csa", drop + "0145KA\n") == "* 5 +0145KA");
  CHECK(comment("csa", drop + "?045KA\n") == "* 5 +?045KA");
}

TEST_CASE("engine lines in words are read, also those that begin with the move just made") {
  CHECK(
      said("kif", kif_start +
                      "**対局 深さ 8 ノード数 12345 評価値 -35 読み筋 ▲２五歩(26) △８五歩(84)\n") ==
      "-35 8 12345  2f2e 8d8e");
  CHECK(said("kif", kif_start + "**対局 深さ 2 ノード数 960 評価値 0 読み筋 △８四歩(83) \n") ==
        "0 2 960 ");
}

TEST_CASE("studies and analyses of engines are read as games of theirs are") {
  for (const char* kind : {"対局", "検討", "解析"})
    CHECK(said("kif", kif_start + "**" + kind + " 深さ 2 評価値 5\n") == "5 2 0 ");
}

TEST_CASE("facts out of range in the lines of an engine are left in the comment") {
  for (const char* fact : {"深さ=-1", "深さ=2000000", "深さ=x", "ノード数=-5", "ノード数=x"}) {
    const ReadResult read =
        format_named("kif")->read(kif_start + "**評価値=7\n**" + fact + '\n', strictly());
    REQUIRE(read.game);
    const Note* note = read.game->moves.note(read.game->moves.main_line().back());
    REQUIRE(note);
    INFO(fact);
    CHECK(note->comment.find(fact) != std::string::npos);
    for (const Evaluation& e : note->evaluations) CHECK((e.depth == 0 && e.nodes == 0));
  }
}

TEST_CASE("a command in a comment of Hodges counts where all of it can be read") {
  const auto note = [](const std::string& command) {
    const ReadResult read =
        hodges().read("[Variant \"Shogi\"]\n\n1. P-7f {[%" + command + "]} *\n", {});
    CAPTURE(command);
    REQUIRE(read.game);
    const Note* found = read.game->moves.note(1);
    return found ? *found : Note{};
  };
  for (const auto& [score, value] :
       std::vector<std::pair<std::string, int>>{{"1.5", 150},
                                                {"+1.5", 150},
                                                {"-0.5", -50},
                                                {"12", 1200},
                                                {"1.555", 155},
                                                {"1.", 100},
                                                {"10000", 1'000'000},
                                                {"-10000.00", -1'000'000}}) {
    const Note read = note("eval " + score);
    REQUIRE(read.evaluations.size() == 1);
    CHECK(read.evaluations[0].score == value);
  }
  for (const std::string wrong : {"eval x",
                                  "eval",
                                  "eval +",
                                  "eval 99999999999999999999",
                                  "eval 30000000",
                                  "eval 10000.01",
                                  "eval -10000.01",
                                  "eval #1000001",
                                  "eval 1,1000001",
                                  "eval #x",
                                  "eval 1,x",
                                  "eval 1,2,x",
                                  "eval 1 \"E",
                                  "eval 1 9z9z",
                                  "emt x",
                                  "emt",
                                  "emt 1:x",
                                  "emt 99999999999",
                                  "clk 9999999:00:00",
                                  "clk 1:2:3:4",
                                  "clk 1.5x"}) {
    const Note read = note(wrong);
    INFO(wrong);
    CHECK(read.evaluations.empty());
    CHECK_FALSE(read.spent_ms);
    CHECK_FALSE(read.left_ms);
    CHECK(read.comment == "[%" + wrong + "]");
  }
}

TEST_CASE("what is no whole engine line stays a comment") {
  for (const char* line :
       {"** 12 apples", "**評価値=good", "** ", "*** 12", "**対局 深さ 2", "** 12 +2625FU #1 #2",
        "** 12 -2625FU", "** 9999999999", "** -9999999999", "** 12 +2625FU #x",
        "**詰み=先手勝ち:-3手", "**詰み=先手勝ち:9999999999手", "**雑談 評価値 5"}) {
    CHECK(comment("kif", kif_start + line + '\n') == line + 1);
    CHECK(comment("csa", csa_start + '\'' + line + '\n') == line + 1);
  }
}

}  // namespace yari::test
