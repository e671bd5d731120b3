// Pages of the file in the wrong places: verify ends, and reindexing repairs what follows from
// games.
#include <fstream>

#include "db/change/upkeep.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

TEST_CASE("pages that were exchanged are reported and do not keep verify from ending") {
  TempFolder folder;
  for (const char* name : {"damaged/verify-hang.db", "damaged/verify-segv.db"}) {
    INFO(name);
    const auto damaged = shared_data(name);
    if (!damaged) continue;
    const std::filesystem::path file = folder / damaged->filename().string().c_str();
    std::filesystem::copy_file(*damaged, file);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    Database database(file, OpenMode::read_write);
    CHECK_FALSE(database.verify().ok());
    try {
      database.fold();
    } catch (const DamagedFile&) {
    }
    // Of the second file the games themselves are damaged.
    try {
      database.reindex();
      for (const std::string& problem : database.verify().problems)
        CHECK_THAT(problem, !Contains("position index") && !Contains("content index"));
    } catch (const DamagedFile& error) {
      CHECK_THAT(error.what(), Contains("the tables of the games are damaged"));
      CHECK(file.filename() == "verify-segv.db");
    }
  }
}

namespace {

/// Exchanges the first two leaves of a table in the file.
void exchange_leaves(const std::filesystem::path& file, const std::string& table) {
  std::int64_t first = 0, second = 0;
  {
    Database database(file, OpenMode::read_write);
    connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
    Statement root(connection_of(database), "SELECT rootpage FROM sqlite_schema WHERE name = ?");
    REQUIRE(root.first({table}));
    const std::string bytes = read_file(file);
    const auto number = [&](std::size_t at, int size) {
      std::int64_t value = 0;
      for (int i = 0; i < size; ++i)
        value = value << 8 | static_cast<std::uint8_t>(bytes[at + static_cast<std::size_t>(i)]);
      return value;
    };
    const std::size_t page = static_cast<std::size_t>(root.integer(0) - 1) * 4096;
    // An interior page of a table (SQLite's file format, 1.6): cells begin with the child's number.
    REQUIRE(bytes[page] == 5);
    REQUIRE(number(page + 3, 2) >= 2);
    first = number(page + static_cast<std::size_t>(number(page + 12, 2)), 4);
    second = number(page + static_cast<std::size_t>(number(page + 14, 2)), 4);
  }
  std::string bytes = read_file(file);
  const auto at = [&](std::int64_t page) { return bytes.begin() + (page - 1) * 4096; };
  std::swap_ranges(at(first), at(first) + 4096, at(second));
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace

TEST_CASE("reindexing repairs exchanged pages of whatever follows from the games") {
  TempFolder folder;
  const std::filesystem::path good = folder / "good.db", bad = folder / "bad.db";
  std::string before;
  {
    Database database(good, OpenMode::create);
    import_all(database, mixed_games(400));
    before = state_of(database);
  }
  for (const char* table : {"position_blocks", "games_text_data"}) {
    INFO(table);
    std::filesystem::copy_file(good, bad, std::filesystem::copy_options::overwrite_existing);
    exchange_leaves(bad, table);
    CHECK_FALSE(Database(bad, OpenMode::read_only).verify().ok());
    {
      Database database(bad, OpenMode::repair);
      CHECK(database.reindex() == std::vector<std::string>{});
      CHECK(database.verify().problems.empty());
    }
    Database database(bad, OpenMode::read_only);
    CHECK(database.verify().problems.empty());
    CHECK(state_of(database) == before);
  }
  SECTION("a table of the games themselves") {
    std::filesystem::copy_file(good, bad, std::filesystem::copy_options::overwrite_existing);
    exchange_leaves(bad, "records");
    CHECK_FALSE(Database(bad, OpenMode::read_only).verify().ok());
    CHECK_FALSE(Database(bad, OpenMode::repair).reindex().empty());
    for (const std::string& problem : Database(bad, OpenMode::read_only).verify().problems)
      CHECK_THAT(problem, !Contains("as it was written"));
  }
}

TEST_CASE("verify compares the words of the text indexes with the texts") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, mixed_games(40));
  Connection& connection = connection_of(database);
  REQUIRE(database.verify().problems.empty());
  REQUIRE(Database(folder / "a.db", OpenMode::read_only).verify().problems.empty());
  const auto problem = [&](const std::string& sql) {
    connection.execute("SAVEPOINT test; " + sql);
    const VerifyReport report = database.verify();
    connection.execute("ROLLBACK TO test; RELEASE test");
    REQUIRE_FALSE(report.ok());
    return report.problems.back();
  };
  CHECK_THAT(problem("INSERT INTO games_text(games_text) VALUES ('delete-all')"),
             Contains("games_text"));
  CHECK_THAT(problem("INSERT INTO games_text(rowid, text) VALUES (3, 'zanzibar')"),
             Contains("games_text"));
  for (const std::string table : {"players", "events", "sites"}) {
    CHECK_THAT(problem("INSERT INTO " + table + "_text(" + table + "_text) VALUES ('delete-all')"),
               Contains(table + "_text"));
    CHECK_THAT(problem("UPDATE " + table + " SET name = name || ' more' WHERE id = 1"),
               Contains(table + "_text"));
  }
  CHECK(database.verify().problems.empty());
  // The words of deleted games stay until the text is indexed again.
  delete_games(database, {1, 2, 3});
  CHECK(database.verify().problems.empty());
}

