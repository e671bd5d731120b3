// How options are read: repeated, undone, and what every command takes.
#include "cli/options/options.h"

#include "tests/cli/program.h"
#include "tests/support/catch.h"

namespace yari::test {

using cli::OptionSet;
using cli::UsageError;

namespace {

struct Sample {
  bool flag = false;
  std::optional<std::string> word;
  std::optional<std::string> style;
  std::vector<std::string> list;
  std::vector<std::string> arguments;
  int number = 7;
  std::optional<bool> heading;
  OptionSet options;

  Sample() {
    options.flag("flag,f", flag, "a flag");
    options.text("word,w", word, "TEXT", "a word");
    options.text("style", style, "STYLE", "a choice").one_of({"plain", "grand"}).off_is("plain");
    options.texts("list", list, "TEXT", "several words");
    options.number("number", number, "a number", 0, 9);
    options.toggle(
        "heading", [this](bool on) { heading = on; }, "print a heading");
    options.arguments(arguments, "words", 0);
  }
  cli::TypedWords parse(const std::vector<std::string>& words) {
    cli::TypedWords typed = options.cut(words);
    options.apply(typed);
    return typed;
  }
};

}  // namespace

TEST_CASE("the last occurrence of an option counts, and every one of an option for lists") {
  Sample s;
  s.parse({"-w", "a", "--list", "x", "--word=b", "--list", "y", "--number", "3", "--number", "4"});
  CHECK(s.word == "b");
  CHECK(s.number == 4);
  CHECK(s.list == std::vector<std::string>{"x", "y"});
}

TEST_CASE("an option --no-x undoes what came before it, and nothing that comes after") {
  Sample s;
  s.parse({"--flag", "--no-flag", "--word", "a", "--no-word", "--list", "x", "--no-list", "--list",
           "y", "--number", "3", "--no-number"});
  CHECK(!s.flag);
  CHECK(!s.word);
  CHECK(s.list == std::vector<std::string>{"y"});
  CHECK(s.number == 7);
  CHECK(!s.heading);
  s.parse({"--heading", "--no-heading"});
  CHECK(s.heading == false);
  s.parse({"--no-heading", "--heading"});
  CHECK(s.heading == true);
  Sample again;
  again.parse({"--no-flag", "-f", "--no-style"});
  CHECK(again.flag);
  CHECK(again.style == "plain");
}

TEST_CASE("what stands after -- is an argument") {
  Sample s;
  s.parse({"one", "--", "--flag", "-w"});
  CHECK(!s.flag);
  CHECK(s.arguments == std::vector<std::string>{"one", "--flag", "-w"});
}

TEST_CASE("a value that is not among the choices is refused, with the nearest one") {
  Sample s;
  CHECK_THROWS_WITH(s.parse({"--style", "gran"}),
                    "--style: expected plain or grand, found 'gran'; did you mean grand?");
  CHECK_THROWS_WITH(s.parse({"--flag=yes"}), Contains("does not take any arguments"));
  CHECK_THROWS_WITH(s.parse({"--no-word=x"}), Contains("does not take any arguments"));
  CHECK_THROWS_WITH(s.parse({"--word"}), Contains("--word"));
  CHECK_THROWS_WITH(s.parse({"--no-grand"}), Contains("unknown option '--no-grand'"));
}

TEST_CASE("choices are listed in the help, and so are defaults") {
  const Outcome help = yari({"export", "--help"});
  CHECK_THAT(help.out, Contains("hodges, psn, usi, csa, kif, ki2") && Contains("[utf-8]"));
  CHECK_THAT(yari({"list", "--help"}).out, Contains("illegal move"));
  CHECK_THAT(yari({"list", "-h"}).out,
             !Contains("illegal move") && Contains("auto, always or never"));
}

TEST_CASE("the version is printed by -V, beside a command as well") {
  const Outcome version = yari({"-V"});
  CHECK(version.code == 0);
  CHECK_THAT(version.out, Catch::Matchers::Matches("yari [0-9.]+\n"));
  CHECK(yari({"--version"}).out == version.out);
  CHECK(yari({"list", "-V"}).out == version.out);
}

TEST_CASE("colours can be had without a terminal, and never") {
  const RunOptions bad{.input = "1. P-7k\n"};
  const auto has_color = [](const Outcome& o) { return o.err.find('\x1b') != std::string::npos; };
  CHECK(has_color(yari({"check", "--color", "always", "-"}, bad)));
  CHECK(!has_color(yari({"check", "--color", "always", "--no-color", "-"}, bad)));
  CHECK(!has_color(yari({"check", "--color=never", "-"}, bad)));
  RunOptions refused = bad;
  refused.environment = {{"NO_COLOR", "1"}};
  CHECK(!has_color(yari({"check", "-"}, refused)));
  CHECK(has_color(yari({"check", "--color=always", "-"}, refused)));
  CHECK(yari({"check", "--color", "green", "-"}, bad).code == 2);
}

TEST_CASE(
    "option --quiet leaves out notes and what is only counted, of every command that reads "
    "records") {
  const TemporaryFolder folder;
  folder.file("games/a.psn", "1. P-7f P-3d *\n");
  folder.file("games/README.txt", "These are games.\n");
  for (const char* command : {"import", "check", "convert"}) {
    INFO(command);
    std::vector<std::string> words{command, "games"};
    if (words[0] == "convert") words.insert(words.end(), {"--to", "usi"});
    const RunOptions here{.folder = folder.path()};
    CHECK_THAT(yari(words, here).err, Contains("1 file skipped"));
    words.emplace_back("-v");
    CHECK_THAT(yari(words, here).err, Contains("README.txt"));
    words.emplace_back("-q");
    words.emplace_back("--no-verbose");
    CHECK(yari(words, here).err.find("skipped") == std::string::npos);
  }
}

TEST_CASE("a family of commands lists its members") {
  const Outcome family = yari({"db", "--help"});
  CHECK(family.code == 0);
  CHECK_THAT(family.out, Contains("db verify") && Contains("db compact") && !Contains("perft"));
  CHECK(yari({"help", "db"}).out == family.out);
  CHECK(yari({"db"}).code == 2);
  CHECK_THAT(yari({"db", "verfy"}).err, Contains("did you mean 'db verify'?"));
}

}  // namespace yari::test
