// --no-comments, --no-clocks, --no-variations and --no-evals of show, convert and export.
#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

namespace {

const std::string with_parts =
    "[Variant \"Shogi\"]\n[Black \"A\"]\n\n{Opening words} 1. P-7f! {[%emt 0:00:03] "
    "[%eval 0.35] good} (1. P-2f {or this} P-8d) P-3d 2. P-2f 1-0\n";

/// What follows the tags.
std::string moves_in(const Outcome& outcome) {
  const std::size_t at = outcome.out.find("\n\n");
  return at == std::string::npos ? "" : outcome.out.substr(at + 2);
}

std::vector<std::string> plus(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("parts of a record are left out in show, convert and export alike") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  folder.file("in.psn", with_parts);
  yari({"import", "in.psn"}, here);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"show", "1", "--evals", "--to", "hodges"},
        {"convert", "in.psn", "--to", "hodges"},
        {"export", "1"}}) {
    INFO(command[0]);
    const auto moves = [&](const std::vector<std::string>& words) {
      const Outcome outcome = yari(plus(command, words), here);
      CHECK(outcome.code == 0);
      CHECK(outcome.err.empty());
      return moves_in(outcome);
    };
    const std::string all = moves({});
    CHECK_THAT(all, Contains("Opening words") && Contains("emt") && Contains("eval") &&
                        Contains("(1. P-2f {or this}"));
    CHECK_THAT(moves({"--no-comments"}), !Contains("Opening") && !Contains("good") &&
                                             !Contains("or this") && Contains("emt") &&
                                             Contains("eval") && Contains("(1. P-2f P-8d)"));
    CHECK_THAT(moves({"--no-clocks"}), !Contains("emt") && Contains("eval") && Contains("good"));
    CHECK_THAT(moves({"--no-variations"}), !Contains("or this") && Contains("good"));
    CHECK_THAT(moves({"--no-evals"}), !Contains("eval") && Contains("emt") && Contains("good"));
    CHECK(moves({"--no-comments", "--no-clocks", "--no-variations", "--no-evals"}) ==
          "1. P-7f! P-3d 2. P-2f 1-0\n\n");
    CHECK(moves({"--no-comments", "--comments"}) == all);
  }
}

TEST_CASE("what is left out on purpose is not reported as lost") {
  const TemporaryFolder folder;
  const std::string file = folder.file("in.psn", with_parts);
  // USI has moves alone.
  CHECK_THAT(yari({"convert", file, "--to", "usi"}).err, Contains("comments"));
  const Outcome bare = yari({"convert", file, "--to", "usi", "--no-comments", "--no-clocks",
                             "--no-variations", "--no-evals"});
  CHECK_THAT(bare.err,
             !Contains("comments") && !Contains("variations") && !Contains("evaluations"));
}

TEST_CASE("show --json has evaluations unless they are left out") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  folder.file("in.psn", with_parts);
  yari({"import", "in.psn"}, here);
  CHECK_THAT(yari({"show", "1", "--json"}, here).out, Contains("%eval"));
  CHECK_THAT(yari({"show", "1", "--json", "--no-evals"}, here).out, !Contains("%eval"));
}

TEST_CASE("tables have no parts of records to leave out") {
  const TemporaryFolder folder;
  const RunOptions here{.folder = folder.path()};
  folder.file("in.psn", with_parts);
  yari({"import", "in.psn"}, here);
  const Outcome refused = yari({"export", "--to", "csv", "--no-comments"}, here);
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("go with records"));
}

}  // namespace yari::test
