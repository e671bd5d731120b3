// Whole sessions with the program, command by command, must print what tests/transcripts/ has of
// them: a change of any answer shows in the difference of a file, where somebody reads it.
//
// YARI_WRITE_TRANSCRIPTS=1 writes what the commands print now; a new file needs its commands alone.
#include <cstdlib>
#include <fstream>

#include "tests/cli/program.h"
#include "tests/cli/program/examples.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {
namespace {

const std::filesystem::path transcripts =
    std::filesystem::path(YARI_SOURCE_DIR) / "tests" / "transcripts";

void check_transcript(const std::string& name) {
  const std::filesystem::path file = transcripts / (name + ".txt");
  std::vector<Example> examples = examples_of(read_file(file));
  REQUIRE(examples.size() >= 20);
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink(transcripts / "games", folder.path() / "games");
  const bool write = std::getenv("YARI_WRITE_TRANSCRIPTS") != nullptr;
  for (Example& example : examples) {
    INFO("$ " << example.command);
    const std::string output =
        without_times(output_of("export LC_ALL=C.UTF-8; " + example.command, folder.path(), true));
    if (write)
      example.output = output;
    else
      CHECK(output == example.output);
  }
  if (!write) return;
  std::ofstream out(file);
  for (const Example& example : examples) out << "$ " << example.command << '\n' << example.output;
}

}  // namespace

TEST_CASE("games are listed as in the transcript") { check_transcript("list"); }
TEST_CASE("positions are found as in the transcript") { check_transcript("find"); }
TEST_CASE("moves and games are counted as in the transcript") { check_transcript("tree"); }
TEST_CASE("games and boards are shown as in the transcript") { check_transcript("show"); }
TEST_CASE("players and events are shown as in the transcript") { check_transcript("people"); }
TEST_CASE("games are changed as in the transcript") { check_transcript("change"); }
TEST_CASE("records are read and written as in the transcript") { check_transcript("records"); }
TEST_CASE("games are judged as in the transcript") { check_transcript("study"); }
TEST_CASE("books are made as in the transcript") { check_transcript("books"); }
TEST_CASE("games by mail are played as in the transcript") { check_transcript("mail"); }

}  // namespace yari::test
