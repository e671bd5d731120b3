// Every example pasted into the README and some pages of docs/ is run, and must print what is
// pasted there.
#include <regex>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

struct Example {
  std::string command;
  std::string output;
};

/// The lines between "```console" fences: "$ COMMAND", then what it prints.
std::vector<Example> examples_in(const std::string& text) {
  std::vector<Example> examples;
  std::istringstream lines(text);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```"))
      inside = line == "```console";
    else if (inside && line.starts_with("$ "))
      examples.push_back({line.substr(2), ""});
    else if (inside && !examples.empty())
      examples.back().output += line + '\n';
  }
  return examples;
}

/// Times differ from run to run: "0.25 s", "3 min 20 s" and "2 h 5 min" become "TIME".
std::string without_times(const std::string& text) {
  static const std::regex time(R"((\d+ h \d+ min|\d+ min \d+ s|\d+(\.\d+)? s)\b)");
  return std::regex_replace(text, time, "TIME");
}

}  // namespace

TEST_CASE("times are all that may differ from what is pasted") {
  CHECK(without_times("7 plies in 0.25 s\n12 s, 3 min 20 s; 2 h 5 min") ==
        "7 plies in TIME\nTIME, TIME; TIME");
  CHECK(without_times("12 samples, 3 seconds") == "12 samples, 3 seconds");
}

namespace {

/// Runs the examples of a page in order, in a folder of its own.
void check_examples(const std::string& page) {
  const std::filesystem::path root(YARI_SOURCE_DIR);
  const std::vector<Example> examples = examples_in(read_file(root / page));
  REQUIRE(examples.size() >= 5);
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink(root / "samples", folder.path() / "samples");
  const RunOptions here{.environment = {{"PATH", path_with_yari()}}, .folder = folder.path()};
  for (const Example& example : examples) {
    INFO("$ " << example.command);
    const Outcome outcome = run_program("/bin/sh", {"-c", "exec 2>&1; " + example.command}, here);
    CHECK(without_times(outcome.out) == without_times(example.output));
  }
}

}  // namespace

TEST_CASE("every example of the README prints what is pasted there", "[slow]") {
  check_examples("README.md");
}

TEST_CASE("every example of the pages on keeping a collection prints what is pasted there",
          "[slow]") {
  for (const char* page :
       {"docs/players.md", "docs/events.md", "docs/sql.md", "docs/corrections.md",
        "docs/openings.md", "docs/import.md", "docs/statistics.md", "docs/backup.md",
        "docs/mail.md", "docs/books.md"}) {
    INFO(page);
    check_examples(page);
  }
}

}  // namespace yari::test