TEST_CASE("verify finds a change that cannot be undone") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, mixed_games(10));
  delete_games(database, {1, 2, 3});
  REQUIRE(database.verify().problems.empty());
  connection_of(database).execute("UPDATE journal_games SET black = 1000 WHERE id = 2");
  const VerifyReport report = database.verify();
  REQUIRE(report.problems.size() == 2);
  CHECK_THAT(
      report.problems.front() + report.problems.back(),
      Contains("entry 1 cannot bring game 2 back") && Contains("entry 1 cannot be taken back"));
}

TEST_CASE("verify counts again what the explorer has counted beforehand") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(3);
  std::vector<Game> games;
  for (int i = 0; i < 1300; ++i) games.push_back(random_record(Variant::yari, rng, 8, false));
  import_all(database, games);
  database.compact();
  REQUIRE(connection_of(database).integer("SELECT count(*) FROM counted_positions") > 0);
  REQUIRE(database.verify().problems.empty());
  connection_of(database).execute("UPDATE games SET result = (result + 1) % 4 WHERE id = 7");
  const VerifyReport report = database.verify();
  REQUIRE_FALSE(report.ok());
  CHECK_THAT(report.problems.front(), Contains("explorer") && Contains("position"));
}

TEST_CASE("a game whose tags are damaged is found by its moves after reindexing") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, mixed_games(20));
  const auto hits = [&] {
    std::vector<GameId> games;
    database.find_position(start_setup(Variant::yari), {}, [&](const Hit& hit) {
      return hit.ply == 0 ? games.push_back(hit.game) : void(), true;
    });
    return games;
  };
  const std::vector<GameId> before = hits();
  connection_of(database).execute("PRAGMA foreign_keys = OFF; UPDATE games SET tag_layout = 1000");
  const std::vector<std::string> damaged = database.reindex();
  CHECK(damaged.size() == 20);
  for (const std::string& sentence : damaged)
    CHECK((sentence.find("its positions are indexed") != sentence.npos ||
           sentence.find("it is in no index") != sentence.npos));
  std::vector<GameId> moveless = before;
  std::erase_if(moveless, [&](GameId id) { return database.header(id)->plies != 0; });
  CHECK(hits().size() + moveless.size() == before.size());
  for (const std::string& problem : database.verify().problems)
    CHECK_THAT(problem, !Contains("position index") && !Contains("content index"));
}
