// What a person sees on a terminal: headings, columns that fit, colours, a pager.
#include <algorithm>

#include "cli/terminal/table.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

using Catch::Matchers::StartsWith;

namespace {

const std::string games =
    "[Variant \"Shogi\"]\n[Black \"羽生善治\"]\n[White \"谷川浩司\"]\n[Date \"1995.08.23\"]\n"
    "[Event \"A title match with a name that is long\"]\n\n1. P-7f?! {[%eval 0.35]} P-3d 2. R-7h?? "
    "{Why?? (no)} P-8d 3. R-2h R-7b 4. R-7h R-8b 1-0\n\n"
    "[Variant \"Shogi\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n\n1. P-2f P-3d 2. P-7f *\n";

struct Stored {
  TemporaryFolder folder;
  RunOptions here{.environment = {{"TERM", "xterm"}}};

  Stored() {
    here.environment.emplace_back("YARI_DB", folder / "games.db");
    yari({"import", folder.file("games.psn", games)}, here);
  }
  Outcome shown(const std::vector<std::string>& words, int columns = 80,
                const std::string& pager = "cat") const {
    RunOptions options = here;
    options.columns = columns;
    options.environment.emplace_back("YARI_PAGER", pager);
    Outcome outcome = yari_on_terminal(words, options);
    std::erase(outcome.out, '\r');
    return outcome;
  }
};

std::string plain(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] == '\x1b')
      at = text.find('m', at);
    else
      out += text[at];
  return out;
}

}  // namespace

TEST_CASE("graph draws the chances of a game with characters on a terminal") {
  Stored s;
  const std::string file = s.folder.file("judged.psn",
                                         "[Variant \"Shogi\"]\n\n1. P-7f?! {[%eval 0.0]} P-3d "
                                         "{[%eval #1]} 2. R-7h?? {[%eval #-1]} P-8d "
                                         "3. R-2h {[%eval 0.0]} *\n");
  yari({"import", file}, s.here);
  Outcome drawn = s.shown({"graph", "3"});
  // Even; Black mates and is mated; nothing is known of ply 4.
  CHECK(plain(drawn.out) ==
        "100 %│      ███\n     │      ███\n     │      ███\n     │      ███\n"
        " 50 %│   ██████      ███\n     │   ██████      ███\n     │   ██████      ███\n"
        "     │   ██████▁▁▁   ███\n  0 %└┬─────┬─────┬─────\n      0     2     4\n"
        "         ?     ?\n         !     ?\n");
  CHECK_THAT(drawn.out, Contains("\x1b[33m?") && Contains("\x1b[31;1m?"));
  // A column of a narrow terminal is the mean of several plies.
  CHECK_THAT(plain(s.shown({"graph", "3"}, 8).out),
             Contains("     │█\n 50 %│█\n     │█\n     │██\n     │██\n"));
  CHECK_THAT(s.shown({"graph", "3", "--as", "svg"}).out, StartsWith("<svg"));
  CHECK_THAT(yari({"graph", "3", "--as", "text"}, s.here).out, StartsWith("100 %│"));
  CHECK_THAT(yari({"graph", "3"}, s.here).out, StartsWith("<svg"));
  CHECK(yari({"graph", "3", "--as", "text", "-o", s.folder / "x"}, s.here).code == 2);
}

TEST_CASE("list and find have a heading on a terminal, and lines that fit its width") {
  const Stored s;
  for (const int columns : {60, 80, 120})
    for (const char* command : {"list", "find"}) {
      std::vector<std::string> words{command};
      if (words[0] == "find") words.insert(words.end(), {"--moves", "P-7f P-3d"});
      Outcome outcome = s.shown(words, columns);
      outcome.out = plain(outcome.out);
      INFO(outcome.out);
      // Names are worth more than dates, and the move that was found, too.
      CHECK_THAT(outcome.out,
                 StartsWith(columns == 60 && words[0] == "find" ? "   game  players"
                                                                : "   game  date        players"));
      for (const std::string& line : outcome.lines())
        CHECK(cli::display_width(line) <= static_cast<std::size_t>(columns));
      CHECK_THAT(outcome.out, Contains("羽生善治 - 谷川"));
    }
  CHECK_THAT(s.shown({"list"}, 80).out, Contains("…\n"));
}

TEST_CASE("progress does not erase the heading of a table") {
  const Stored s;
  for (int i = 0; i < 5; ++i) {
    const Outcome outcome = s.shown({"find", "--query", "ply = 1", "--variant", "shogi"});
    INFO(outcome.out);
    const std::size_t erased = outcome.out.find("\x1b[K");
    const std::size_t heading = outcome.out.find("players");
    REQUIRE(heading != outcome.out.npos);
    CHECK((erased == outcome.out.npos || erased < heading ||
           outcome.out.find('\n', heading) < erased));
  }
}

