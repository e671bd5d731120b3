// Tables as CSV, and tables that a narrow terminal folds.
#include <sstream>

#include "cli/output/data_table.h"
#include "cli/terminal/table.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

using Catch::Matchers::StartsWith;

namespace {

std::string tabled_game(const std::string& black, const std::string& white, int round) {
  return "[Variant \"Shogi\"]\n[Black \"" + black + "\"]\n[White \"" + white +
         "\"]\n[Event \"Spring Open, section A\"]\n[Date \"2001.02.0" + std::to_string(round) +
         "\"]\n[Round \"" + std::to_string(round) +
         "\"]\n[Result \"1-0\"]\n\n1. P-7f {[%eval 0.35]} P-3d " +
         (round % 2 == 0 ? "2. P-2f" : "2. P-6f") + " 1-0\n\n";
}

struct Tabled : ProgramFolder {
  Tabled() {
    here.environment = {{"TERM", "xterm"}, {"YARI_DB", folder / "games.db"}};
    yari({"import", folder.file("games.psn", tabled_game("Habu Yoshiharu", "Tanigawa Koji", 1) +
                                                 tabled_game("Tanigawa Koji", "Oyama Yasuharu", 2) +
                                                 tabled_game("=cmd()", "O'Hara, \\\"Jo\\\"", 3))},
         here);
  }
  std::vector<std::string> shown(const std::vector<std::string>& words, int columns) const {
    RunOptions options = here;
    options.columns = columns;
    Outcome outcome = yari_on_terminal(words, options);
    std::erase(outcome.out, '\r');
    return outcome.lines();
  }
};

}  // namespace

TEST_CASE("list, find, tree and other tables are CSV with the fields of --json as columns") {
  const Tabled t;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"list"},
                                                {"find", "--variant", "shogi", "--moves", "P-7f"},
                                                {"tree", "--variant", "shogi"},
                                                {"moves", "--moves", "P-7f"},
                                                {"duplicates"}}) {
    INFO(words[0]);
    std::vector<std::string> csv = words, json = words;
    csv.emplace_back("--csv");
    json.emplace_back("--json");
    const auto objects = t.run(json).json();
    const auto lines = t.run(csv).lines();
    if (objects.empty()) {
      CHECK(lines.empty());
      continue;
    }
    REQUIRE(lines.size() == objects.size() + 1);
    const auto ordered = nlohmann::ordered_json::parse(t.run(json).lines().front());
    std::string heading;
    for (const auto& [name, value] : ordered.items())
      heading += (heading.empty() ? "" : ",") + name;
    CHECK(lines[0] == heading);
  }
}

TEST_CASE("lines of an engine and puzzles are rows of CSV") {
  const Tabled t;
  const std::vector<std::string> analyze{"analyze", "--moves", "P-7f", "--nodes", "500"};
  std::vector<std::string> words = analyze;
  words.insert(words.end(), {"--multipv", "3", "--csv"});
  const auto lines = t.run(words).lines();
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "line,cp,mate,chance,depth,usi,moves,japanese");
  CHECK_THAT(lines[1], StartsWith("1,"));
  CHECK_THAT(lines[3], StartsWith("3,"));
  const Outcome mate =
      t.run({"analyze", "--sfen", "8k/9/8P/9/9/9/9/9/K8 b G 1", "--variant", "shogi", "--csv"});
  CHECK_THAT(mate.out, Contains("\n1,,1,"));

  const std::string record = t.folder.file(
      "mate.psn", "[Variant \"Shogi\"]\n[SFEN \"8k/9/8P/9/9/9/9/9/K8 b G 1\"]\n\n1. K-8h K-2a *\n");
  REQUIRE(t.run({"import", record}).code == 0);
  REQUIRE(t.run({"annotate", "--all", "--nodes", "300", "--quiet"}).code == 0);
  const auto objects = t.run({"puzzles", "--nodes", "2000", "--json"}).json();
  REQUIRE(!objects.empty());
  const auto rows = t.run({"puzzles", "--nodes", "2000", "--csv"}).lines();
  // The text of each ends its line.
  CHECK(rows.size() == 2 * objects.size() + 1);
  CHECK_THAT(rows[0], StartsWith("game,ply,sfen,side,mate,solution,"));
  CHECK(t.run({"puzzles", "--nodes", "2000", "--csv", "--to", "usi", "-o", "puzzles.csv"})
            .out.empty());
  CHECK(read_file(t.folder.path() / "puzzles.csv") ==
        t.run({"puzzles", "--nodes", "2000", "--csv"}).out);
}

