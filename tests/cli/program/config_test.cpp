// The configuration file: where it is, what it may say, and how its errors are shown.
#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

using Catch::Matchers::StartsWith;

namespace {

/// A folder with two games of Yari Shogi, and a configuration.
struct Configured {
  TemporaryFolder folder;
  std::string file;

  explicit Configured(const std::string& text) : file(folder.file("config", text)) {
    folder.file("games.psn",
                "[Black \"A\"]\n[White \"B\"]\n[Date \"2001\"]\n1. P-7f P-3d *\n\n"
                "[Black \"C\"]\n[White \"D\"]\n[Date \"2002\"]\n1. P-2f P-8d *\n");
    REQUIRE(yari({"import", "games.psn"}, {.folder = folder.path()}).code == 0);
  }
  Outcome run(const std::vector<std::string>& words,
              std::vector<std::pair<std::string, std::string>> environment = {}) const {
    environment.emplace_back("YARI_CONFIG", file);
    return yari(words, {.environment = environment, .folder = folder.path()});
  }
};

}  // namespace

TEST_CASE("the configuration gives options of one command and of all, and what is typed wins") {
  const Configured c(
      "# for every command\njson = yes\n\n[list]\nlimit = 1\ncount = no\n[find]\nlimit = 0\n");
  CHECK(c.run({"list"}).json().size() == 1);
  CHECK(c.run({"list", "--limit", "2"}).json().size() == 2);
  CHECK(c.run({"list", "--no-limit"}).json().size() == 2);
  CHECK_THAT(c.run({"list", "--no-json"}).out, !StartsWith("{"));
  CHECK(c.run({"list", "--no-config"}).lines().size() == 2);
  CHECK_THAT(c.run({"stats"}).out, StartsWith("{"));
}

TEST_CASE("no configuration is read from the present folder") {
  const Configured c("");
  for (const char* name : {"config", "yari/config", ".config/yari/config", ".yari", "yari.conf"})
    c.folder.file(name, "[list]\nlimit = 0\n[analyze]\nengine = touch ran\n");
  for (const char* home : {"", ".", "x/.."})
    for (const char* xdg : {"", ".", ".config"}) {
      const std::string set_home = std::string("HOME=") + home;
      const std::string set_xdg = std::string("XDG_CONFIG_HOME=") + xdg;
      const auto run = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"-u", "YARI_CONFIG", set_home, set_xdg, YARI_PROGRAM});
        return run_program("env", words, {.folder = c.folder.path()});
      };
      INFO(set_home << " " << set_xdg);
      CHECK(run({"list"}).lines().size() == 2);
      CHECK(run({"analyze", "--nodes", "10"}).code == 0);
      CHECK(!std::filesystem::exists(c.folder / "ran"));
    }
}

