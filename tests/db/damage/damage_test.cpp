// Whatever happens to the file or the process: an error or the right answer, never a crash.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>

#include "db/change/upkeep.h"
#include "db/explore/search.h"
#include "db/reports/collection.h"
#include "db/store/sqlite/file/meta.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

std::vector<Game> sample_games(int count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Game> games;
  for (int i = 0; i < count; ++i) {
    games.push_back(random_record(i % 2 ? Variant::yari : Variant::shogi, rng, 40, i % 3 == 0));
  }
  return games;
}

/// Uses everything that reads; says whether an error was found.
bool use(const std::filesystem::path& file) {
  bool failed = false;
  const auto attempt = [&](auto action) {
    try {
      action();
    } catch (const DatabaseError&) {
      failed = true;
    }
  };
  attempt([&] {
    Database database(file, OpenMode::read_write);
    attempt([&] { failed |= !database.verify().ok(); });
    attempt([&] { database.statistics(); });
    for (GameId id = 1; id <= 12; ++id) attempt([&] { database.load_game(id); });
    attempt([&] { database.list({}, {}, [](const GameHeader&) { return true; }); });
    attempt([&] {
      database.find_position(start_setup(Variant::yari), {}, [](const Hit&) { return true; });
    });
    attempt([&] { import_all(database, sample_games(3, 99)); });
    attempt([&] { database.fold(); });
  });
  return failed;
}

}  // namespace

TEST_CASE("wrong bytes in any blob are found and never crash", "[slow]") {
  TempFolder folder;
  {
    Database database(folder / "good.db", OpenMode::create);
    import_all(database, sample_games(12, 1));
  }
  Rng rng(2);
  const std::vector<std::pair<std::string, std::string>> places{
      {"records", "moves"},      {"records", "notes"},        {"games", "tag_values"},
      {"tag_layouts", "layout"}, {"position_blocks", "data"}, {"content_blocks", "data"},
  };
  for (const auto& [table, column] : places) {
    int found = 0;
    for (int i = 0; i < 25; ++i) {
      std::filesystem::copy_file(folder / "good.db", folder / "bad.db",
                                 std::filesystem::copy_options::overwrite_existing);
      {
        Database database(folder / "bad.db", OpenMode::read_write);
        Connection& c = connection_of(database);
        const std::string filled = " FROM " + table + " WHERE length(" + column + ") > 0";
        Statement count(c, "SELECT COUNT(*)" + filled);
        REQUIRE((count.first({}) && count.integer(0) > 0));
        const auto nth =
            static_cast<std::int64_t>(rng() % static_cast<std::uint64_t>(count.integer(0)));
        count.reset();
        Statement row(c, "SELECT rowid, " + column + filled + " ORDER BY rowid LIMIT 1 OFFSET ?");
        REQUIRE(row.first({nth}));
        const std::int64_t id = row.integer(0);
        Bytes blob(row.blob(1).begin(), row.blob(1).end());
        row.reset();
        const auto kind = rng() % 3;
        if (kind == 0) {
          blob.resize(rng() % blob.size());
        } else if (kind == 1) {
          blob[rng() % blob.size()] ^= static_cast<std::uint8_t>(1 + rng() % 255);
        } else {
          for (std::uint8_t& b : blob) b = static_cast<std::uint8_t>(rng());
        }
        // A layout of tags that another row has already cannot be written: the column is UNIQUE.
        Statement(c, "UPDATE OR IGNORE " + table + " SET " + column + " = ? WHERE rowid = ?")
            .run({blob, id});
      }
      found += use(folder / "bad.db") ? 1 : 0;
    }
    INFO(table << '.' << column);
    CHECK(found > 0);
  }
}

TEST_CASE("a damaged index block is named by verify") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, sample_games(12, 1));
  REQUIRE(database.verify().ok());
  SECTION("a posting is lost") {
    connection_of(database).execute("DELETE FROM position_blocks");
    const VerifyReport report = database.verify();
    REQUIRE_FALSE(report.ok());
    CHECK(report.postings == 0);
    for (const std::string& problem : report.problems) {
      int game = 0, ply = 0;
      if (std::sscanf(problem.c_str(), "position index: game %d ply %d", &game, &ply) == 2)
        CHECK((game >= 1 && game <= 12 && ply <= database.load_game(game)->moves.main_plies()));
    }
    CHECK_THAT(report.problems.back(), Contains("position index: game") && Contains("is missing"));
  }
  SECTION("a move is changed") {
    Game game = *database.load_game(1);
    connection_of(database).execute("UPDATE records SET moves = zeroblob(80) WHERE id = 1");
    CHECK_THAT(database.verify().problems.front(),
               Contains("game 1") && Contains("not those that were written"));
    connection_of(database).execute("UPDATE records SET sums = NULL WHERE id = 1");
    CHECK_THAT(database.verify().problems.front(), Contains("game 1") && Contains("ply 1"));
    CHECK_THROWS_AS(database.load_game(1), DatabaseError);
  }
  SECTION("a header is changed") {
    connection_of(database).execute("UPDATE games SET plies = plies + 1 WHERE id = 3");
    const int plies = database.load_game(3)->moves.main_plies();
    CHECK(database.verify().problems.front() ==
          fmt::format("game 3: has {} plies, its header says {}", plies, plies + 1));
  }
  SECTION("a record is gone") {
    connection_of(database).execute("DELETE FROM records WHERE id = 2");
    CHECK_THAT(database.verify().problems.front(), Contains("game 2") && Contains("missing"));
  }
}

