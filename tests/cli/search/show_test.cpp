// `show` for people: columns of moves, comments, variations, boards, in any width.
#include <algorithm>

#include "cli/terminal/table.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

using Catch::Matchers::StartsWith;

namespace {

const std::string told_game =
    "[Variant \"Shogi\"]\n[Black \"羽生善治\"]\n[White \"谷川浩司\"]\n[Date \"1995.08.23\"]\n"
    "[Event \"A title match\"]\n[Annotator \"Ann\"]\n\n"
    "{Words before the first move.} 1. P-7f?! {[%emt 0:00:05] [%eval 0.35] "
    "七六歩は最も普通の初手である。しかし、この対局では後手がこれに備えていた。} "
    "(1. P-2f {is quieter} P-8d (1. ... P-3d 2. P-2e) 2. P-2e) P-3d {[%emt 0:01:05]} "
    "2. R-7h?? {[%emt 1:02:03] [%eval -3.5] Why?? (no)} P-8d 1-0\n\n"
    "[Handicap \"YR1a\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n\n1. ... P-3d {[%eval 0.35]} 2. P-1f "
    "*\n";

struct ToldGames {
  TemporaryFolder folder;
  RunOptions here{.environment = {{"TERM", "xterm"}}, .folder = folder.path()};

  ToldGames() {
    here.environment.emplace_back("YARI_DB", folder / "games.db");
    yari({"import", folder.file("games.psn", told_game)}, here);
  }
  std::string text(std::vector<std::string> words) const {
    words.insert(words.begin(), "show");
    words.insert(words.end(), {"--to", "text"});
    const Outcome outcome = yari(words, here);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    return outcome.out;
  }
  Outcome on_terminal(const std::vector<std::string>& words, int columns) const {
    RunOptions options = here;
    options.columns = columns;
    Outcome outcome = yari_on_terminal(words, options);
    std::erase(outcome.out, '\r');
    return outcome;
  }
};

}  // namespace

TEST_CASE("show prints a game for people, with its comments and variations") {
  const ToldGames s;
  CHECK(s.text({"1"}) ==
        "羽生善治 - 谷川浩司 1-0\n"
        "A title match, 1995-08-23\n"
        "Shogi\n"
        "Annotator: Ann\n"
        "\n"
        "Words before the first move.\n"
        "   Black     time  White     time\n"
        "1. P-7f?!    0:05\n"
        "   七六歩は最も普通の初手である。しかし、この対局では後手がこれに備えていた。\n"
        "     1. P-2f is quieter 1... P-8d\n"
        "       1... P-3d 2. P-2e\n"
        "     2. P-2e\n"
        "1. ...             P-3d      1:05\n"
        "2. R-7h?? 1:02:03\n"
        "   Why?? (no)\n"
        "2. ...             P-8d\n"
        "Black wins, 4 plies\n");
}

TEST_CASE("parts that are left out of a game leave two plain columns") {
  const ToldGames s;
  const std::string bare = s.text({"1", "--no-comments", "--no-clocks", "--no-variations"});
  CHECK_THAT(bare, Contains("\n\n   Black   White\n1. P-7f?!  P-3d\n2. R-7h??  P-8d\nBlack wins"));
}

TEST_CASE("evaluations are a column where they are asked for") {
  const ToldGames s;
  const std::string evaluated = s.text({"1", "--evals", "--no-comments", "--no-variations"});
  CHECK_THAT(evaluated, Contains("   Black     time eval  White     time eval\n"
                                 "1. P-7f?!    0:05  +35  P-3d      1:05\n"
                                 "2. R-7h?? 1:02:03 -350  P-8d\n"));
  CHECK_THAT(s.text({"1"}), !Contains("+35"));
  CHECK_THAT(s.text({"2", "--evals"}), Contains("+0.35"));
}

