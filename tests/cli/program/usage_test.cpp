// Words typed wrong, help, and the streams: what every command has in common.
#include <algorithm>
#include <array>
#include <sstream>

#include "cli/options/command.h"
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

using Catch::Matchers::StartsWith;

namespace {

/// "db verify" as a shell passes it.
std::vector<std::string> words_of(std::string_view name) {
  const std::size_t blank = name.find(' ');
  if (blank == name.npos) return {std::string(name)};
  return {std::string(name.substr(0, blank)), std::string(name.substr(blank + 1))};
}

/// The command that a line "yari db verify --db x" calls; null where it is another line.
const cli::Command* called_by(std::string_view line) {
  const cli::Command* called = nullptr;
  for (const cli::Command* command : cli::commands())
    if (line.starts_with("yari " + std::string(command->name) + ' ') &&
        (called == nullptr || command->name.size() > called->name.size()))
      called = command;
  return called;
}

/// "--name" of every option that is typed, what stands in quotes apart.
std::vector<std::string> options_typed(std::string_view line) {
  std::vector<std::string> names;
  char quote = 0;
  std::string word;
  for (const char c : std::string(line) + ' ') {
    if (quote != 0 || c == '"' || c == '\'') {
      quote = quote == 0 ? c : quote == c ? '\0' : quote;
      word += '_';
    } else if (c != ' ') {
      word += c;
    } else {
      if (word.starts_with("--") && word.size() > 2)
        names.push_back(word.substr(0, word.find('=')));
      word.clear();
    }
  }
  return names;
}

}  // namespace

TEST_CASE("examples in the help of a command use options that it has") {
  int examples = 0;
  for (const cli::Command* command : cli::commands()) {
    std::istringstream lines{std::string(command->details)};
    for (std::string line; std::getline(lines, line);) {
      line.erase(0, line.find_first_not_of(' '));
      // What a pipe hands on goes to another program, or to another command.
      line = line.substr(0, line.find(" | "));
      const cli::Command* called = called_by(line);
      if (called == nullptr) continue;
      cli::OptionSet options;
      called->make()->declare(options);
      INFO(line);
      for (const std::string& name : options_typed(line)) {
        const bool everywhere = name == "--json" || name == "--quiet" || name == "--color";
        const bool undoes = name.starts_with("--no-") && options.find(name.substr(5)) != nullptr &&
                            options.find(name.substr(5))->can_be_undone();
        CHECK((everywhere || undoes || options.find(name.substr(2)) != nullptr));
        ++examples;
      }
    }
  }
  CHECK(examples > 100);
}

TEST_CASE("options of every command, and the database, may stand before the command") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  REQUIRE(yari({"--db", "list", "new", "--black", "Aoki"}, here).code == 0);
  const std::string listed = yari({"list", "--db", "list", "--json"}, here).out;
  CHECK_THAT(listed, Contains("Aoki"));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--db", "list", "--json", "list"},
           {"--db=list", "-q", "list", "--json"},
           {"--json", "--variant", "yari", "--color", "never", "list", "--db", "list"}}) {
    INFO(words[0]);
    CHECK(yari(words, here).out == listed);
  }
  CHECK_THAT(yari({"--db", "list", "db", "verify"}, here).out, Contains("sound: 1 game"));
  CHECK(yari({"--db", "list"}, here).code == 2);
  CHECK_THAT(yari({"--db", "list", "lsit"}, here).err, Contains("did you mean 'list'"));
  CHECK_THAT(yari({"--playr", "list"}, here).err, Contains("unknown option '--playr'"));
}