TEST_CASE("indexes are rebuilt from the games") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, sample_games(12, 1));
  Connection& connection = connection_of(database);
  REQUIRE(delete_games(database, {4}) == 1);
  SECTION("what was lost is there again") {
    const auto found = [&] {
      const Setup end = database.load_game(7)->start;
      std::vector<GameId> games;
      database.find_position(end, {},
                             [&](const Hit& hit) { return games.push_back(hit.game), true; });
      return games;
    };
    Game game = sample_games(1, 2).front();
    game.moves.edit_note(root_node).comment = "zanzibar";
    import_all(database, {game});
    const std::vector<GameId> before = found();
    REQUIRE(before.size() > 1);
    GameFilter commented;
    commented.text = "Zanzibar";
    REQUIRE(database.ids(commented) == std::vector<GameId>{13});
    connection.execute(
        "DELETE FROM position_blocks; UPDATE content_blocks SET data = x'00';"
        "INSERT INTO games_text(games_text) VALUES ('delete-all')");
    REQUIRE_FALSE(database.verify().ok());
    REQUIRE(database.ids(commented).empty());
    std::int64_t last = 0;
    CHECK(database.reindex([&](std::int64_t done, std::int64_t) { last = done; }).empty());
    CHECK(last == 12);
    CHECK(database.ids(commented) == std::vector<GameId>{13});
    CHECK(database.verify().problems.empty());
    CHECK(found() == before);
    CHECK_FALSE(undo(database));
    import_all(database, sample_games(12, 1));
    CHECK(database.statistics().games == 13);
    database.compact();
    CHECK(database.verify().problems.empty());
  }
  SECTION("the plies of a header follow from the moves") {
    const std::int64_t plies = database.statistics().plies;
    connection.execute("UPDATE games SET plies = plies + 1 WHERE id = 5");
    REQUIRE_FALSE(database.verify().ok());
    CHECK(database.reindex().empty());
    CHECK(database.statistics().plies == plies);
    CHECK(database.verify().problems.empty());
  }
  SECTION("a damaged game is left out and named") {
    connection.execute("UPDATE records SET moves = zeroblob(80) WHERE id = 5");
    const std::vector<std::string> damaged = database.reindex();
    REQUIRE(damaged.size() == 1);
    CHECK_THAT(damaged.front(), Contains("game 5 is damaged"));
    CHECK(database.verify().problems.size() == 1);
    REQUIRE(delete_games(database, {5}) == 1);
    CHECK(database.verify().problems.empty());
  }
}

TEST_CASE("a file cut or overwritten anywhere never crashes") {
  TempFolder folder;
  {
    Database database(folder / "good.db", OpenMode::create);
    import_all(database, sample_games(12, 1));
  }
  const std::string good = read_file(folder / "good.db");
  Rng rng(3);
  for (int i = 0; i < 60; ++i) {
    std::string bad = good;
    if (i % 3 == 0) {
      bad.resize(rng() % bad.size());
    } else {
      const std::size_t begin = rng() % bad.size();
      const std::size_t length = std::min(bad.size() - begin, 1 + rng() % 200);
      for (std::size_t b = begin; b < begin + length; ++b) bad[b] = static_cast<char>(rng());
    }
    std::ofstream(folder / "bad.db", std::ios::binary | std::ios::trunc) << bad;
    use(folder / "bad.db");
  }
  SUCCEED("still here");
}

