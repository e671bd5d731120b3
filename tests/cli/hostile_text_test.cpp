// Text of strangers on a terminal, in JSON and in CSV: it is shown, and steers nothing.
#include <algorithm>
#include <filesystem>
#include <regex>

#include "cli/options/command.h"
#include "cli/terminal/escapes.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

/// Sets a window's title, in both spellings of the control sequence; and turns the text around.
const std::string evil =
    "\x1b]0;evil\x1b/\xC2\x9D"
    "0;evil\xC2\x9C\x7F\xE2\x80\xAE"
    "b";

/// Players, tags and comments are all hostile. `between`: what stands between two moves.
std::string hostile_game(const std::string& between = "") {
  return "[Variant \"Shogi\"]\n[Black \"Ann" + evil + "\"]\n[White \"=1+2" + evil +
         "\"]\n[Event \"" + evil + "\"]\n[Site \"" + evil + "\"]\n[Date \"2001.02.03 " + evil +
         "\"]\n[Annotator \"" + evil + "\"]\n[Result \"1-0\"]\n\n{" + evil + "} 1. P-7f {" + evil +
         " [%eval 0.35]} (1. P-2f {" + evil + "} P-8d) P-3d " + between +
         " 2. Bx2b+ Sx2b 3. P-2f 1-0\n";
}

/// Names of tags are hostile, too.
std::string hostile_kif() {
  return "先手：Ann" + evil + "\n後手：Bob\n備考" + evil + "：" + evil +
         "\n手数----指手\n   1 ７六歩(77)\n*" + evil + "\n   2 投了" + evil + "\n";
}

/// What is left when the colours and the line of progress, which are ours, are taken away.
std::string without_ours(const std::string& text) {
  static const std::regex ours("\x1b\\[(K|[0-9;]*m)");
  return std::regex_replace(text, ours, "");
}

/// No control character of either range but line ends and tabs, and nothing that turns a line.
bool is_harmless(std::string text) {
  std::erase(text, '\r');
  return cli::printable_lines(text) == text;
}

class HostileDatabase {
 public:
  HostileDatabase() {
    std::filesystem::create_directories(folder_.path() / ("d" + evil));
    file_ = folder_.file("d" + evil + "/g" + evil + ".psn", hostile_game());
    players_ = folder_.file("players.csv", "player\nAnn" + evil + "\nBob" + evil + "\nEve\n");
    other_ = folder_.file("other.psn", hostile_game(evil) + "\n" + hostile_game(evil));
    engine_ = folder_.file("engine.sh",
                           "#!/bin/sh\nwhile read line; do case \"$line\" in\n"
                           "usi) printf 'id name e" +
                               evil +
                               "\\nusiok\\n' ;;\n"
                               "isready) echo readyok ;;\n"
                               "go*) printf 'info string " +
                               evil + "\\ninfo depth 1 score cp 10 pv " + evil +
                               "\\nbestmove resign\\n' ;;\nquit) exit ;;\nesac; done\n");
    std::filesystem::permissions(engine_, std::filesystem::perms::owner_all);
    book_ = folder_.file(
        "some.book", "#YANEURAOU-DB2016 1.00\n# " + evil +
                         "\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"
                         "7g7f none 0 32 1 " +
                         evil + "\n2g2f none " + evil + "\n" + evil + "\n");
    yari({"import", "--db", db(), file_, folder_.file("k.kif", hostile_kif())});
    yari({"import", "--db", folder_ / "second.db", other_});
    yari({"query", "save", "--db", db(), "s" + evil, "--", "--player", evil});
  }

  std::string db() const { return folder_ / "games.db"; }

