// What TAB offers, asked as the scripts ask, and by the shells themselves.
#include <algorithm>

#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

using Lines = std::vector<std::string>;

namespace {

/// A folder with a database in which names and a query can be found.
struct Collection {
  TemporaryFolder folder;

  Collection() {
    folder.file("games.psn",
                "[Black \"Habu Yoshiharu\"]\n[White \"It's $(touch hacked); 'x'\"]\n"
                "[Event \"Spring Open\"]\n1. P-7f P-3d *\n\n"
                "[Black \"Habu Zenzo\"]\n[White \"Ito\"]\n1. P-2f P-3d *\n");
    REQUIRE(run({"import", "games.psn"}).code == 0);
    REQUIRE(run({"query", "save", "mates", "--query", "mate"}).code == 0);
  }
  Outcome run(const Lines& words) const { return yari(words, {.folder = folder.path()}); }
  /// What is offered, without the explanations; the first line says what else is possible.
  Lines offered(Lines words) const {
    words.insert(words.begin(), "__complete");
    Lines lines = run(words).lines();
    for (std::string& line : lines) line = line.substr(0, line.find('\t'));
    return lines;
  }
  std::string shell(const std::string& program, const Lines& words) const {
    const RunOptions options{
        .environment = {{"PATH", path_with_yari()}, {"HOME", folder.path().string()}},
        .folder = folder.path()};
    return run_program(program, words, options).out;
  }
  bool has(const std::string& program) const {
    return run_program("/bin/sh", {"-c", "command -v " + program}).code == 0;
  }
};

bool contains(const Lines& lines, const std::string& wanted) {
  return std::ranges::count(lines, wanted) > 0;
}

}  // namespace

TEST_CASE("commands, families of commands and options are completed") {
  const Collection c;
  CHECK(c.offered({"fi"}) == Lines{":words", "find"});
  CHECK(c.offered({"db", "v"}) == Lines{":words", "verify"});
  CHECK(c.offered({"help", "db", "c"}) == Lines{":words", "compact"});
  CHECK(c.offered({"find", "--sf"}) == Lines{":words", "--sfen"});
  CHECK(c.offered({"list", "--no-lim"}) == Lines{":words", "--no-limit"});
  CHECK(!contains(c.offered({"list", "--"}), "--no-limit"));
  CHECK(!contains(c.offered({"list", "--limit", "3", "--"}), "--limit"));
  CHECK(contains(c.offered({"find", "--query", "mate", "--q"}), "--query"));
  CHECK(!contains(c.offered({"import", "--"}), "--format"));
  CHECK(contains(c.offered({""}), "help"));
  CHECK(c.offered({"nonsense", "--"}) == Lines{":words"});
}

TEST_CASE("a command that has a family beside it completes both") {
  const Collection c;
  CHECK(c.offered({"dri"}) == Lines{":words", "drill"});
  CHECK(c.offered({"drill", "r"}) == Lines{":words", "remove"});
  CHECK(c.offered({"drill", "--du"}) == Lines{":words", "--due"});
  CHECK(c.offered({"drill", "add", "--mis"}) == Lines{":words", "--mistakes"});
}

TEST_CASE("values are completed: choices, files, players and saved queries") {
  const Collection c;
  CHECK(c.offered({"list", "--sort", "d"}) == Lines{":words", "date"});
  CHECK(c.offered({"export", "--to", "cs"}) == Lines{":words", "csa", "csv"});
  CHECK(c.offered({"export", "--to=cs"}) == Lines{":words", "--to=csa", "--to=csv"});
  CHECK(c.offered({"check", "--from-encoding", "e"}) == Lines{":words", "euc-jp"});
  CHECK(c.offered({"board", "--variant", ""}) == Lines{":words", "yari", "shogi"});
  CHECK(c.offered({"import", ""}) == Lines{":files"});
  CHECK(c.offered({"import", "--rejects", ""}) == Lines{":folders"});
  CHECK(c.offered({"report", "-o", ""}) == Lines{":files"});
  CHECK(c.offered({"find", "--player", "HABU"}) == Lines{":names", "Habu Yoshiharu", "Habu Zenzo"});
  CHECK(c.offered({"find", "--player=habu y"}) == Lines{":names", "--player=Habu Yoshiharu"});
  CHECK(c.offered({"profile", "it"}) == Lines{":names", "It's $(touch hacked); 'x'", "Ito"});
  CHECK(c.offered({"list", "--event", "sp"}) == Lines{":names", "Spring Open"});
  CHECK(c.offered({"list", "--saved", ""}) == Lines{":names", "mates"});
  CHECK(c.offered({"list", "--db", "none.db", "--saved", ""}) == Lines{":names"});
  CHECK(c.offered({"list", "--", "--sor"}) == Lines{":words"});
}

