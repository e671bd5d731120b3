// Where games come from, and files that are imported again after a change.
#include "import/update_games.h"

#include <atomic>

#include "db/change/corrections.h"
#include "db/reports/judgements.h"
#include "import/import_games.h"
#include "tests/import/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

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

TEST_CASE("an update that is stopped leaves the file that it was reading as it was") {
  Collection c(record("Ann", "1. P-1f") + record("Bob", "1. P-2f"));
  const std::string now = record("Ann", "1. P-1f P-1d") + record("Bob", "1. P-2f P-2d");
  c.folder.write("a.psn", now);
  std::atomic<bool> stop = false;
  UpdatePlan plan;
  plan.stop = &stop;
  plan.on_record = [&](const ReadRecord&) { stop = true; };
  const UpdateSummary summary = update_games(c.games, {c.file}, plan);
  CHECK(summary.stopped);
  CHECK(summary.updated == 0);
  CHECK(summary.missing == 0);
  CHECK(c.games.header(1)->plies == 1);
  stop = false;
  plan.on_record = {};
  CHECK(update_games(c.games, {c.file}, plan).updated == 2);
}

TEST_CASE("several files, members of an archive and files that are gone are updated in one run") {
  const ScratchFolder folder;
  Database games(folder.path() / "a.db", OpenMode::create);
  const auto write = [&](const std::string& more) {
    folder.write("a.psn", record("Ann", "1. P-1f" + more));
    write_archive(
        folder.name("b.zip"), "zip", "",
        {{"x.psn", record("Bob", "1. P-2f" + more)}, {"y.psn", record("Cid", "1. P-3f" + more)}});
  };
  const std::vector<std::string> paths{folder.name("a.psn"), folder.name("b.zip"),
                                       folder.name("gone.psn")};
  write("");
  import_games(games, paths, {});
  write(" P-4d");
  std::vector<std::string> said;
  UpdatePlan plan;
  plan.on_record = [&](const ReadRecord& read) { said.push_back(*read.record.file); };
  const UpdateSummary summary = update_games(games, paths, plan);
  CHECK(summary.files == 3);
  CHECK(summary.updated == 3);
  CHECK(summary.bad_files == 1);
  CHECK(said ==
        std::vector<std::string>{paths[0], paths[1] + ":x.psn", paths[1] + ":y.psn", paths[2]});
  for (const GameId id : {1, 2, 3}) CHECK(games.header(id)->plies == 2);
  CHECK(update_games(games, paths, {}).unchanged == 3);
}

TEST_CASE("a record that comes to the same game changes nothing, and one that is another is kept") {
  Collection c(record("Ann", "1. P-1f"));
  CHECK(c.update(record("Ann", "1.  P-1f")).updated == 0);
  CHECK(c.update(record("Ann", "1.  P-1f")).unchanged == 1);
  for (const char* tag : {"[Variant \"Shogi\"]\n", "[Rules \"svp\"]\n"}) {
    const UpdateSummary other = c.update(tag + record("Ann", "1. P-1f"));
    CHECK(other.updated == 0);
    REQUIRE(other.kept.size() == 1);
    CHECK(other.kept[0] == "the record of game 1 is now of another game or rules");
    CHECK(c.games.header(1)->variant == Variant::yari);
  }
}

TEST_CASE("records that cannot be read, and games that are there already, are counted") {
  Collection c(record("Ann", "1. P-1f") + record("Bob", "1. P-2f"));
  c.folder.write("a.psn", record("Ann", "1. P-1f") + record("Ann", "1. P-1f") +
                              record("Bob", "1. P-2f") + record("Cid", "1. P-9z"));
  UpdatePlan plan;
  plan.reading.read.strict = true;
  const UpdateSummary summary = update_games(c.games, {c.file}, plan);
  CHECK(summary.unchanged == 2);
  CHECK(summary.duplicates == 1);
  CHECK(summary.rejected == 1);
  CHECK(summary.imported == 0);
  CHECK(c.update(record("Ann", "1. P-1f")).missing == 1);
  CHECK(c.games.count() == 2);
}

TEST_CASE("an annotated or damaged game stays as it is when its record changes, until it can") {
  Collection c(record("Ann", "1. P-1f") + record("Bob", "1. P-2f"));
  store_annotation(c.games, 1, {});
  connection_of(c.games).execute("UPDATE records SET moves = x'ffff' WHERE id = 2");
  const std::string now = record("Ann", "1. P-1f P-1d") + record("Bob", "1. P-2f P-2d");
  for (int time = 0; time < 2; ++time) {
    const UpdateSummary summary = c.update(now);
    CHECK(summary.updated == 0);
    REQUIRE(summary.kept.size() == 2);
    CHECK_THAT(summary.kept[0], Contains("game 1 is annotated"));
    CHECK_THAT(summary.kept[1], Contains("game 2 is damaged"));
    CHECK(c.games.header(1)->plies == 1);
    // What could not be taken over is tried again.
    CHECK(summary.unchanged == 0);
  }
}

TEST_CASE("changed records between known ones are the old ones where they are as many") {
  const std::string a = record("Ann", "1. P-1f"), b = record("Bob", "1. P-2f"),
                    c = record("Cid", "1. P-3f"), d = record("Dan", "1. P-5f"),
                    x = record("Xav", "1. P-6f"), y = record("Yun", "1. P-7f"),
                    z = record("Zoe", "1. P-7f P-7d");
  struct Row {
    std::string now;
    std::int64_t unchanged, updated, imported, missing;
    std::vector<std::string> players;
  };
  for (const Row& row : std::vector<Row>{
           {a + x + y + d, 2, 2, 0, 0, {"Ann", "Xav", "Yun", "Dan"}},
           {a + x + y + z + d, 2, 0, 3, 2, {"Ann", "Bob", "Cid", "Dan", "Xav", "Yun", "Zoe"}},
           {a + x + d, 2, 0, 1, 2, {"Ann", "Bob", "Cid", "Dan", "Xav"}},
           {x + b + c + y, 2, 2, 0, 0, {"Xav", "Bob", "Cid", "Yun"}},
           {x + b + y + d + z, 2, 2, 1, 0, {"Xav", "Bob", "Yun", "Dan", "Zoe"}},
           {x + y + z + d, 1, 3, 0, 0, {"Xav", "Yun", "Zoe", "Dan"}},
           {d + a, 2, 0, 0, 2, {"Ann", "Bob", "Cid", "Dan"}}}) {
    Collection games(a + b + c + d);
    const UpdateSummary summary = games.update(row.now);
    INFO(row.now);
    CHECK(summary.unchanged == row.unchanged);
    CHECK(summary.updated == row.updated);
    CHECK(summary.imported == row.imported);
    CHECK(summary.missing == row.missing);
    std::vector<std::string> players;
    for (const GameId id : games.games.ids({})) players.push_back(games.games.header(id)->black);
    CHECK(players == row.players);
    CHECK(games.update(row.now).updated == 0);
  }
}

TEST_CASE("a game that is gone is named with its file and the record it was") {
  Collection c(record("Ann", "1. P-1f") + record("Bob", "1. P-2f") + record("Cid", "1. P-3f"));
  c.folder.write("a.psn", record("Ann", "1. P-1f") + record("Cid", "1. P-3f"));
  std::string missing;
  UpdatePlan plan;
  plan.on_missing = [&](const std::string& source, GameId) { missing += source; };
  update_games(c.games, {c.file}, plan);
  CHECK(missing == source_name({c.file, "", 2, 0}));
  // What is left has its new number.
  CHECK(origin_of(c.games, 3)->record == 2);
}

}  // namespace yari::test