  /// At least one line for each command.
  std::vector<std::vector<std::string>> lines() const {
    const std::string to_file = folder_ / "out";
    return {
        {"book", "make", "--variant", "shogi"},
        {"book", "make", "--variant", evil},
        {"book", "make", "--variant", "shogi", "--weight", "evaluations"},
        {"book", "show", book_, "--variant", "shogi"},
        {"book", "mine", book_, "--variant", "shogi", "--positions", "1", "--nodes", "50"},
        {"book", "mine", book_, "--share", evil},
        {"book", "convert", book_},
        {"book", "convert", book_, "--to", "usi"},
        {"book", "merge", book_, folder_ / ("no" + evil)},
        {"book", "edit", book_, "--set", evil},
        {"book", "edit", folder_ / ("no" + evil), "--set", "P-7f"},
        {"book", "edit", folder_ / ("no" + evil), "--undo"},
        {"book", "merge", book_, book_},
        {"book", "repertoire", book_, "--variant", "shogi", "--side", "black"},
        {"book", "repertoire", book_, "--player", evil, "--json"},
        {"drill", "add", "--book", book_, "--puzzles", file_, "--variant", "shogi"},
        {"drill", "add", "--mistakes", "--player", evil},
        {"drill", "add", "--right", evil},
        {"drill", "--source", evil},
        {"drill"},
        {"drill", "--list"},
        {"drill", "remove", evil},
        {"book", "check", book_, folder_ / ("no" + evil)},
        {"book", "stats", book_},
        {"tree", "--variant", "shogi", "--book", book_},
        {"analyze", "--book", folder_ / ("no" + evil), "--nodes", "50"},
        {"check", file_, folder_ / ("missing" + evil)},
        {"check", "--strict", "--verbose", file_},
        {"convert", file_, "--to", "hodges"},
        {"convert", file_, "--to", "kif"},
        {"convert", file_, "--to", "kif", "--to-encoding", "shift_jis"},
        {"convert", file_, "--to", "ki2"},
        {"convert", file_, "--to", "csa", "-o", "/dev/tty"},
        {"convert", file_, "--to", "jkf"},
        {"convert", file_, "--to", evil},
        {"import", "--verbose", file_, folder_ / "other.psn"},
        {"list"},
        {"list", "--json"},
        {"list", "--csv"},
        {"find", "--moves", "P-7f", "--variant", "shogi", "--csv"},
        {"tree", "--csv"},
        {"list", "--player", evil, "--sort", evil},
        {"find", "--moves", "P-7f", "--variant", "shogi"},
        {"find", "--query", "ply = 0 " + evil},
        {"find", "--sfen", evil},
        {"find", "--saved", evil},
        {"tree"},
        {"tree", "--dot"},
        {"query", "list"},
        {"cluster", "create", evil},
        {"cluster", "create", "postgresql://127.0.0.1:1/" + evil},
        {"cluster", "status"},
        {"cluster", "status", "--db", "postgresql://127.0.0.1:1/" + evil},
        {"cluster", "add", evil},
        {"cluster", "move", "1", evil},
        {"cluster", "roles"},
        {"query", "save", "s" + evil, "--", "--player", "x"},
        {"query", "delete", "t" + evil},
        {"__complete", "list", "--player", ""},
        {"__complete", "list", "--saved", ""},
        {"show", "1"},
        {"show", "1", "--json"},
        {"show", "2"},
        {"show", "1", "--to", "csa"},
        {"show", "1", "--to", "hodges"},
        {"show", "1", "--evals", "--board-every", "2"},
        {"show", "1", "--ply", "1"},
        {"show", "1", "--ply", "1", "--draw", "server"},
        {"show", "1", "--mail"},
        {"show", "1", "--mail", "--json"},
        {"new", "--black", evil, "--set", "X=" + evil},
        {"new", "--from", file_},
        {"move", "1", evil},
        {"move", "1", "--from", file_},
        {"move", "--from", file_},
        {"board", "--game", evil},
        {"board", "--game", "1:1"},
        {"export", "--to", "kif"},
        {"export", "--json"},
        {"export", "--to", "csv"},
        {"export", "--to", "csv", "--games"},
        {"export", "--to", "jsonl"},
        {"export", "--files", to_file + "/{black}/{event}.psn"},
        {"report", "1", "-o", "-"},
        {"report", "1", "-o", folder_ / ("r" + evil)},
        {"graph", "1"},
        {"annotate", "1", "--nodes", "50"},
        {"annotate", file_, "--nodes", "50"},
        {"annotate", file_, "--engine", engine_, "--nodes", "50"},
        {"puzzles", "1"},
        {"annotate", "1", "--queue", "--engine", engine_, "--nodes", "50"},
        {"queue"},
        {"queue", "--json"},
        {"work", "--name", "w" + evil},
        {"work", "--name", "w" + evil, "--engine", engine_},
        {"queue"},
        {"engine", "fit", "--engine", engine_, "--variant", "shogi", "--nodes", "50"},
        {"engine", "fit", "--player", evil, "--variant", "shogi"},
        {"profile", evil},
        {"profile", "Ann"},
        {"analyze", "--engine", engine_, "--variant", "shogi", "--nodes", "50"},
        {"analyze", "--json", "--engine", engine_, "--variant", "shogi", "--nodes", "50"},
        {"mate", "--usi", evil},
        {"board", "--diagram", file_},
        {"board", "--moves", evil},
        {"moves", "--variant", evil},
        {"debug", "perft", evil},
        {"debug", "bench", evil},
        {"stats"},
        {"players", "--suggest"},
        {"events"},
        {"sites", "--csv"},
        {"event", evil},
        {"event", evil, "--results"},
        {"event", evil, "--crosstable"},
        {"pair", evil, "--players", players_},
        {"pair", "x" + evil, "--players", players_, "--store"},
        {"pair", evil, "--players", folder_ / ("no" + evil)},
        {"ratings"},
        {"sql", "SELECT * FROM games_view"},
        {"sql", evil},
        {"serve", "--port", evil},
        {"db", "verify"},
        {"duplicates"},
        {"duplicates", "--json"},
        {"players"},
        {"players", "--csv"},
        {"players", "--suggest"},
        {"events"},
        {"sites", "--json"},
        {"event", "--date", "1900.."},
        {"event", "--variant", "shogi", "--html"},
        {"event", "--variant", "shogi", "--csv"},
        {"event", evil},
        {"ratings"},
        {"sql", "SELECT * FROM games_view, game_plies(games_view.id)"},
        {"sql", "SELECT * FROM players_list", "--csv"},
        {"sql", evil},
        {"rename", "--from", file_},
        {"tag", "--from", file_},
        {"tag", "--where", evil, "--set", "Event=x"},
        {"match", "--games", "2", "--against", engine_, "--variant", "shogi", "--nodes", "50"},
        {"match", "--sprt", evil},
        {"match", evil},
        {"tag", "1", "--set", "Event=" + evil},
        {"tag", "1", "--set", "Date=" + evil},
        {"rename", "Ann" + evil, "Eve" + evil},
        {"undo", "--list"},
        {"undo"},
        {"db", "merge", folder_ / "second.db", folder_ / ("no" + evil)},
        {"delete", "--player", evil},
        {"db", "compact", "--reindex"},
        {"db", "backup", folder_ / ("b" + evil)},
        {"db", "backup", folder_ / "second.db"},
        {"usi", evil},
        {"serve", "--password-file", folder_ / ("no" + evil)},
        {"serve", "--host", evil},
        {"completion", evil},
        {"db", evil},
        {evil},
    };
  }