TEST_CASE("messages break between words on a terminal, but not in a command to paste") {
  const Stored s;
  const auto lines = [&](const std::vector<std::string>& words, int columns) {
    std::vector<std::string> said;
    for (const std::string& line : s.shown(words, columns).lines()) said.push_back(plain(line));
    return said;
  };
  CHECK(lines({"profile", "ann"}, 40) ==
        std::vector<std::string>{"yari: ann: 1 game, none annotated:",
                                 "\"yari annotate --player ann\" does it"});
  CHECK(lines({"profile", "nobody"}, 40) ==
        std::vector<std::string>{"yari: no game chosen has the player",
                                 "'nobody': 'yari players' lists them"});
  CHECK(lines({"query", "delete", "mine"}, 40) ==
        std::vector<std::string>{"yari: no saved query is called 'mine'"});
  CHECK(lines({"stats", "--by", "clock"}, 40) ==
        std::vector<std::string>{"yari: no annotated game has clocks:",
                                 "'yari annotate --all' annotates them"});
  CHECK(lines({"profile", "nobody"}, 80).size() == 1);
}

TEST_CASE("help, findings and summaries are folded to the terminal") {
  Stored s;
  s.here.folder = s.folder.path();
  s.folder.file(
      "damaged.psn",
      "[Variant \"Shogi\"]\n\n1. P-7f P-3d 2. P-2f P-8d 3. P-2e P-8e 4. P-9e P-1d 5. P-1f "
      "P-4d 6. G6i-7h G4a-3b 7. P-2d Px2d 8. Rx2d P*2c 9. R-2f *\n");
  const auto too_wide = [&](const std::vector<std::string>& words, int columns) {
    std::vector<std::string> wide;
    for (const std::string& line : s.shown(words, columns).lines())
      if (cli::display_width(plain(line)) > static_cast<std::size_t>(columns))
        wide.push_back(plain(line));
    return wide;
  };
  for (const int columns : {40, 60, 80}) {
    INFO(columns);
    CHECK(too_wide({"--help"}, columns).empty());
    CHECK(too_wide({"db", "--help"}, columns).empty());
    // Examples stay as they are, for pasting.
    for (const std::string& line : too_wide({"find", "--help"}, columns))
      CHECK_THAT(line, StartsWith("  yari find"));
    CHECK(too_wide({"queue"}, columns).empty());
    CHECK(too_wide({"tree"}, columns).empty());
    CHECK(too_wide({"import", "damaged.psn"}, columns).empty());
    CHECK(too_wide({"analyze", "--nodes", "3000"}, columns).empty());
  }
  // The caret stays under the move.
  const std::vector<std::string> found = s.shown({"check", "damaged.psn"}, 40).lines();
  const auto caret = std::ranges::find_if(
      found, [](const std::string& line) { return plain(line).ends_with("^"); });
  REQUIRE(caret != found.end());
  CHECK(plain(*(caret - 1)).substr(plain(*caret).size() - 1, 4) == "P-9e");
}

TEST_CASE("a board of Shogi fits 40 columns") {
  const Stored s;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"board", "--variant", "shogi"}, {"show", "1", "--ply", "2"}}) {
    const Outcome outcome = s.shown(words, 40);
    CHECK_THAT(outcome.out, Contains("|vL ") && Contains("|i\n"));
    for (const std::string& line : outcome.lines())
      if (!plain(line).starts_with("SFEN")) CHECK(cli::display_width(plain(line)) <= 40);
    CHECK_THAT(s.shown(words, 80).out, Contains("| i\n"));
  }
}

TEST_CASE("an answer without rows says what is missing") {
  const Stored s;
  CHECK_THAT(s.shown({"sites"}).out, Contains("no game names a site"));
  CHECK_THAT(s.shown({"sites", "tokyo"}).out, Contains("no site has these words"));
  CHECK_THAT(s.shown({"ratings", "--min-games", "9"}).out,
             Contains("no player has enough games that count"));
}

TEST_CASE("columns stand under each other, Japanese names or not") {
  const Stored s;
  const auto lines = yari({"list", "--heading"}, s.here).lines();
  REQUIRE(lines.size() == 3);
  const auto column = [](const std::string& line, const std::string& text) {
    return cli::display_width(line.substr(0, line.find(text)));
  };
  CHECK(column(lines[0], "result") == column(lines[1], "1-0"));
  CHECK(column(lines[0], "result") == column(lines[2], "*"));
}

TEST_CASE("a pipe gets whole lines without a heading, unless one is asked for") {
  const Stored s;
  const Outcome piped = yari({"list"}, s.here);
  REQUIRE(piped.lines().size() == 2);
  CHECK_THAT(piped.out, Contains("A title match with a name that is long"));
  CHECK(yari({"list", "--heading"}, s.here).lines().size() == 3);
}

