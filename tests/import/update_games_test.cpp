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

namespace {

/// A record of Shogi, whose games look alike sooner.
std::string dated(const std::string& players, const std::string& date, const std::string& moves) {
  const std::size_t dash = players.find('-');
  return "[Variant \"Shogi\"]\n[Black \"" + players.substr(0, dash) + "\"]\n[White \"" +
         players.substr(dash + 1) + "\"]\n[Date \"" + date + "\"]\n\n1. " + moves + " *\n\n";
}

/// "Ann 3" of game 1, and so on: Black and the number of plies.
std::vector<std::string> list_of(Database& games) {
  std::vector<std::string> list;
  games.list({}, {}, [&](const GameHeader& h) {
    list.push_back(h.black + ' ' + std::to_string(h.plies));
    return true;
  });
  return list;
}

using Lines = std::vector<std::string>;

/// Twenty moves without a capture.
const std::string long_line =
    "P-7f P-3d P-2f P-8d P-2e P-8e G-7h G-3b P-9f P-9d P-1f P-1d S-4h S-6b P-4f P-6d S-4g S-6c "
    "K-6h K-4b";

}  // namespace

TEST_CASE("a record of another game takes no game's place") {
  // One file that always has the latest game.
  Collection c(dated("Ann-Bob", "2001.01.01", "P-7f P-3d P-2f"));
  c.folder.write("a.psn", dated("Eve-Fay", "2026.05.05", "P-1f P-9d P-6f P-4d"));
  std::vector<GameId> missing;
  UpdatePlan plan;
  plan.on_missing = [&](const std::string&, GameId id) { missing.push_back(id); };
  const UpdateSummary summary = update_games(c.games, {c.file}, plan);
  CHECK(summary.updated == 0);
  CHECK(summary.imported == 1);
  CHECK(missing == std::vector<GameId>{1});
  CHECK(list_of(c.games) == Lines{"Ann 3", "Eve 4"});
  // The record that comes next has its own game, though the first still stands in no file.
  CHECK(c.update(dated("Eve-Fay", "2026.05.05", "P-1f P-9d P-6f P-4d P-7f")).updated == 1);
  CHECK(list_of(c.games) == Lines{"Ann 3", "Eve 5"});
}

TEST_CASE("records that changed and moved are found where they stand now") {
  const auto game = [](const char* black, const char* moves) {
    return dated(std::string(black) + "-Bob", "2001.01.01", moves);
  };
  const std::string before =
      game("Ann", "P-7f") + game("Cid", "P-2f P-3d") + game("Dan", "P-1f P-1d P-2f");
  SECTION("behind a new one") {
    Collection c(before);
    const UpdateSummary summary =
        c.update(game("New", "P-9f") + game("Ann", "P-7f P-3d") + game("Cid", "P-2f P-3d") +
                 game("Dan", "P-1f P-1d P-2f"));
    CHECK(summary.updated == 1);
    CHECK(summary.imported == 1);
    CHECK(summary.missing == 0);
    CHECK(list_of(c.games) == Lines{"Ann 2", "Cid 2", "Dan 3", "New 1"});
  }
  SECTION("all of them, one gone and one new") {
    Collection c(before);
    const UpdateSummary summary = c.update(
        game("Cid", "P-2f P-3d P-7f") + game("Dan", "P-1f P-1d P-2f P-3d") + game("New", "P-9f"));
    CHECK(summary.updated == 2);
    CHECK(summary.imported == 1);
    CHECK(summary.missing == 1);
    CHECK(list_of(c.games) == Lines{"Ann 1", "Cid 3", "Dan 4", "New 1"});
  }
  SECTION("in another order") {
    Collection c(before);
    CHECK(c.update(game("Dan", "P-1f P-1d P-2f P-8d") + game("Ann", "P-7f P-3d") +
                   game("Cid", "P-2f P-3d"))
              .updated == 2);
    CHECK(list_of(c.games) == Lines{"Ann 2", "Cid 2", "Dan 4"});
  }
  SECTION("games of two players, of which one begins the other") {
    Collection c(game("Ann", "P-7f P-3d") + game("Ann", "P-7f P-3d P-2f"));
    const UpdateSummary summary = c.update(game("Ann", "P-7f P-3d P-2f P-8d"));
    CHECK(summary.updated == 1);
    CHECK(summary.missing == 1);
    CHECK(list_of(c.games) == Lines{"Ann 2", "Ann 4"});
  }
}

