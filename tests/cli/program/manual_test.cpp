// Manual pages and the table of options: made from the rows, and sound.
#include "cli/options/command.h"
#include "cli/program/man_page.h"
#include "cli/program/option_table.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

bool is_installed(const std::string& program) {
  return run_program("/bin/sh", {"-c", "command -v " + program}).code == 0;
}

}  // namespace

TEST_CASE("roff prints text as it is") {
  CHECK(cli::roff(".x") == "\\&.x");
  CHECK(cli::roff("a\n'b'") == "a\n\\&\\(aqb\\(aq");
  CHECK(cli::roff("a.b --c \\ \"d\" ~^`") == "a.b \\-\\-c \\e \\(dqd\\(dq \\(ti\\(ha\\(ga");
}

TEST_CASE("every command has a manual page with all its options, and yari.1 names it") {
  for (const cli::Command* command : cli::commands()) {
    INFO(command->name);
    const std::string page = cli::man_page(*command);
    cli::OptionSet options;
    const std::unique_ptr<cli::Task> task = command->make();
    task->declare(options);
    for (const std::string& name : options.names())
      CHECK_THAT(page, Contains("\\fB" + cli::roff("--" + name) + "\\fR"));
    CHECK_THAT(cli::program_page(),
               Contains(".BR " + cli::roff(cli::page_name(*command)) + " (1)"));
  }
}

TEST_CASE("groff and mandoc find nothing wrong in the manual pages") {
  const TemporaryFolder folder;
  REQUIRE(yari({"debug", "man", folder / "man1"}).code == 0);
  REQUIRE(std::filesystem::exists(folder / "man1/yari-db-verify.1"));
  const RunOptions here{.folder = folder.path()};
  if (is_installed("groff")) {
    const Outcome groff =
        run_program("/bin/sh", {"-c", "groff -man -ww -b -Tutf8 -z -Kutf8 man1/*.1"}, here);
    CHECK(groff.code == 0);
    CHECK(groff.err.empty());
  }
  if (is_installed("mandoc")) {
    const Outcome mandoc =
        run_program("/bin/sh", {"-c", "mandoc -Tlint -W warning man1/*.1"}, here);
    CHECK(mandoc.out.empty());
  }
}

TEST_CASE("the tables in docs/ are those of the program") {
  const auto table_in = [](const char* file, const std::string& name) {
    const std::string page = read_file(std::string(YARI_SOURCE_DIR "/docs/") + file);
    const std::string begin = "<!-- " + name + " -->\n";
    const std::size_t from = page.find(begin);
    REQUIRE(from != page.npos);
    const std::size_t to = page.find("<!-- end of " + name + " -->", from);
    REQUIRE(to != page.npos);
    return page.substr(from + begin.size(), to - from - begin.size());
  };
  INFO("scripts/update-docs writes them");
  CHECK(table_in("command-line.md", "options") == cli::option_table());
  CHECK(table_in("conditions.md", "conditions") == cli::condition_table());
  CHECK(yari({"debug", "conditions"}).out == cli::condition_table());
  CHECK(table_in("findings.md", "findings") == cli::finding_table());
  CHECK(yari({"debug", "findings"}).out == cli::finding_table());
}

}  // namespace yari::test