TEST_CASE("no command, an unknown command and an unknown option are usage errors") {
  CHECK(yari({}).code == 2);
  const Outcome command = yari({"improt", "x"});
  CHECK(command.code == 2);
  CHECK(command.out.empty());
  CHECK(command.err ==
        "yari: unknown command 'improt'; did you mean 'import'?\nyari: try 'yari --help'\n");
  CHECK_THAT(yari({"--json"}).err, Contains("expected a command before the option '--json'"));
  const Outcome option = yari({"list", "--playr", "x"});
  CHECK(option.code == 2);
  CHECK(option.err ==
        "yari: unknown option '--playr'; did you mean --player?\nyari: try 'yari list --help'\n");
  CHECK(yari({"list", "--zzzzzz"}).err ==
        "yari: unknown option '--zzzzzz'\nyari: try 'yari list --help'\n");
  CHECK_THAT(yari({"board", "extra"}).err, Contains("unexpected argument 'extra'\n"));
  CHECK_THAT(yari({"cluster", "move", "1", "a", "b"}).err, Contains("unexpected argument 'b'\n"));
  CHECK_THAT(yari({"cluster", "add", "a", "b"}).err, Contains("unexpected argument 'b'\n"));
  CHECK_THAT(yari({"list", "habu"}).err,
             Contains("unexpected argument 'habu'; a name follows --player\n"));
  CHECK_THAT(yari({"find", "habu"}).err,
             Contains("'habu'; moves follow --moves, a name --player, a question --query\n"));
  CHECK(yari({"board", "--sfen"}).code == 2);
}

TEST_CASE("abbreviated options are refused, so that new options break no script") {
  CHECK(yari({"debug", "perft", "--dep", "1"}).code == 2);
}

TEST_CASE("every command is listed, and explains itself and its options", "[slow]") {
  const Outcome overview = yari({"--help"});
  CHECK(overview.code == 0);
  for (const cli::Command* command : cli::commands()) {
    INFO(command->name);
    CHECK_THAT(overview.out, Contains("\n  " + std::string(command->name) + " "));
    const std::vector<std::string> name = words_of(command->name);
    const auto with = [&](std::vector<std::string> words, const char* word) {
      words.emplace_back(word);
      return words;
    };
    const Outcome help = yari(with(name, "--help"));
    CHECK(help.code == 0);
    CHECK(help.err.empty());
    CHECK_THAT(help.out, StartsWith("yari " + std::string(command->name) + ": "));
    cli::OptionSet options;
    command->make()->declare(options);
    const Outcome brief = yari(with(name, "-h"));
    CHECK(brief.lines().size() < help.lines().size());
    for (const std::string& option : options.names()) {
      CHECK_THAT(help.out, Contains("--" + option));
      CHECK_THAT(brief.out, Contains("--" + option));
    }
    for (const std::string& line : help.lines()) CHECK(line.size() <= 99);
    std::vector<std::string> asked{"help"};
    asked.insert(asked.end(), name.begin(), name.end());
    CHECK(yari(asked).out == help.out);
  }
}

TEST_CASE("the page on JSON names every command that has results for programs") {
  const std::string page = read_file(YARI_SOURCE_DIR "/docs/json.md");
  for (const cli::Command* command : cli::commands()) {
    INFO(command->name);
    constexpr std::array silent{"usi",          "graph",      "query save",
                                "query delete", "completion", "cluster roles"};
    if (std::ranges::count(silent, command->name) > 0) continue;
    CHECK_THAT(page, Contains("`" + std::string(command->name) + "`"));
  }
}

TEST_CASE("numbers are checked: negative, too large, no number") {
  for (const char* bad : {"-1", "51", "4x", "", "99999999999999999999", "1e3", " 4"}) {
    INFO(bad);
    const Outcome outcome = yari({"debug", "perft", "--depth", bad});
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("--depth: expected a number from 0 to 50"));
  }
}

TEST_CASE("numbers with a fraction are checked as whole ones are") {
  for (const char* bad : {"+0.5", "0x1", "0.5x", " 0.5", "0.5 ", "", "nan", "inf", "2.5", "1e9"}) {
    INFO(bad);
    const Outcome outcome = yari({"ratings", "--tau", bad, "--db", "none.db"});
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("--tau: expected a number from 0.2 to 2"));
  }
  for (const char* good : {"0.5", ".5", "5e-1"})
    CHECK_THAT(yari({"ratings", "--tau", good, "--db", "none.db"}).err, !Contains("--tau"));
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