TEST_CASE("what users correct changes the game, and what makes it another does not") {
  struct Change {
    std::string before, after;
    bool updated;
  };
  const std::string shorter = "P-7f P-3d P-2f", other = "P-1f P-9d P-6f P-4d";
  const std::string date = "2001.01.01", none = "????.??.??";
  const Change changes[] = {
      // A name, a date, both names confused.
      {dated("Ann-Bob", date, shorter), dated("Ann-Rob", date, shorter), true},
      {dated("Ann-Bob", date, shorter), dated("Ann-Bob", "2001.01.02", shorter), true},
      {dated("Ann-Bob", date, shorter), dated("Bob-Ann", date, shorter), true},
      {dated("Ann-Bob", none, shorter), dated("Ann-Bob", date, shorter + " P-8d"), true},
      {dated("Ann-Bob", date, shorter), dated("Eve-Fay", date, shorter), false},
      {dated("Ann-Bob", date, long_line), dated("Eve-Fay", date, long_line), true},
      {dated("Ann-Bob", date, long_line), dated("Eve-Fay", date, long_line + " P-8f"), false},
      {dated("Ann-Bob", date, long_line), dated("Ann-Fay", date, long_line + " P-8f"), true},
      {dated("Ann-Bob", none, shorter), dated("Ann-Fay", none, shorter + " P-8d"), false},
      // A name and a move at once, where the rest agrees.
      {dated("Ann-Bob", date, shorter), dated("Ann-Rob", date, shorter + " P-8d"), true},
      // A wrong move, one left out, moves taken back.
      {dated("Ann-Bob", none, shorter), dated("Ann-Bob", none, "P-7f P-8d P-2f"), true},
      {dated("?-?", none, shorter), dated("?-?", none, "P-7f P-8d P-2f"), false},
      {dated("?-?", none, shorter), dated("?-?", none, shorter + " P-8d"), true},
      {dated("Ann-Bob", none, shorter + " P-8d P-1f"),
       dated("Ann-Bob", none, "P-7f P-3d P-6f P-1d P-2f P-8d P-1f"), true},
      {dated("Ann-Bob", none, long_line), dated("Ann-Bob", none, shorter), true},
      {dated("Ann-Bob", none, long_line + " S-5f S-5d P-6f P-7d"),
       dated("Ann-Bob", none, long_line + " P-3f P-7d P-6f S-5d"), true},
      {dated("Ann-Bob", "2001.01.01", long_line + " S-5f S-5d P-6f P-7d P-3f P-9e"),
       dated("Ann-Bob", "2001.01.08", long_line + " P-3f P-7d S-5f G-5b P-9e S-5d"), false},
      // Retyped.
      {dated("Ann-Bob", date, shorter), dated("Ann-Bob", date, other), true},
      {dated("Ann-Bob", none, shorter), dated("Ann-Bob", none, other), false},
      {dated("Ann-Bob", date, shorter), "[Round \"2\"]\n" + dated("Ann-Bob", date, other), true},
      {"[Round \"1\"]\n" + dated("Ann-Bob", date, shorter),
       "[Round \"2\"]\n" + dated("Ann-Bob", date, other), false},
  };
  for (const Change& change : changes) {
    CAPTURE(change.before, change.after);
    Collection c(change.before);
    const UpdateSummary summary = c.update(change.after);
    CHECK(summary.updated == (change.updated ? 1 : 0));
    CHECK(summary.imported == (change.updated ? 0 : 1));
    CHECK(summary.missing == (change.updated ? 0 : 1));
    // Nothing is lost.
    CHECK(c.games.count() == (change.updated ? 1 : 2));
    CHECK(c.games.verify().problems.empty());
  }
}

TEST_CASE("of many records that changed, each keeps its number though others went and came") {
  const auto file = [](int from, int to, const char* more) {
    std::string text;
    for (int i = from; i < to; ++i)
      text += dated(
          "Ann-Bob", "2001.01.01",
          "P-" + std::to_string(i % 9 + 1) + "f P-" + std::to_string(i / 9 % 9 + 1) + "d" + more);
    return text;
  };
  Collection c(file(0, 80, ""));
  REQUIRE(c.games.count() == 80);
  const UpdateSummary summary =
      c.update(dated("New-Bob", "2001.01.01", "K-5h") + file(40, 81, " K-5h"));
  CHECK(summary.updated == 40);
  CHECK(summary.imported == 2);
  CHECK(summary.missing == 40);
  for (GameId id = 1; id <= 80; ++id) CHECK(c.games.header(id)->plies == (id <= 40 ? 2 : 3));
}

}  // namespace yari::test