 private:
  TemporaryFolder folder_;
  std::string file_;
  std::string players_;
  std::string other_;
  std::string engine_;
  std::string book_;
};

}  // namespace

TEST_CASE("no command lets control characters of a file, a database or an engine reach a terminal",
          "[slow]") {
  const HostileDatabase hostile;
  const auto lines = hostile.lines();
  for (const cli::Command* command : cli::commands()) {
    INFO(command->name);
    CHECK(std::ranges::any_of(lines, [&](const auto& words) {
      return words[0] == command->name ||
             (words.size() > 1 && words[0] + ' ' + words[1] == command->name);
    }));
  }
  std::size_t seen = 0;
  for (const std::vector<std::string>& words : lines) {
    const Outcome outcome =
        yari_on_terminal(words, {.environment = {{"YARI_DB", hostile.db()}, {"TERM", "xterm"}}});
    INFO(words[0] << ' ' << (words.size() > 1 ? words[1] : "") << '\n' << outcome.out);
    CHECK(outcome.code < 1000);
    CHECK(is_harmless(without_ours(outcome.out)));
    seen += outcome.out.find("\\x1b]0;evil") != std::string::npos;
  }
  // It is not that nothing was shown.
  CHECK(seen > 20);
}

TEST_CASE("records keep their bytes in a pipe, lines for people have escapes there") {
  const HostileDatabase hostile;
  const RunOptions options{.environment = {{"YARI_DB", hostile.db()}}};
  CHECK_THAT(yari({"show", "1"}, options).out, Contains("\x1b]0;evil\x1b/"));
  CHECK_THAT(yari({"export"}, options).out, Contains("\x1b]0;evil\x1b/"));
  CHECK_THAT(yari({"list"}, options).out, Contains("Ann\\x1b]0;evil\\x1b/\\u009d0;evil"));
  CHECK(is_harmless(yari({"list"}, options).out));
}

TEST_CASE("JSON has no control character of either range, and loses none") {
  const HostileDatabase hostile;
  const RunOptions options{.environment = {{"YARI_DB", hostile.db()}}};
  for (const char* command : {"list", "show", "export"}) {
    std::vector<std::string> words{command, "--json"};
    if (words[0] != "list") words.emplace_back("1");
    const Outcome outcome = yari(words, options);
    INFO(outcome.out);
    CHECK(is_harmless(outcome.out));
    CHECK_THAT(outcome.out, Contains("\\u009d") && Contains("\\u202e") && Contains("\\u007f"));
    if (words[0] != "export") CHECK(outcome.json().front()["black"] == "Ann" + evil);
  }
}