TEST_CASE("the table of games has a row for each game") {
  const Tabled t;
  CHECK(t.run({"list", "--csv", "--limit", "1"}).out ==
        "game,variant,rules,black,white,date,event,site,result,ending,handicap,start,plies\n"
        "1,shogi,standard,Habu Yoshiharu,Tanigawa Koji,2001-02-01,\"Spring Open, section A\",,1-0,"
        "unknown,,,3\n");
  CHECK(t.run({"export", "--to", "csv", "--games"}).out == t.run({"list", "--csv"}).out);
  CHECK(t.run({"export", "--to", "jsonl", "--games"}).out == t.run({"list", "--json"}).out);
  CHECK(t.run({"export", "--to", "csv", "--games", "-o", "out.csv"}).code == 0);
  CHECK(read_file(t.folder.path() / "out.csv") == t.run({"list", "--csv"}).out);
  CHECK(t.run({"export", "--games"}).code == 2);
}

TEST_CASE("names of strangers in CSV are quoted, and no formula") {
  const Tabled t;
  const std::string out = t.run({"list", "--csv"}).out;
  INFO(out);
  CHECK_THAT(out, Contains(",'=cmd(),") && Contains(",\"O'Hara, \"\"Jo\"\"\","));
}

TEST_CASE("a table is CSV or JSON") {
  const Tabled t;
  for (const char* command :
       {"list", "tree", "moves", "duplicates", "queue", "analyze", "puzzles", "cluster status"}) {
    const Outcome refused = t.run({command, "--csv", "--json"});
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("give one of them"));
  }
}

TEST_CASE("no table is wider than the terminal, and none loses a column of numbers") {
  const Tabled t;
  REQUIRE(t.run({"annotate", "--all", "--nodes", "200", "--quiet"}).code == 0);
  for (const int columns : {40, 80})
    for (const std::vector<std::string>& words : {std::vector<std::string>{"players"},
                                                  {"events"},
                                                  {"event", "Spring"},
                                                  {"profile", "habu"},
                                                  {"ratings"},
                                                  {"list"},
                                                  {"find", "--variant", "shogi", "--moves", "P-7f"},
                                                  {"tree", "--variant", "shogi"},
                                                  {"stats"},
                                                  {"sql", "SELECT * FROM game_list"},
                                                  {"annotate", "--all", "--nodes", "300"}}) {
      INFO(words[0] << " at " << columns);
      for (const std::string& line : t.shown(words, columns)) {
        // Progress is not a line.
        const std::string last =
            line.substr(line.rfind("\x1b[K") == line.npos ? 0 : line.rfind("\x1b[K") + 3);
        INFO(last);
        CHECK(cli::display_width(last) <=
              static_cast<std::size_t>(columns) + (last.find('\x1b') == last.npos ? 0 : 12));
      }
    }
  std::string players;
  for (const std::string& line : t.shown({"players"}, 40)) players += line + '\n';
  CHECK_THAT(players, StartsWith("player ") && Contains("first") && Contains("last"));
}

TEST_CASE("a list on a narrow terminal shows names, not dates") {
  const Tabled t;
  const std::vector<std::string> lines = t.shown({"list", "--no-color"}, 40);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "   game  players                 result");
  CHECK(lines[1] == "      1  Habu Yoshiharu - Tani…  1-0");
}

TEST_CASE("no line of a folded table is wider than the terminal, though two texts are") {
  const std::string wide = "a name of more than half a narrow terminal";
  const std::vector<std::vector<Value>> rows{{wide, 1, wide}};
  const std::vector<cli::TableColumn> columns{
      {"a", "player", false}, {"b", "games", true}, {"c", "spellings", false}};
  for (const std::size_t width : {20U, 40U, 60U}) {
    CAPTURE(width);
    const std::string text = cli::TableLayout(columns, rows, width).text(rows);
    CHECK_THAT(text, Contains("a name of"));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) CHECK(cli::display_width(line) <= width);
  }
}

}  // namespace yari::test
