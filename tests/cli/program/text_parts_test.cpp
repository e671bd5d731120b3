// Text for people and for spreadsheets, made without a terminal: at the bounds.
#include <nlohmann/json.hpp>

#include "cli/book/mining_shares.h"
#include "cli/output/game_text.h"
#include "cli/output/line_text.h"
#include "cli/terminal/csv.h"
#include "cli/terminal/escapes.h"
#include "cli/terminal/failure.h"
#include "cli/terminal/table.h"
#include "cli/terminal/text.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/support/catch.h"

namespace yari::cli::test {

namespace {

using TextList = std::vector<std::string>;

/// "1: a|b" for each row: its line and its fields.
TextList csv_rows(std::string_view text) {
  TextList all;
  for (const CsvRow& row : read_csv("f.csv", text)) {
    std::string line = std::to_string(row.line) + ':';
    for (const std::string& field : row.fields) line += (line.back() == ':' ? " " : "|") + field;
    all.push_back(line);
  }
  return all;
}

std::string failure_text(const std::function<void()>& work) {
  try {
    work();
    return "";
  } catch (const Failure& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("durations have the unit that fits, and are rounded") {
  for (const auto& [seconds, text] :
       std::vector<std::pair<double, std::string>>{{0.254, "0.25 s"},
                                                   {9.94, "9.94 s"},
                                                   {9.96, "10 s"},
                                                   {59.4, "59 s"},
                                                   {59.5, "1 min 0 s"},
                                                   {200, "3 min 20 s"},
                                                   {3599.4, "59 min 59 s"},
                                                   {3599.6, "1 h 0 min"},
                                                   {7500, "2 h 5 min"}})
    CHECK(duration(seconds) == text);
  for (const auto& [seconds, text] :
       std::vector<std::pair<double, std::string>>{{0.1, "1 s"},
                                                   {89, "89 s"},
                                                   {90, "2 min"},
                                                   {5399, "90 min"},
                                                   {5400, "2 h"},
                                                   {172'799, "48 h"},
                                                   {172'800, "2 days"},
                                                   {432'000, "5 days"}})
    CHECK(rough_duration(seconds) == text);
}

TEST_CASE("words are joined with commas and an or") {
  CHECK(alternatives(TextList{}).empty());
  CHECK(alternatives(TextList{"a"}) == "a");
  CHECK(alternatives(TextList{"a", "b"}) == "a or b");
  CHECK(alternatives(TextList{"a", "b", "c"}) == "a, b or c");
}

TEST_CASE("a word is quoted where a shell would take it for something else") {
  for (const char* const plain : {"a", "--db=x", "a,b", "棋譜", "a@b:c/d.e_f+g", "9"})
    CHECK(shell_word(plain) == plain);
  CHECK(shell_word("") == "''");
  CHECK(shell_word("=a") == "'=a'");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("$x") == "'$x'");
  CHECK(shell_word("a*") == "'a*'");
}

TEST_CASE("text hangs from its column, and on the next line where the left is too long") {
  CHECK(hanging("  -x", 8, "one two", 79) == "  -x    one two\n");
  CHECK(hanging("123456", 8, "one", 79) == "123456  one\n");
  CHECK(hanging("1234567", 8, "one", 79) == "1234567\n        one\n");
  CHECK(hanging("a", 4, "bb cc dd", 9) == "a   bb cc\n    dd\n");
  CHECK(hanging("a", 4, "bb cc dd", 8) == "a   bb\n    cc\n    dd\n");
  CHECK(hanging("a", 4, "", 8) == "a   \n");
}

TEST_CASE("a line is folded at blanks, but a command in quotes stays whole") {
  CHECK(folded("aa bb cc", 5) == "aa bb\ncc");
  CHECK(folded("aa bb cc", 4) == "aa\nbb\ncc");
  CHECK(folded("aa bb cc", 8) == "aa bb cc");
  CHECK(folded("aa 'b c' dd", 5) == "aa\n'b c'\ndd");
  CHECK(folded("aa 'b c', dd", 6) == "aa\n'b c',\ndd");
  CHECK(folded("aa 'b c' dd", 4) == "aa\n'b\nc'\ndd");
  CHECK(folded("aa \"b c\" dd", 5) == "aa\n\"b c\"\ndd");
  CHECK(folded("aa 'b c", 5) == "aa 'b\nc");
  CHECK(folded("将棋 将棋", 8) == "将棋\n将棋");
  CHECK(folded("将棋 将棋", 9) == "将棋 将棋");
  CHECK(folded("", 5).empty());
}

TEST_CASE("wide letters take two columns, and what is too long ends in an ellipsis") {
  CHECK(display_width("ab") == 2);
  CHECK(display_width("将棋a") == 5);
  CHECK(display_width("e\xCC\x81") == 1);
  CHECK(display_width("\x01") == 1);
  CHECK(shortened("abcdef", 6) == "abcdef");
  CHECK(shortened("abcdef", 5) == "abcd…");
  CHECK(shortened("将棋将棋", 8) == "将棋将棋");
  CHECK(shortened("将棋将棋", 7) == "将棋将…");
  CHECK(shortened("将棋将棋", 6) == "将棋…");
  CHECK(shortened("ab", 1) == "…");
}

TEST_CASE("a field of CSV is quoted where it must be, and is never a formula") {
  for (const char* const plain : {"", "a", "-1", "+4.32", "-.5", "a b", "1=2"})
    CHECK(csv_field(plain) == plain);
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("a\"b") == "\"a\"\"b\"");
  CHECK(csv_field("a\nb") == "\"a\nb\"");
  CHECK(csv_field("=1") == "'=1");
  CHECK(csv_field("-1.2.3") == "'-1.2.3");
  CHECK(csv_field("-") == "'-");
  CHECK(csv_field("+1a") == "'+1a");
  CHECK(csv_field("@x,y") == "\"'@x,y\"");
  CHECK(csv_field("\tx") == "\"'\tx\"");
  CHECK(csv_line({"a", "", "b,c"}) == "a,,\"b,c\"\n");
  CHECK(csv_line({}) == "\n");
}

TEST_CASE("objects are rows of the columns that the first one has") {
  CsvObjects objects;
  const auto row = [&](const char* json) {
    return objects.row(nlohmann::ordered_json::parse(json));
  };
  CHECK(row(R"({"b":1,"a":["x",2],"c":null})") == "b,a,c\n1,x; 2,\n");
  CHECK(row(R"({"a":{"k":1},"d":5,"b":[[1],2]})") == "\"[[1],2]\",\"{\"\"k\"\":1}\",\n");
  CHECK(row(R"({"b":true,"a":1.5,"c":[]})") == "true,1.5,\n");
}

TEST_CASE("tables are read with commas, tabs or semicolons, quotes, and blank lines between") {
  CHECK(csv_rows("a,b\n1,2\n") == TextList{"1: a|b", "2: 1|2"});
  CHECK(csv_rows("a,b\r\n\r\n1,2") == TextList{"1: a|b", "3: 1|2"});
  CHECK(csv_rows("\xEF\xBB\xBF"
                 "a;b\n1,5;2\n") == TextList{"1: a|b", "2: 1,5|2"});
  CHECK(csv_rows("a\tb;c\n1\t2\n") == TextList{"1: a|b;c", "2: 1|2"});
  CHECK(csv_rows("a,b\tc\n") == TextList{"1: a|b\tc"});
  CHECK(csv_rows("\"a\nb\",c\nd\n") == TextList{"1: a\nb|c", "3: d"});
  CHECK(csv_rows("\"a\"\"b\"x,\"\"\n") == TextList{"1: a\"bx|"});
  CHECK(csv_rows("'=1,'a,'\n") == TextList{"1: =1|'a|'"});
  CHECK(csv_rows(",\n") == TextList{"1: |"});
  CHECK(csv_rows("").empty());
  CHECK(failure_text([] { csv_rows("a\n\"b\n"); }) == "f.csv:2: a quote is opened and not closed");
}

TEST_CASE("columns of a table are found by name, and what lacks is said with its line") {
  const CsvTable table("f.csv", "Game,Date\n1\n2,2001\n");
  CHECK(table.column("DATE") == 1);
  CHECK(table.find("game").has_value());
  CHECK_FALSE(table.find("games").has_value());
  REQUIRE(table.rows().size() == 2);
  CHECK(table.field(table.rows()[1], 1) == "2001");
  CHECK(failure_text([&] { table.column("x"); }) == "f.csv:1: expected a column named 'x'");
  CHECK(failure_text([&] { static_cast<void>(table.field(table.rows()[0], 1)); }) ==
        "f.csv:2: expected 2 fields, found 1");
  CHECK(failure_text([] { CsvTable("f.csv", "\n\n"); }) ==
        "f.csv: expected a line with the names of the columns");
}

TEST_CASE("scores are said in the unit of the game, and mates in plies") {
  CHECK(score_text({35, false}, Variant::yari) == "+0.35");
  CHECK(score_text({-120, false}, Variant::yari) == "-1.20");
  CHECK(score_text({0, false}, Variant::yari) == "+0.00");
  CHECK(score_text({35, false}, Variant::shogi) == "+35");
  CHECK(score_text({3, true}, Variant::shogi) == "mate in 3");
  CHECK(score_text({-2, true}, Variant::shogi) == "mated in 2");
  CHECK(score_text({0, true}, Variant::shogi) == "mated");
  GamePosition from{start_setup(Variant::shogi), {*read_usi_move("7g7f", Variant::shogi)}, {}};
  CHECK(hodges_line(from, {*read_usi_move("3c3d", Variant::shogi),
                           *read_usi_move("8h2b+", Variant::shogi)}) == "P-3d Bx2b+");
  CHECK(hodges_line(from, {}).empty());
}

TEST_CASE("a game is a line of columns: number, date, players, result, plies and occasion") {
  GameHeader header;
  header.id = 12;
  CHECK(header_line(header) ==
        "     12              ? - ?                                 *          0 plies");
  header.black = "羽田";
  header.white = "Baba";
  header.date = 20240300;
  header.result = GameResult::draw;
  header.plies = 1234;
  header.handicap = "Rook";
  CHECK(header_line(header) ==
        "     12  2024-03     羽田 - Baba                           1/2-1/2  1234 plies  [Rook]");
  header.event = "Cup";
  CHECK(occasion(header) == "[Rook] Cup");
  header.handicap.clear();
  CHECK(occasion(header) == "Cup");
  CHECK(game_cells(header) == TextList{"12", "2024-03", "羽田 - Baba", "1/2-1/2"});
}

TEST_CASE("what nobody sees is an escape, lines and tabs stay where lines are shown") {
  CHECK(printable("a\tb\n") == "a\\x09b\\x0a");
  CHECK(printable_lines("a\tb\n\x1B") == "a\tb\n\\x1b");
  CHECK(printable("\x7F") == "\\x7f");
  CHECK(printable("\xFFz") == "\\xffz");
  CHECK(printable("\xE2\x80\xAE") == "\\u202e");
  CHECK(printable("\xF3\xA0\x80\x81") == "\\U000e0001");
  CHECK(escaped_json("\"\xF3\xA0\x80\x81\"") == "\"\\udb40\\udc01\"");
  CHECK(escaped_json("\"\xE2\x80\xAE\"") == "\"\\u202e\"");
  CHECK(escaped_json("\"棋\"") == "\"棋\"");
}

TEST_CASE("positions are shared out by their keys, and those of others are waited for") {
  int asked = 0, flushed = 0;
  bool known = false;
  MiningShares shares(
      {.own = 1, .all = 3, .lease = std::chrono::milliseconds(0)},
      [&](const Setup&) {
        ++asked;
        return known ? std::optional(Analysis()) : std::nullopt;
      },
      [&] { ++flushed; });
  MiningTask task;
  CHECK(shares.take(task, 4));
  CHECK(shares.has_room());
  CHECK_FALSE(shares.take(task, 3));
  CHECK_FALSE(shares.take(task, 5));
  for (int i = 2; i < 96; ++i) {
    CHECK(shares.has_room());
    CHECK_FALSE(shares.take(task, 5));
  }
  CHECK_FALSE(shares.has_room());
  CHECK(shares.answers().empty());
  CHECK(asked == 96);
  CHECK(flushed == 1);
  CHECK(shares.abandoned());
  CHECK(shares.has_room());
}

}  // namespace yari::cli::test