TEST_CASE("a configuration may begin with a byte order mark, and be UTF-16") {
  const std::string text = "[list]\nlimit = 1\n";
  const Configured c("\xEF\xBB\xBF" + text);
  CHECK(c.run({"list"}).lines().size() == 1);
  std::string wide = "\xFF\xFE";
  for (const char letter : text) wide += {letter, '\0'};
  CHECK(Configured(wide).run({"list"}).lines().size() == 1);
  const Outcome refused = Configured("[list]\nlimit = \x81\n").run({"list"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("config:2: "));
  c.folder.file("q", "\xEF\xBB\xBFply < 1");
  CHECK(c.run({"find", "--query-file", "q", "--count"}).code == 0);
}

TEST_CASE("a flag that is on by itself can be configured to be off") {
  const Configured c("[list]\nheading = yes\n");
  CHECK(c.run({"list"}).lines().size() == 3);
  CHECK(c.run({"list", "--no-heading"}).lines().size() == 2);
  const Configured off("[list]\nheading = no\n");
  CHECK(off.run({"list", "--heading"}).lines().size() == 3);
}

TEST_CASE("options --config and $XDG_CONFIG_HOME name the configuration") {
  const Configured c("");
  std::filesystem::create_directories(c.folder.path() / "home/.config/yari");
  std::filesystem::create_directories(c.folder.path() / "xdg/yari");
  c.folder.file("home/.config/yari/config", "[list]\nlimit = 1\n");
  c.folder.file("xdg/yari/config", "[list]\nlimit = 0\n");
  const std::string other = c.folder.file("other", "[list]\ncount = yes\n");
  const auto shell = [&](const std::string& setting) {
    const std::string command =
        "unset YARI_CONFIG XDG_CONFIG_HOME; " + setting + " exec '" YARI_PROGRAM "' list";
    return run_program("/bin/sh", {"-c", command}, {.folder = c.folder.path()}).lines().size();
  };
  // In quotes: the folder for temporary files may have blanks in its name.
  const std::string home = "HOME='" + c.folder / "home" + "'";
  CHECK(shell(home) == 1);
  CHECK(shell(home + " XDG_CONFIG_HOME='" + c.folder / "xdg" + "'") == 0);
  CHECK(shell("HOME=/nonexistent") == 2);
  CHECK(c.run({"list", "--config", other}).out == "2\n");
  CHECK(c.run({"list", "--config", "missing"}).code == 2);
}

TEST_CASE("errors in the configuration show the file, the line and the column", "[slow]") {
  const auto error = [](const std::string& text) {
    const Configured c(text);
    const Outcome outcome = c.run({"list"});
    CHECK(outcome.code == 2);
    return outcome.err.substr(0, outcome.err.find('\n')).substr(6 + c.file.size());
  };
  CHECK(error("\n  limt = 1\n") == ":2:3: unknown option 'limt'; did you mean limit?");
  CHECK(error("[list]\nlimit = x\n") == ":2:9: --limit: expected a number from 0 on, found 'x'");
  CHECK(error("[lits]\n") == ":1:1: unknown command 'lits'; did you mean 'list'?");
  CHECK(error("[list\n") == ":1:1: expected ']' at the end of the line");
  CHECK(error("[list]\nperson\n") == ":2:1: expected OPTION = VALUE or [COMMAND], found 'person'");
  CHECK(error("[list]\ncount = 3\n") == ":2:9: count: expected yes or no, found '3'");
  CHECK(error("[list]\nhelp = yes\n") == ":2:1: help cannot be configured");
  CHECK(error("[list]\ndepth = 3\n") == ":2:1: unknown option 'depth'");
}

TEST_CASE("options of other commands may stand for all of them") {
  const Configured c("depth = 2\n");
  CHECK(c.run({"list"}).code == 0);
  CHECK(c.run({"tree"}).out == c.run({"tree", "--no-config", "--depth", "2"}).out);
}

TEST_CASE("the configuration names database and variant where the environment does not") {
  const Configured c("db = elsewhere.db\nvariant = shogi\n");
  CHECK_THAT(c.run({"list"}).err, Contains("no database elsewhere.db"));
  CHECK(c.run({"list", "--count"}, {{"YARI_DB", "yari.db"}}).out == "2\n");
  CHECK(c.run({"list", "--count", "--db", "yari.db"}).out == "2\n");
  CHECK(c.run({"board"}).out == yari({"board", "--variant", "shogi"}).out);
  CHECK(c.run({"board"}, {{"YARI_VARIANT", "yari"}}).out == yari({"board"}).out);
}

TEST_CASE("values in double quotes keep their blanks, and what is saved is what was typed") {
  const Configured c("[query save]\nplayer = \"A \"\n[list]\nevent = \" x\"\n");
  REQUIRE(c.run({"query", "save", "year", "--date", "2001"}).code == 0);
  CHECK(c.run({"query", "list"}).out == "year            --date 2001\n");
  CHECK(c.run({"list"}).code == 1);
}

}  // namespace yari::test