TEST_CASE("where White begins, the first move stands in White's column") {
  const ToldGames s;
  CHECK(s.text({"2"}) ==
        "Ann - Bob *\n"
        "Yari Shogi, handicap: YR1a\n"
        "\n"
        "   Black  White\n"
        "1. ...    P-3d\n"
        "2. P-1f\n"
        "No result, 2 plies\n");
}

TEST_CASE("boards are drawn by --board-every, the last position once") {
  const ToldGames s;
  const auto boards = [](const std::string& text) {
    std::size_t n = 0;
    for (std::size_t at = text.find("in hand:"); at != text.npos;
         at = text.find("in hand:", at + 1))
      ++n;
    return n / 2;
  };
  CHECK(boards(s.text({"1"})) == 0);
  CHECK(boards(s.text({"1", "--board-every", "2"})) == 2);
  CHECK(boards(s.text({"1", "--board-every", "3"})) == 2);
  CHECK_THAT(s.text({"1", "--board-every", "4", "--draw", "kanji"}), Contains("v香"));
  // Without --to, too: who wants boards wants no record.
  CHECK(yari({"show", "1", "--board-every", "3"}, s.here).out ==
        s.text({"1", "--board-every", "3"}));
  const Outcome refused = yari({"show", "1", "--board-every", "3", "--to", "kif"}, s.here);
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("--to text"));
}

TEST_CASE("a game fits the terminal, and no line ends within a word") {
  const ToldGames s;
  for (const int columns : {24, 40, 60, 80}) {
    const Outcome shown = s.on_terminal({"show", "1", "--no-color"}, columns);
    INFO(shown.out);
    CHECK_THAT(shown.out, StartsWith("羽生善治 - 谷川浩司"));
    for (const std::string& line : shown.lines()) {
      CHECK(cli::display_width(line) <= static_cast<std::size_t>(columns));
      CHECK(!line.ends_with(' '));
      // A closing mark never begins a line.
      CHECK_THAT(line.substr(std::min(line.find_first_not_of(' '), line.size())),
                 !StartsWith("。") && !StartsWith("、"));
    }
    CHECK_THAT(shown.out, Contains("before"));
    CHECK_THAT(shown.out, Contains("Annotator:"));
  }
}

TEST_CASE("a board that is too wide for the terminal is drawn as KIF has it") {
  const ToldGames s;
  const Outcome shown = s.on_terminal(
      {"show", "1", "--no-color", "--no-comments", "--no-variations", "--board-every", "2"}, 40);
  INFO(shown.out);
  for (const std::string& line : shown.lines()) CHECK(cli::display_width(line) <= 40);
  CHECK_THAT(shown.out, Contains("v香v桂v銀"));
}

TEST_CASE("a narrow terminal has one move on a line") {
  const ToldGames s;
  const Outcome shown = s.on_terminal(
      {"show", "1", "--no-color", "--no-comments", "--no-variations", "--no-clocks"}, 16);
  CHECK_THAT(shown.out, Contains("\n1.   P-7f?!\n1... P-3d\n2.   R-7h??\n2... P-8d\n"));
}

TEST_CASE("a pipe gets the record as before, a terminal with --to, too") {
  const ToldGames s;
  const std::string record = yari({"show", "1"}, s.here).out;
  CHECK_THAT(record, Contains("[Black \"羽生善治\"]") && Contains("1. P-7f?! {"));
  CHECK(yari({"show", "1", "--to", "hodges"}, s.here).out == record);
  CHECK(s.on_terminal({"show", "1", "--to", "hodges", "--no-color"}, 80).out == record);
}

TEST_CASE("text of strangers in a printed game steers no terminal") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  folder.file("in.psn",
              "[Black \"A\x1b]0;evil\x07\"]\n\n1. P-7f {\x1b[2J and \xE2\x80\xAE turned} *\n");
  yari({"import", "in.psn"}, here);
  const Outcome shown = yari({"show", "1", "--to", "text"}, here);
  INFO(shown.out);
  CHECK_THAT(shown.out, !Contains("\x1b") && !Contains("\xE2\x80\xAE") && Contains("\\x1b[2J"));
}

}  // namespace yari::test
