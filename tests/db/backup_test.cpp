// Copies of a database that is open, and files that are exchanged under one.
#include "db/backup.h"

#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "db/saved_queries.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;
namespace fs = std::filesystem;

namespace {

const auto to_the_end = [](std::int64_t, std::int64_t) { return true; };

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a backup has what stands in the log alone, and is of one moment") {
  const TempFolder folder;
  const fs::path file = folder / "a.db", copy = folder / "copy.db";
  Database database(file, OpenMode::create);
  import_all(database, mixed_games(60));
  connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0");
  set_tags(database, database.ids({}), {{"Site", "Nara"}});
  const std::int64_t games = database.count();
  // Another writes while it is copied.
  std::int64_t asked = 0;
  const auto write_between = [&](std::int64_t done, std::int64_t all) {
    if (++asked == 1) import_all(database, short_games(5, 3));
    CHECK(done <= all);
    return true;
  };
  const std::optional<Backup> made = back_up(file, copy, write_between);
  REQUIRE(made);
  CHECK(asked > 0);
  CHECK(made->games == games);
  CHECK(made->bytes == fs::file_size(copy));
  Database backup(copy, OpenMode::read_only);
  CHECK(backup.count() == games);
  CHECK(backup.header(1)->site == "Nara");
  CHECK(backup.verify().problems == std::vector<std::string>{});
  CHECK(database.count() > games);
}

TEST_CASE("every page of a backup has its checksum") {
  const TempFolder folder;
  const fs::path file = folder / "a.db", copy = folder / "copy.db";
  {
    Database database(file, OpenMode::create);
    import_all(database, mixed_games(60));
  }
  REQUIRE(back_up(file, copy, to_the_end));
  const std::string bytes = read_file(copy);
  REQUIRE(bytes.size() % 4096 == 0);
  for (std::size_t page = 0; page < bytes.size() / 4096; ++page) {
    INFO("page " << page + 1);
    const std::string sum = bytes.substr(page * 4096 + 4092, 4);
    CHECK(sum != std::string(4, '\0'));
    if (page % 7 != 0) continue;
    std::string damaged = bytes;
    damaged[page * 4096 + 2000] = static_cast<char>(damaged[page * 4096 + 2000] + 1);
    std::ofstream(folder / "d.db", std::ios::binary | std::ios::trunc) << damaged;
    CHECK_THROWS_AS(back_up(folder / "d.db", folder / "e.db", to_the_end), DatabaseError);
  }
}

TEST_CASE("a backup that is interrupted leaves nothing") {
  const TempFolder folder;
  fs::create_directory(folder / "in");
  const fs::path file = folder / "in/a.db";
  {
    Database database(file, OpenMode::create);
    import_all(database, short_games(20, 1));
  }
  CHECK_FALSE(
      back_up(file, folder / "in/copy.db", [](std::int64_t, std::int64_t) { return false; }));
  CHECK(files_in(folder / "in") == 1);
}

TEST_CASE("two backups into one folder at the same time are both whole") {
  const TempFolder folder;
  fs::create_directory(folder / "in");
  const fs::path file = folder / "a.db", first = folder / "in/first.db",
                 second = folder / "in/second.db";
  {
    Database database(file, OpenMode::create);
    import_all(database, short_games(20, 1));
  }
  bool has_begun = false;
  const std::optional<Backup> made = back_up(file, first, [&](std::int64_t, std::int64_t) {
    if (!std::exchange(has_begun, true)) CHECK(back_up(file, second, to_the_end)->games == 20);
    return true;
  });
  REQUIRE(made);
  CHECK(made->games == 20);
  CHECK(files_in(folder / "in") == 2);
}

TEST_CASE("no change is written when another file has taken the place of the one that is open") {
  const TempFolder folder;
  const fs::path file = folder / "a.db", backup = folder / "b.db", old = folder / "old.db";
  {
    Database database(file, OpenMode::create);
    import_all(database, short_games(20, 1));
  }
  REQUIRE(back_up(file, backup, to_the_end));
  const std::string in_backup = read_file(backup);
  constexpr const char* moved = "was replaced, moved or removed after it was opened";
  const auto refuses = [](Database& database) {
    CHECK_THROWS_WITH(set_tags(database, {1}, {{"Site", "Nara"}}), Contains(moved));
    CHECK_THROWS_WITH(delete_games(database, {1}), Contains(moved));
    CHECK_THROWS_WITH(import_all(database, short_games(3, 9)), Contains(moved));
    CHECK_THROWS_WITH(save_query(database, "q", "plies > 3"), Contains(moved));
    CHECK_THROWS_WITH(database.compact(), Contains(moved));
    // What is open is still read.
    CHECK(database.count() == 20);
  };
  SECTION("moved there") {
    auto database = std::make_unique<Database>(file, OpenMode::read_write);
    set_tags(*database, {2}, {{"Site", "Osaka"}});
    fs::rename(backup, file);
    refuses(*database);
    // Nobody removes the log of the new one.
    std::ofstream(file.string() + "-wal") << "of the new one";
    database.reset();
    CHECK(read_file(file) == in_backup);
    CHECK(fs::exists(file.string() + "-wal"));
  }
  SECTION("removed") {
    Database database(file, OpenMode::read_write);
    fs::rename(file, old);
    refuses(database);
    CHECK_FALSE(fs::exists(file));
  }
  SECTION("its log is removed") {
    Database database(file, OpenMode::read_write);
    set_tags(database, {2}, {{"Site", "Osaka"}});
    fs::remove(file.string() + "-wal");
    refuses(database);
  }
  SECTION("the index of its log is removed") {
    Database database(file, OpenMode::read_write);
    set_tags(database, {2}, {{"Site", "Osaka"}});
    fs::remove(file.string() + "-shm");
    refuses(database);
  }
  SECTION("a link leads to another") {
    fs::create_symlink(file, folder / "link.db");
    Database database(folder / "link.db", OpenMode::read_write);
    set_tags(database, {2}, {{"Site", "Osaka"}});
    fs::remove(folder / "link.db");
    fs::create_symlink(backup, folder / "link.db");
    refuses(database);
    CHECK(read_file(backup) == in_backup);
  }
  SECTION("a link and its folder stay") {
    fs::create_symlink(file, folder / "link.db");
    Database database(folder / "link.db", OpenMode::read_write);
    CHECK(set_tags(database, {2}, {{"Site", "Osaka"}}).games == 1);
  }
}