TEST_CASE("a database killed while it is written is valid, and importing again completes it") {
  TempFolder folder;
  const std::vector<Game> games = sample_games(400, 4);
  const ImportOptions small{.postings_per_batch = 1500, .seconds_per_batch = 1000};
  std::string expected;
  {
    Database whole(folder / "whole.db", OpenMode::create);
    import_all(whole, games, small);
    expected = content_of(whole);
  }
  Rng rng(5);
  int killed = 0;
  for (int i = 0; i < 12; ++i) {
    const std::filesystem::path file = folder / ("killed" + std::to_string(i) + ".db").c_str();
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      Database database(file, OpenMode::create);
      import_all(database, games, small);
      _exit(0);
    }
    usleep(static_cast<useconds_t>(500 + rng() % 60'000));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    killed += WIFSIGNALED(status) ? 1 : 0;
    Database database(file, OpenMode::create);
    REQUIRE(database.verify().problems.empty());
    import_all(database, games, small);
    REQUIRE(content_of(database) == expected);
    REQUIRE(database.verify().problems.empty());
  }
  CHECK(killed > 0);
}

TEST_CASE("an importer that is dropped leaves what was committed") {
  TempFolder folder;
  const std::vector<Game> games = sample_games(20, 6);
  Database database(folder / "a.db", OpenMode::create);
  {
    Importer importer(database);
    for (int i = 0; i < 10; ++i) importer.add(games[static_cast<std::size_t>(i)]);
    importer.commit();
    for (int i = 10; i < 20; ++i) importer.add(games[static_cast<std::size_t>(i)]);
  }
  CHECK(database.count() == 10);
  CHECK(database.verify().problems.empty());
  import_all(database, games);
  CHECK(database.count() == 20);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("an impossible game is refused and harms nothing") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Importer importer(database);
  importer.add(game_of(Variant::yari, "7g7f"));
  CHECK_THROWS_AS(importer.add(game_of(Variant::yari, "7g7f 7f7e")), std::invalid_argument);
  importer.add(game_of(Variant::yari, "2g2f"));
  importer.finish();
  CHECK(database.count() == 2);
}

TEST_CASE("a stranger's SQL does not run") {
  TempFolder folder;
  const std::filesystem::path file = folder / "a.db";
  {
    Database database(file, OpenMode::create);
    import_all(database, sample_games(4, 1));
  }
  SECTION("triggers") {
    {
      Connection raw(file, OpenMode::read_write);
      raw.execute("CREATE TRIGGER evil AFTER INSERT ON journal BEGIN DELETE FROM games; END");
    }
    Database database(file, OpenMode::read_write);
    CHECK(set_tags(database, {1}, {{"Event", "Open"}}).games == 1);
    CHECK(database.count() == 4);
  }
  SECTION("views") {
    std::vector<std::string> tables;
    {
      Connection raw(file, OpenMode::read_write);
      Statement names(raw,
                      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE "
                      "'sqlite%' AND name NOT LIKE '%\\_text\\_%' ESCAPE '\\'");
      for (names.start({}); names.step();) tables.emplace_back(names.text(0));
    }
    REQUIRE(tables.size() > 20);
    for (const std::string& table : tables) {
      INFO(table);
      const std::filesystem::path copy = folder / (table + ".db").c_str();
      std::filesystem::copy_file(file, copy);
      {
        Connection raw(copy, OpenMode::read_write);
        raw.execute("PRAGMA legacy_alter_table = ON; ALTER TABLE " + table +
                    " RENAME TO old; CREATE VIEW " + table + " AS SELECT * FROM old");
      }
      CHECK_THROWS_WITH(Database(copy, OpenMode::read_only),
                        Contains("has a view, a virtual table"));
    }
  }
}

TEST_CASE("numbers at the end of their range end a walk") {
  TempFolder folder;
  const std::filesystem::path file = folder / "a.db";
  {
    Database database(file, OpenMode::create);
    import_all(database, sample_games(4, 1));
    connection_of(database).execute(
        "INSERT INTO position_runs(slot, age, postings, blocks) VALUES (31, 1000, 1, 1);"
        "INSERT INTO position_blocks(id, data) SELECT 9223372036854775807, data "
        "FROM position_blocks LIMIT 1");
  }
  Database database(file, OpenMode::read_only);
  CHECK_FALSE(database.verify().ok());
  // Right or refused, but at an end.
  try {
    database.statistics();
  } catch (const DatabaseError&) {
  }
}

TEST_CASE("memory and time follow the number of games, not the largest number of one") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  std::vector<Game> games = sample_games(13, 1);
  const Game last = games.back();
  games.pop_back();
  import_all(database, games);
  // Close together: a place for each number up to the largest.
  CHECK(store::numbers_of(store_of(database).snapshot()->games()).places() == 13);
  meta::set(connection_of(database), meta::next_game, 0xFFFFFFFF);
  REQUIRE(import_all(database, {last}).front().game == 0xFFFFFFFF);

  const GameSet set = store::numbers_of(store_of(database).snapshot()->games());
  CHECK(set.places() == 13);
  CHECK(set.place(12) == 11);
  CHECK(set.place(0xFFFFFFFF) == 12);
  CHECK_FALSE(set.has(13));
  CHECK(database.verify().problems.empty());
  find_twins(database, [](const Twins&) { return true; });
  CHECK_FALSE(common_positions(database, 3).empty());
  database.fold();
  CHECK(database.verify().problems.empty());
  // Progress is reported where parts of the range are looked at, and this range would have
  // millions.
  SearchOptions options;
  options.progress = [](std::int64_t, std::int64_t all) { CHECK(all <= 13); };
  std::vector<GameId> found;
  search(database, *query::parse("ply = 0", Variant::yari), {}, options,
         [&](const Hit& hit) { return found.push_back(hit.game), true; });
  CHECK(found.size() == 13);
  CHECK(found.back() == 0xFFFFFFFF);
}