TEST_CASE("find prints a line a game, and with --all-hits one a ply") {
  const Stored s;
  const std::vector<std::string> start{"find", "--query", "ply < 3", "--json"};
  const auto games_found = yari(start, s.here).json();
  REQUIRE(games_found.size() == 2);
  CHECK(games_found[0]["ply"] == 0);
  CHECK(games_found[0]["hits"] == 3);
  CHECK(games_found[1]["game"] == 2);
  std::vector<std::string> all = start;
  all.emplace_back("--all-hits");
  const auto hits = yari(all, s.here).json();
  CHECK(hits.size() == 6);
  CHECK(!hits[0].contains("hits"));
  std::vector<std::string> one = start;
  one.insert(one.end(), {"--limit", "1", "--offset", "1"});
  CHECK(yari(one, s.here).object()["game"] == 2);
  CHECK(yari({"find", "--query", "ply < 3"}, s.here).lines().size() == 2);
}

TEST_CASE("show leaves evaluations out unless --evals is given, export never does") {
  const Stored s;
  CHECK_THAT(yari({"show", "1"}, s.here).out, !Contains("%eval") && Contains("P-7f?!"));
  CHECK_THAT(yari({"show", "1", "--evals"}, s.here).out, Contains("[%eval 0.35]"));
  CHECK_THAT(yari({"show", "1", "--json"}, s.here).out, Contains("[%eval 0.35]"));
  CHECK_THAT(yari({"export", "1"}, s.here).out, Contains("[%eval 0.35]"));
}

TEST_CASE("show paints moves that have a glyph, and no comment") {
  const Stored s;
  const std::string out = s.shown({"show", "1"}).out;
  INFO(out);
  CHECK_THAT(out, Contains("\x1b[33mP-7f?!\x1b[0m") && Contains("\x1b[31;1mR-7h??\x1b[0m"));
  CHECK_THAT(out, Contains("Why?? (no)"));
  CHECK_THAT(s.shown({"show", "1", "--no-color"}).out, !Contains("\x1b"));
}

TEST_CASE("long results go through the pager, on a terminal and unless --no-pager is given") {
  const Stored s;
  CHECK_THAT(s.shown({"list"}, 80, "sed s/^/paged:/").out, StartsWith("paged:"));
  CHECK_THAT(s.shown({"list", "--no-pager"}, 80, "sed s/^/paged:/").out, !Contains("paged:"));
  RunOptions piped = s.here;
  piped.environment.emplace_back("YARI_PAGER", "sed s/^/paged:/");
  CHECK_THAT(yari({"list"}, piped).out, !Contains("paged:"));
  // Only a value that needs a shell gets one.
  CHECK_THAT(s.shown({"list"}, 80, "echo $HOME is kept; cat").out, !Contains("$HOME"));
  CHECK(s.shown({"list"}, 80, "no-such-pager").out == s.shown({"list"}).out);
}

TEST_CASE("a pager that is left early ends the command without a word") {
  const Stored s;
  const Outcome outcome = s.shown({"find", "--query", "ply >= 0", "--all-hits"}, 80, "true");
  CHECK(outcome.out.empty());
  CHECK(outcome.code == 0);
  // Exit codes are the command's own.
  CHECK(s.shown({"list", "--player", "nobody"}, 80, "sed s/^/paged:/").code == 1);
}

TEST_CASE("one game's annotation shows how far it is", "[slow]") {
  const Stored s;
  // Progress is drawn ten times a second, so the work has to last longer on the fastest machine,
  // too.
  const Outcome outcome = s.shown({"annotate", "1", "--nodes", "80000"});
  INFO(outcome.out);
  CHECK_THAT(outcome.out, Contains(" of 9 positions"));
  // The lines of the summary are folded.
  CHECK_THAT(outcome.out, Contains("9 positions: ") && Contains(" searches, 0 from the"));
  CHECK_THAT(s.shown({"annotate", s.folder / "games.psn", "--nodes", "80000"}).out,
             Contains("of 9 positions of "));
}

TEST_CASE("work that cannot say how far it is shows that it goes on", "[slow]") {
  const Stored s;
  const Outcome outcome = s.shown({"analyze", "--movetime", "2500"});
  CHECK_THAT(outcome.out, Contains("searching, 1 s so far") && Contains("searching, 2 s so far"));
  CHECK(yari({"analyze", "--movetime", "1500"}).err.empty());
}

TEST_CASE("a tag whose name no record can hold is refused, and can be removed") {
  const Stored s;
  const Outcome refused = yari({"tag", "1", "--set", "My Tag=x"}, s.here);
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("found 'My Tag'"));
  CHECK(yari({"tag", "1", "--set", "My_Tag=x"}, s.here).code == 0);
  CHECK(yari({"tag", "1", "--set", "My Tag="}, s.here).code == 1);
}

TEST_CASE("a file whose ending is that of no format is not written in another") {
  const Stored s;
  for (const char* name : {"games.pgn", "games.pgn.gz", "games.xml"}) {
    const Outcome refused = yari({"export", "-o", s.folder / name}, s.here);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("--to names one"));
    CHECK(yari({"export", "-o", s.folder / name, "--to", "hodges"}, s.here).code == 0);
  }
  CHECK(yari({"export", "-o", s.folder / "games.txt"}, s.here).code == 0);
}

}  // namespace yari::test
