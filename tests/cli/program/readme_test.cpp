// Every example pasted into the README and some pages of docs/ is run, and must print what is
// pasted there.
#include "tests/cli/program.h"
#include "tests/cli/program/examples.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

TEST_CASE("times are all that may differ from what is pasted") {
  CHECK(without_times("7 plies in 0.25 s\n12 s, 3 min 20 s; 2 h 5 min") ==
        "7 plies in TIME\nTIME, TIME; TIME");
  CHECK(without_times("12 samples, 3 seconds") == "12 samples, 3 seconds");
}

namespace {

/// Runs the examples of a page in order, in a folder of its own.
void check_examples(const std::string& page) {
  const std::filesystem::path root(YARI_SOURCE_DIR);
  const std::vector<Example> examples = examples_of_page(read_file(root / page));
  REQUIRE(examples.size() >= 5);
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink(root / "samples", folder.path() / "samples");
  for (const Example& example : examples) {
    INFO("$ " << example.command);
    CHECK(without_times(output_of(example.command, folder.path(), false)) ==
          without_times(example.output));
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