TEST_CASE("no cell of a CSV table is a formula, and numbers stay numbers") {
  const TemporaryFolder folder;
  std::string games;
  for (const char* name : {"=1+2", "+cmd", "-1+1", "@SUM(A1)", "-1", "+4.32", "--1"})
    games += "[Variant \"Shogi\"]\n[Black \"" + std::string(name) +
             "\"]\n\n1. P-7f {[%eval -0.35]} P-3d 2. Bx2b+ Sx2b 3. P-2f P-8d 4. R-2g +R-2h *\n\n";
  yari({"import", "--db", folder / "g.db", folder.file("g.psn", games)});
  const std::string csv = yari({"export", "--db", folder / "g.db", "--to", "csv"}).out;
  INFO(csv);
  for (const char* cell :
       {",'=1+2,", ",'+cmd,", ",'-1+1,", ",'@SUM(A1),", ",-1,", ",+4.32,", ",'--1,"})
    CHECK_THAT(csv, Contains(cell));
  CHECK_THAT(csv, Contains(",-35,"));
}

TEST_CASE("what nobody sees is shown as an escape, and what belongs to a sign stays") {
  const std::vector<std::pair<std::string, std::string>> unseen{
      {"I\u200Bto", "I\\u200bto"},
      {"I\u200E\u200Fto", "I\\u200e\\u200fto"},
      {"\uFEFFIto", "\\ufeffIto"},
      {"I\u00ADto", "I\\u00adto"},
      {"I\u2066to\u2069", "I\\u2066to\\u2069"},
      {"I\u2060to", "I\\u2060to"},
      {"I\u061Cto", "I\\u061cto"},
      {"I\u034Fto", "I\\u034fto"},
      {"I\u3164to", "I\\u3164to"},
      {"I\uFFA0to", "I\\uffa0to"},
      {"I\u115Fto", "I\\u115fto"},
      {"I\u180Eto", "I\\u180eto"},
      {"I\uFFF9to", "I\\ufff9to"},
      {"I\u200Dto", "I\\u200dto"},
      {"I\uFE0Fto", "I\\ufe0fto"},
      {"I\U000E0041to", "I\\U000e0041to"},
      {"I\U0001D173to", "I\\U0001d173to"},
      {"羽\u200B生", "羽\\u200b生"},
      {"葛\U000E0100\U000E0101", "葛\U000E0100\\U000e0101"}};
  for (const auto& [text, shown] : unseen) {
    INFO(shown);
    CHECK(cli::printable(text) == shown);
    CHECK(cli::printable_lines(text + "\n") == shown + "\n");
    const std::string json = cli::escaped_json("{\"name\":\"" + text + "\"}");
    CHECK(json != "{\"name\":\"" + text + "\"}");
    CHECK(nlohmann::json::parse(json)["name"] == text);
  }
  for (const char* text :
       {"羽生善治", "が\u3099", "é", "e\u0301", "葛\U000E0100城", "❤\uFE0F", "1\uFE0F\u20E3",
        "👩\u200D💻", "👁\uFE0F\u200D🗨", "क्\u200Dष", "می\u200Cخواهم", "ＡＢ　Ｃ", "1\u00A02"}) {
    INFO(text);
    CHECK(cli::printable(text) == text);
  }
}

TEST_CASE("invisible letters are escapes on a terminal and in tables, and bytes in a file") {
  const TemporaryFolder folder;
  RunOptions here{.environment = {{"YARI_DB", folder / "g.db"}}};
  const std::string file = folder.file(
      "g.psn",
      "[Black \"I\u200Bto\"]\n[White \"Ito\"]\n[Event \"\u2067x\"]\n\n1. P-7f {a\u200Fb} *\n");
  REQUIRE(yari({"import", file}, here).code == 0);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"list"},
                                             {"show", "1"},
                                             {"stats"},
                                             {"profile", "Ito"},
                                             {"players"},
                                             {"export"},
                                             {"find", "--query", "ply = 0"},
                                             {"check", "I\u200Bto"},
                                             {"list", "--sort", "\u200B"}}) {
    const std::string out = yari_on_terminal(words, here).out;
    INFO(words.front() << ": " << out);
    CHECK_THAT(out, !Contains("\u200B") && !Contains("\u2067") && !Contains("\u200F"));
  }
  CHECK_THAT(yari_on_terminal({"list"}, here).out, Contains("I\\u200bto"));
  CHECK_THAT(yari({"export"}, here).out, Contains("I\u200Bto") && Contains("a\u200Fb"));
}

TEST_CASE("an escape does not move the caret from its place") {
  const TemporaryFolder folder;
  const std::string file = folder.file("x.psn",
                                       "[Variant \"Shogi\"]\n\n1. P-7f {a\xC2\x9B"
                                       "b} P-3d 2. P-7g\n");
  const std::string err = yari({"check", file}).err;
  INFO(err);
  const std::size_t line = err.find("  1. P-7f {a\\u009bb} P-3d 2. P-7g\n");
  REQUIRE(line != std::string::npos);
  const std::size_t caret = err.find('^', line) - err.find('\n', line) - 1;
  CHECK(err.substr(line + caret, 4) == "P-7g");
}

}  // namespace yari::test
