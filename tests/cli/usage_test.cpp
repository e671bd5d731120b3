// Words typed wrong, help, and the streams: what every command has in common.
#include <catch2/catch.hpp>

#include "cli/command.h"
#include "tests/cli/program.h"
#include "tests/support/data.h"

namespace yari::test {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("no command, an unknown command and an unknown option are usage errors") {
  CHECK(yari({}).code == 2);
  const Outcome command = yari({"improt", "x"});
  CHECK(command.code == 2);
  CHECK(command.out.empty());
  CHECK(command.err ==
        "yari: unknown command 'improt'; did you mean 'import'?\nyari: try 'yari --help'\n");
  const Outcome option = yari({"list", "--playr", "x"});
  CHECK(option.code == 2);
  CHECK(option.err ==
        "yari: unknown option '--playr'; did you mean --player?\nyari: try 'yari list --help'\n");
  CHECK(yari({"list", "--zzzzzz"}).err ==
        "yari: unknown option '--zzzzzz'\nyari: try 'yari list --help'\n");
  CHECK_THAT(yari({"board", "extra"}).err, Contains("unexpected argument 'extra'"));
  CHECK(yari({"board", "--sfen"}).code == 2);
  CHECK(yari({"board", "--sfen", "startpos", "--sfen", "startpos"}).code == 2);
}

TEST_CASE("abbreviated options are refused, so that new options break no script") {
  CHECK(yari({"perft", "--dep", "1"}).code == 2);
}

TEST_CASE("every command is listed, and explains itself and its options") {
  const Outcome overview = yari({"--help"});
  CHECK(overview.code == 0);
  for (const cli::Command* command : cli::commands()) {
    INFO(command->name);
    CHECK_THAT(overview.out, Contains("\n  " + std::string(command->name) + " "));
    const Outcome help = yari({std::string(command->name), "--help"});
    CHECK(help.code == 0);
    CHECK(help.err.empty());
    CHECK_THAT(help.out, StartsWith("yari " + std::string(command->name) + ": "));
    cli::OptionSet options;
    command->make()->declare(options);
    for (const std::string& name : options.names()) CHECK_THAT(help.out, Contains("--" + name));
    for (const std::string& line : help.lines()) CHECK(line.size() <= 99);
    CHECK(yari({"help", std::string(command->name)}).out == help.out);
  }
}

TEST_CASE("the page on JSON names every command that has results for programs") {
  const std::string page = read_file(YARI_SOURCE_DIR "/docs/json.md");
  for (const cli::Command* command : cli::commands()) {
    INFO(command->name);
    if (command->name == "usi" || command->name == "graph") continue;
    CHECK_THAT(page, Contains("`" + std::string(command->name) + "`"));
  }
}

TEST_CASE("numbers are checked: negative, too large, no number") {
  for (const char* bad : {"-1", "51", "4x", "", "99999999999999999999", "1e3", " 4"}) {
    INFO(bad);
    const Outcome outcome = yari({"perft", "--depth", bad});
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("--depth: expected a number from 0 to 50"));
  }
}

TEST_CASE("output that cannot be written is an error, a closed pipe is not") {
  const Outcome full = yari({"board"}, {.out_file = "/dev/full"});
  CHECK(full.code == 2);
  CHECK_THAT(full.err, Contains("cannot write to standard output: No space left"));
  const Outcome closed = yari({"moves"}, {.closed_pipe = true});
  CHECK(closed.code == 0);
  CHECK(closed.err.empty());
}

TEST_CASE("no colours and no progress where no terminal listens") {
  const Outcome outcome = yari({"check", "-"}, {.input = "1. P-7k\n"});
  CHECK(outcome.code == 1);
  CHECK(outcome.err.find('\x1b') == std::string::npos);
  CHECK(outcome.err.find('\r') == std::string::npos);
}

}  // namespace yari::test
