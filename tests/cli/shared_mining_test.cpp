// `yari book mine --share`: several programs mine one book.
#include <future>

#include "tests/cli/program.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"

namespace yari::test {

TEST_CASE("two programs share the mining of a book, and none does what the other did") {
  const TemporaryFolder folder;
  RunOptions here;
  here.folder = folder.path();
  const auto mine = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"book", "mine", "--variant", "yari", "--nodes", "200",
                                   "--db", "m.db", "--lines",   "3",    "-j",      "1"};
    words.insert(words.end(), more.begin(), more.end());
    return yari(words, here);
  };
  const auto evaluations = [&] {
    const Outcome counted =
        yari({"sql", "--db", "m.db", "SELECT count(*) FROM evaluations_view"}, here);
    return std::stoi(counted.lines().back());
  };
  REQUIRE(yari({"import", "-q", "--db", "m.db", folder.file("a.psn", "1. P-3f *\n")}, here).code ==
          0);
  auto first = std::async(std::launch::async, [&] {
    return mine({"--share", "1/2", "--positions", "12", "-o", "1.db"});
  });
  auto second = std::async(std::launch::async, [&] {
    return mine({"--share", "2/2", "--positions", "12", "-o", "2.db"});
  });
  CHECK(first.get().code == 0);
  CHECK(second.get().code == 0);
  CHECK(evaluations() == 24);
  // The other share died: it is taken over, and nothing of it is done again.
  const Outcome alone =
      mine({"--share", "2/2", "--lease", "0.3", "--positions", "20", "-o", "2.db", "--json"});
  CHECK(alone.code == 0);
  CHECK(alone.object()["analysed"] == 20);
  CHECK(evaluations() == 44);
  REQUIRE(mine({"--positions", "0", "-o", "all.db"}).code == 0);
  CHECK(read_file(folder / "all.db") == read_file(folder / "2.db"));
  for (const char* const wrong : {"", "2", "0/2", "3/2", "1/0", "1/2/3", "a/b"})
    CHECK(mine({"--share", wrong, "-o", "x.db"}).code == 2);
}

}  // namespace yari::test
