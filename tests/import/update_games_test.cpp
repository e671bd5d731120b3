// Where games come from, and files that are imported again after a change.
#include "import/update_games.h"

#include <catch2/catch.hpp>

#include "db/corrections.h"
#include "import/import_games.h"
#include "tests/import/support.h"

namespace yari::test {

namespace {

std::string record(const std::string& black, const std::string& moves) {
  return "[Black \"" + black + "\"]\n\n" + moves + " *\n\n";
}

struct Collection {
  ScratchFolder folder;
  std::string file;
  Database games;

  explicit Collection(const std::string& text)
      : file(folder.write("a.psn", text)), games(folder.path() / "a.db", OpenMode::create) {
    import_games(games, {file}, {});
  }
  UpdateSummary update(const std::string& text) {
    folder.write("a.psn", text);
    return update_games(games, {file}, {});
  }
};

}  // namespace

TEST_CASE("every game remembers its file and the number of its record") {
  Collection c(record("Ann", "1. P-1f") + record("Ann", "1. P-1f") + record("Cid", "1. P-2f"));
  REQUIRE(c.games.count() == 2);
  CHECK(origin_of(c.games, 1)->file == c.file);
  CHECK(origin_of(c.games, 1)->record == 1);
  // The second record is a duplicate of the first.
  CHECK(origin_of(c.games, 2)->record == 3);
  CHECK(origin_of(c.games, 2)->member.empty());
  CHECK_FALSE(origin_of(c.games, 3));
  GameFilter filter;
  filter.from_file = "A.psn";
  CHECK(c.games.count(filter) == 2);
  filter.from_file = "b.psn";
  CHECK(c.games.count(filter) == 0);
  c.games.compact();
  CHECK(origin_of(c.games, 2)->record == 3);
}

TEST_CASE("an update changes the game of a changed record, which keeps its number") {
  Collection c(record("Ann", "1. P-1f") + record("Bob", "1. P-2f") + record("Cid", "1. P-3f"));
  const std::string now = record("New", "1. P-5f") + record("Ann", "1. P-1f") +
                          record("Bob", "1. P-2f P-2d") + record("Cid", "1. P-3f");
  const UpdateSummary summary = c.update(now);
  CHECK(summary.unchanged == 2);
  CHECK(summary.updated == 1);
  CHECK(summary.imported == 1);
  CHECK(summary.missing == 0);
  CHECK(c.games.header(2)->plies == 2);
  CHECK(c.games.header(4)->black == "New");
  CHECK(origin_of(c.games, 4)->record == 1);
  CHECK(origin_of(c.games, 2)->record == 3);
  CHECK(c.games.verify().problems.empty());
  // The second time there is nothing to do.
  const UpdateSummary again = c.update(now);
  CHECK(again.unchanged == 4);
  CHECK(again.updated == 0);
  CHECK(again.imported == 0);
  REQUIRE(undo(c.games));
  CHECK(c.games.header(2)->plies == 1);
  CHECK(c.games.verify().problems.empty());
}

TEST_CASE("an update leaves what was corrected by hand where the record is as it was") {
  Collection c(record("Ann", "1. P-1f") + record("Bob", "1. P-2f"));
  correct_games(c.games, "Anna", {{1, {.tags = {{"Black", "Anna"}}}}});
  const UpdateSummary summary = c.update(record("Ann", "1. P-1f") + record("Rob", "1. P-2f"));
  CHECK(summary.updated == 1);
  CHECK(c.games.header(1)->black == "Anna");
  CHECK(c.games.header(2)->black == "Rob");
}

TEST_CASE("a game whose record is gone is reported and stays") {
  Collection c(record("Ann", "1. P-1f") + record("Bob", "1. P-2f"));
  c.folder.write("a.psn", record("Bob", "1. P-2f"));
  std::vector<GameId> missing;
  UpdatePlan plan;
  plan.on_missing = [&](const std::string&, GameId id) { missing.push_back(id); };
  CHECK(update_games(c.games, {c.file}, plan).missing == 1);
  CHECK(missing == std::vector<GameId>{1});
  CHECK(c.games.count() == 2);
}

}  // namespace yari::test