TEST_CASE("a damaged database completes nothing and says nothing") {
  const Collection c;
  c.folder.file("bad.db", std::string(5000, 'x'));
  const Outcome outcome = c.run({"__complete", "list", "--db", "bad.db", "--player", ""});
  CHECK(outcome.code == 0);
  CHECK(outcome.out == ":names\n");
  CHECK(outcome.err.empty());
}

TEST_CASE("bash gets words in quotes, for what readline replaces") {
  const Collection c;
  // `replaced`: the end of the line that readline replaces.
  const auto complete = [&](const std::string& line, const std::string& replaced) {
    Lines lines = c.run({"__complete-bash", line, replaced}).lines();
    REQUIRE(!lines.empty());
    lines.erase(lines.begin());
    return lines;
  };
  CHECK(complete("yari find --sf", "--sf") == Lines{"--sfen"});
  CHECK(complete("yari find --player ha", "ha") == Lines{"Habu\\ Yoshiharu", "Habu\\ Zenzo"});
  CHECK(complete("./yari find --player \"habu y", "habu y") == Lines{"Habu Yoshiharu\""});
  CHECK(complete("yari find --player 'habu y", "habu y") == Lines{"Habu Yoshiharu'"});
  CHECK(complete("yari find --player habu\\ y", "habu\\ y") == Lines{"Habu\\ Yoshiharu"});
  CHECK(complete("yari find --player Ha\"bu y", "bu y") == Lines{"bu Yoshiharu\""});
  CHECK(complete("yari find --player=habu", "habu") == Lines{"Habu\\ Yoshiharu", "Habu\\ Zenzo"});
  CHECK(complete("yari find --player \"Habu Y\"o", "o") == Lines{"oshiharu"});
  CHECK(complete("yari export --to=cs", "cs") == Lines{"csa", "csv"});
  CHECK(complete("yari list > x --db ./yari.db --saved m", "m") == Lines{"mates"});
  CHECK(complete("yari find --player it", "it") ==
        Lines{"It\\'s\\ \\$\\(touch\\ hacked\\)\\;\\ \\'x\\'", "Ito"});
  CHECK(complete("yari find --player 'it", "it") ==
        Lines{"It'\\''s $(touch hacked); '\\''x'\\'''", "Ito'"});
  CHECK(complete("yari find --player \"it", "it") ==
        Lines{"It's \"'$'\"(touch hacked); 'x'\"", "Ito\""});
  CHECK(complete("yari find --player it", "something else") == Lines{});
}

TEST_CASE("names that no terminal shows as they are, are not completed") {
  const Collection c;
  for (const char* name : {"bad\tx", "bad\nx", "bad\x1b[31m", "bad\u200Bx", "bad\u202Ex"}) {
    c.folder.file("bad.jkf", "{\"header\":{\"先手\":" + nlohmann::json(name).dump() +
                                 "},\"moves\":[{},{\"move\":{\"from\":{\"x\":7,\"y\":7},"
                                 "\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}]}");
    const Outcome imported = c.run({"import", "bad.jkf"});
    INFO(imported.err);
    CHECK(imported.code == 0);
  }
  const Outcome listed = c.run({"list", "--player", "bad*", "--count"});
  CHECK(listed.code == 0);
  CHECK(listed.out == "5\n");
  REQUIRE(c.run({"query", "save", "bad\nname", "--query", "mate"}).code == 0);
  for (const char* command : {"__complete", "__complete-bash"})
    for (const char* option : {"--player", "--saved"}) {
      Lines words{command, "list", option, "bad"};
      if (words[0] == "__complete-bash")
        words = {command, std::string("yari list ") + option + " bad", "bad"};
      CHECK(c.run(words).out == ":names\n");
    }
}

TEST_CASE("fish completes options and names") {
  const Collection c;
  if (!c.has("fish")) return;
  const auto complete = [&](const std::string& line) {
    return c.shell(
        "fish", {"--no-config", "-c", "yari completion fish | source; complete -C '" + line + "'"});
  };
  CHECK_THAT(complete("yari find --sf"), Contains("--sfen\t"));
  CHECK(complete("yari find --player habu") == "Habu Yoshiharu\nHabu Zenzo\n");
  CHECK_THAT(complete("yari export --to=cs"), Contains("--to=csv"));
  CHECK_THAT(complete("yari import ga"), Contains("games.psn"));
}

TEST_CASE("the script for zsh is one", "[slow]") {
  const Collection c;
  if (!c.has("zsh")) return;
  CHECK(c.shell("zsh", {"-f", "-c",
                        "yari completion zsh > _yari && zsh -n _yari && autoload -Uz compinit && "
                        "compinit -u -d ./dump && source ./_yari && echo $_comps[yari]"}) ==
        "_yari\n");
}

}  // namespace yari::test
