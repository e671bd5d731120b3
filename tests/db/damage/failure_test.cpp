// A disk that fails or is full, a file that is locked or not ours: told apart, and nothing is lost.
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <thread>

#include "db/change/upkeep.h"
#include "db/explore/search.h"
#include "tests/db/tools/failing_disk.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/few_threads.h"
#include "tests/support/leave.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

/// Does `change` to copies of the file, with the disk failing at each of its writes in turn.
void fail_everywhere(const std::filesystem::path& file,
                     const std::function<void(Database&)>& change) {
  const std::filesystem::path copy = file.string() + "-copy";
  const auto renew = [&] {
    std::filesystem::remove(copy.string() + "-wal");
    std::filesystem::remove(copy.string() + "-shm");
    std::filesystem::copy_file(file, copy, std::filesystem::copy_options::overwrite_existing);
  };
  const auto state = [&] {
    Database database(copy, OpenMode::read_write);
    CHECK(database.verify().problems.empty());
    return state_of(database);
  };
  renew();
  const std::string before = state();
  {
    Database database(copy, OpenMode::read_write);
    change(database);
  }
  const std::string after = state();
  REQUIRE(before != after);
  int failures = 0;
  bool more = true;
  for (int nth = 1; more; nth += 1 + nth / 40) {
    renew();
    bool reported = false;
    {
      const FailingDisk disk(nth);
      try {
        Database database(copy, OpenMode::read_write);
        // Few pages stay in memory, so that the change is written long before it ends.
        connection_of(database).execute("PRAGMA cache_size = 10");
        change(database);
      } catch (const DatabaseError& error) {
        reported = true;
        ++failures;
        CHECK_FALSE(dynamic_cast<const DamagedGame*>(&error));
        CHECK_THAT(error.what(), Contains(copy.string()));
      }
      more = disk.failed();
    }
    INFO("write " << nth);
    REQUIRE(state() == (reported ? before : after));
    if (!reported) continue;
    Database database(copy, OpenMode::read_write);
    change(database);
    REQUIRE(state_of(database) == after);
  }
  CHECK(failures > 5);
}

}  // namespace

TEST_CASE("a failing disk loses nothing of a change and nothing of what was there", "[slow]") {
  TempFolder folder;
  const std::filesystem::path file = folder / "a.db";
  const std::vector<Game> games = mixed_games(60);
  std::vector<GameId> most;
  for (GameId id = 1; id <= 45; ++id) most.push_back(id);
  const auto make = [&](bool deleted) {
    Database database(file, OpenMode::create);
    import_all(database, games);
    if (deleted) delete_games(database, most);
    connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
  };
  SECTION("undo") {
    make(true);
    fail_everywhere(file, [](Database& d) { undo(d); });
  }
  SECTION("delete") {
    make(false);
    fail_everywhere(file, [&](Database& d) { delete_games(d, most); });
  }
  SECTION("tag") {
    make(false);
    fail_everywhere(file, [&](Database& d) { set_tags(d, most, {{"Site", "Nara"}}); });
  }
  SECTION("reindex, which forgets the journal") {
    make(true);
    fail_everywhere(file, [&](Database& d) { d.reindex(); });
  }
  SECTION("import") {
    make(false);
    Rng rng(9);
    std::vector<Game> more;
    for (int i = 0; i < 20; ++i) more.push_back(random_record(Variant::yari, rng, 40, true));
    fail_everywhere(file, [&](Database& d) {
      Importer importer(d);
      for (const Game& game : more) importer.add(game);
      importer.commit();
    });
  }
}

TEST_CASE("a database that may not grow is reindexed whole or not at all") {
  TempFolder folder;
  const std::filesystem::path file = folder / "a.db";
  std::string sound, damaged;
  {
    Database database(file, OpenMode::create);
    import_all(database, mixed_games(200));
    sound = state_of(database);
    connection_of(database).execute(
        "DELETE FROM position_blocks; INSERT INTO games_text(games_text) VALUES ('delete-all');"
        "VACUUM");
    damaged = state_of(database);
  }
  int full = 0;
  for (int more = 0;; ++more) {
    Database database(file, OpenMode::read_write);
    Connection& connection = connection_of(database);
    const std::int64_t pages = connection.integer("PRAGMA page_count") + more;
    connection.execute("PRAGMA cache_size = 10; PRAGMA max_page_count = " + std::to_string(pages));
    try {
      database.reindex();
      break;
    } catch (const Full&) {
      ++full;
    }
    REQUIRE(state_of(database) == damaged);
  }
  CHECK(full > 5);
  Database database(file, OpenMode::read_only);
  CHECK(state_of(database) == sound);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("nothing is written after SQLite has rolled back by itself") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Connection& connection = connection_of(database);
  Statement insert(connection, "INSERT INTO players(name) VALUES (?)");
  {
    Transaction transaction(connection, Transaction::Kind::write);
    insert.run({"one"});
    // As it does when the disk or the memory is full.
    REQUIRE(sqlite3_exec(connection.handle(), "ROLLBACK", nullptr, nullptr, nullptr) == SQLITE_OK);
    CHECK_THROWS_WITH(insert.run({"two"}), Contains("has undone the change"));
    CHECK_THROWS_AS(connection.execute("INSERT INTO players(name) VALUES ('three')"),
                    DatabaseError);
    CHECK_THROWS_AS(WriteScope(connection), DatabaseError);
    CHECK_THROWS_AS(transaction.commit(), DatabaseError);
  }
  CHECK(connection.integer("SELECT count(*) FROM players") == 0);
  insert.run({"four"});
  CHECK(connection.integer("SELECT count(*) FROM players") == 1);
}

TEST_CASE("compacting waits for others who write") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(400, 1));
  std::jthread writer([&](const std::stop_token& stop) {
    Database other(folder / "a.db", OpenMode::read_write);
    for (int i = 0; !stop.stop_requested(); ++i)
      set_tags(other, {1 + i % 40}, {{"Round", std::to_string(i)}});
  });
  for (int i = 0; i < 5; ++i) {
    std::vector<GameId> ids = database.ids({});
    ids.erase(ids.begin(), ids.begin() + 40);
    ids.resize(ids.size() / 2);
    delete_games(database, ids);
    CHECK_NOTHROW(database.compact());
    // Without its statistics the next round must make them again.
    connection_of(database).execute("DROP TABLE IF EXISTS sqlite_stat1");
  }
}

namespace {

/// Calls of the system, as SQLite makes them, that fail.
template <int reason>
ssize_t fail_with(int, const void*, size_t, off_t) {
  errno = reason;
  return -1;
}

/// While it exists, calls that SQLite makes of the system go elsewhere.
class OtherCalls {
 public:
  template <class Call>
  OtherCalls(std::initializer_list<const char*> names, Call* call) : names_(names) {
    set(reinterpret_cast<sqlite3_syscall_ptr>(call));
  }
  ~OtherCalls() { set(nullptr); }
  OtherCalls(const OtherCalls&) = delete;
  OtherCalls& operator=(const OtherCalls&) = delete;

 private:
  void set(sqlite3_syscall_ptr call) {
    sqlite3_vfs* const unix_layer = sqlite3_vfs_find("unix");
    for (const char* name : names_) unix_layer->xSetSystemCall(unix_layer, name, call);
  }
  std::vector<const char*> names_;
};

/// Whatever SQLite writes finds no room on the disk.
struct FullDisk : OtherCalls {
  FullDisk() : OtherCalls({"pwrite", "pwrite64"}, fail_with<ENOSPC>) {}
};

}  // namespace

TEST_CASE("a full disk can be read, with and without a log that another program left") {
  TempFolder folder;
  std::string expected;
  {
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, short_games(700, 1));
    database.compact();
    set_tags(database, {1}, {{"Event", "in the log"}});
    for (const char* part : {"", "-wal"})
      std::filesystem::copy_file(folder / ("a.db" + std::string(part)).c_str(),
                                 folder / ("b.db" + std::string(part)).c_str());
    expected = state_of(database);
  }
  for (const char* name : {"a.db", "b.db"}) {
    INFO(name);
    {
      const FullDisk full;
      Database database(folder / name, OpenMode::read_only);
      CHECK(state_of(database) == expected);
      int hits = 0;
      search(database, *query::parse("capture", Variant::yari), {}, {.threads = 3, .progress = {}},
             [&](const Hit&) { return ++hits > 0; });
      CHECK(hits > 0);
      CHECK_THROWS_AS(import_all(*std::make_unique<Database>(folder / "c.db", OpenMode::create),
                                 short_games(3, 1)),
                      Full);
    }
    CHECK(state_of(*std::make_unique<Database>(folder / name, OpenMode::read_write)) == expected);
  }
}

TEST_CASE("who reads a file on a full disk notices that others have written it") {
  TempFolder folder;
  {
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, short_games(10, 1));
  }
  std::optional<Database> reader;
  {
    const FullDisk full;
    reader.emplace(folder / "a.db", OpenMode::read_only);
    CHECK(reader->count() > 0);
  }
  Database writer(folder / "a.db", OpenMode::read_write);
  set_tags(writer, {1}, {{"Event", "later"}});
  CHECK_THROWS_AS(reader->count(), Busy);
}

namespace {

/// How many readings of SQLite's succeed before all fail.
int sound_reads = 0;

ssize_t read_or_fail(int file, void* bytes, size_t size, off_t at) {
  if (--sound_reads >= 0) return pread(file, bytes, size, at);
  errno = EIO;
  return -1;
}

}  // namespace

TEST_CASE("a disk that cannot be read is no damaged file") {
  for (int reads = 0; reads < 12; ++reads) {
    TempFolder folder;
    Database(folder / "a.db", OpenMode::create);
    sound_reads = reads;
    const OtherCalls unreadable({"pread", "pread64"}, read_or_fail);
    INFO(reads << " readings");
    for (const char* name : {"a.db", "new.db"}) {
      try {
        import_all(*std::make_unique<Database>(folder / name, OpenMode::create), short_games(3, 1));
      } catch (const IoError&) {
        continue;
      } catch (const DatabaseError& error) {
        FAIL_CHECK(error.what());
      }
    }
  }
}

TEST_CASE("a name that looks like an address names a file") {
  TempFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "");
  for (const char* name : {"file:x.db", "file:y.db?mode=memory", ":memory:", "a%20b.db"}) {
    INFO(name);
    import_all(*std::make_unique<Database>(name, OpenMode::create), short_games(3, 1));
    CHECK(std::filesystem::exists(name));
    CHECK(Database(name, OpenMode::read_only).count() > 0);
  }
  CHECK_FALSE(std::filesystem::exists("x.db"));
  std::filesystem::current_path(before);
}

TEST_CASE("failures are told apart") {
  TempFolder folder;
  const std::filesystem::path file = folder / "a.db";
  {
    Database database(file, OpenMode::create);
    import_all(database, mixed_games(20));
  }
  SECTION("a file that is not ours") {
    std::ofstream(folder / "text.db")
        << "Not a database, though long enough to be looked at: " << std::string(2000, 'x');
    CHECK_THROWS_AS(Database(folder / "text.db", OpenMode::read_only), NotADatabase);
  }
  SECTION("a file of a later version") {
    Connection(file, OpenMode::read_write).execute("PRAGMA user_version = 1000");
    CHECK_THROWS_AS(Database(file, OpenMode::read_only), Newer);
  }
  SECTION("a file that another writes") {
    Database one(file, OpenMode::read_write), other(file, OpenMode::read_write);
    sqlite3_busy_timeout(connection_of(other).handle(), 1);
    const Transaction writing(connection_of(one), Transaction::Kind::write);
    CHECK_THROWS_AS(set_tags(other, {1}, {{"Site", "Nara"}}), Busy);
  }
  SECTION("a file that may not grow") {
    Database database(file, OpenMode::read_write);
    connection_of(database).execute("PRAGMA max_page_count = 1");
    CHECK_THROWS_AS(import_all(database, mixed_games(60)), Full);
  }
  SECTION("a disk that fails") {
    const FailingDisk disk(1, true);
    Database database(file, OpenMode::read_write);
    CHECK_THROWS_AS(set_tags(database, {1}, {{"Site", "Nara"}}), Full);
  }
  SECTION("a page that is damaged") {
    Database database(file, OpenMode::read_write);
    connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
    const std::int64_t root =
        connection_of(database).integer("SELECT rootpage FROM sqlite_schema WHERE name = 'games'");
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekp((root - 1) * 4096);
    bytes << std::string(4096, '\x7f');
    bytes.close();
    Database damaged(file, OpenMode::read_only);
    CHECK_THROWS_AS(damaged.ids({}), DamagedFile);
  }
}

TEST_CASE("a borrowed connection stays open when it cannot be used") {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(":memory:", &handle) == SQLITE_OK);
  const int usual = sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 2);
  CHECK_THROWS_AS(Connection(handle), DatabaseError);
  sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, usual);
  CHECK(sqlite3_exec(handle, "SELECT 1", nullptr, nullptr, nullptr) == SQLITE_OK);
  CHECK(sqlite3_close(handle) == SQLITE_OK);
}

TEST_CASE("a copy made by VACUUM INTO is put into WAL mode when it is opened for writing") {
  TempFolder folder;
  const std::filesystem::path copy = folder / "copy.db";
  {
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, mixed_games(10));
    connection_of(database).execute("VACUUM INTO '" + copy.string() + "'");
  }
  const auto mode = [](Database& database) {
    Statement row(connection_of(database), "PRAGMA journal_mode");
    REQUIRE(row.first({}));
    return std::string(row.text(0));
  };
  {
    Database reader(copy, OpenMode::read_only);
    CHECK(mode(reader) == "delete");
    CHECK(reader.count() == 10);
  }
  Database writer(copy, OpenMode::read_write);
  CHECK(mode(writer) == "wal");
}

namespace {

/// Runs `child` as a user who may read the folder but not write it; its exit status.
int as_reader(const std::function<int()>& child) {
  const pid_t pid = fork();
  REQUIRE(pid >= 0);
  if (pid == 0) {
    constexpr uid_t nobody = 65534;
    if (getuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) _exit(100);
    leave(child());
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("who may only read notices that the owner has written meanwhile") {
  TempFolder folder;
  // The name goes into a URI, where these signs would mean something.
  const std::filesystem::path file = folder / "a?b#c%41.db";
  {
    Database database(file, OpenMode::create);
    import_all(database, mixed_games(10));
  }
  using std::filesystem::perms;
  std::filesystem::permissions(file, perms::owner_all | perms::others_read);
  std::filesystem::permissions(file.parent_path(),
                               perms::owner_all | perms::others_read | perms::others_exec);
  if (getuid() != 0)
    std::filesystem::permissions(file.parent_path(), perms::owner_read | perms::owner_exec);
  CHECK(as_reader([&] {
          Database database(file, OpenMode::read_only);
          return database.count() == 10 ? 0 : 1;
        }) == 0);
  CHECK(as_reader([&] {
          try {
            Database(file, OpenMode::read_write);
          } catch (const IoError& error) {
            return std::string_view(error.what()).find("cannot be written") != std::string::npos
                       ? 0
                       : 2;
          }
          return 1;
        }) == 0);
  if (getuid() == 0) {
    int to_child[2], to_parent[2];
    REQUIRE(pipe(to_child) == 0);
    REQUIRE(pipe(to_parent) == 0);
    std::thread owner([&] {
      char byte = 0;
      if (read(to_parent[0], &byte, 1) != 1) return;
      Database database(file, OpenMode::read_write);
      set_tags(database, {1}, {{"Site", "Nara"}});
      connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
      static_cast<void>(write(to_child[1], &byte, 1));
    });
    CHECK(as_reader([&] {
            Database database(file, OpenMode::read_only);
            char byte = database.count() == 10 ? 'y' : 'n';
            if (write(to_parent[1], &byte, 1) != 1 || read(to_child[0], &byte, 1) != 1) return 3;
            try {
              database.count();
            } catch (const Busy&) {
              return 0;
            }
            return 1;
          }) == 0);
    owner.join();
  }
  std::filesystem::permissions(file.parent_path(), perms::owner_all);
}

TEST_CASE("who may only read sees what the owner writes, and why a log left alone cannot be read") {
  // Only root can try what another user sees.
  if (getuid() != 0) return;
  TempFolder folder;
  using std::filesystem::perms;
  std::filesystem::permissions(folder / ".",
                               perms::owner_all | perms::others_read | perms::others_exec);
  const std::filesystem::path file = folder / "a.db", left = folder / "left.db";
  Database owner(file, OpenMode::create);
  import_all(owner, mixed_games(10));
  REQUIRE(std::filesystem::exists(file.string() + "-wal"));
  for (const char* part : {"", "-wal", "-shm"})
    std::filesystem::permissions(file.string() + part, perms::others_read,
                                 std::filesystem::perm_options::add);
  const auto games_seen = [&] {
    return as_reader([&] { return static_cast<int>(Database(file, OpenMode::read_only).count()); });
  };
  CHECK(games_seen() == 10);
  import_all(owner, mixed_games(25));
  CHECK(games_seen() == 25);
  for (const char* part : {"", "-wal"})
    std::filesystem::copy_file(file.string() + part, left.string() + part);
  CHECK(as_reader([&] {
          try {
            Database(left, OpenMode::read_only);
          } catch (const IoError& error) {
            return std::string_view(error.what()).find("was interrupted") != std::string::npos ? 0
                                                                                               : 2;
          }
          return 1;
        }) == 0);
  CHECK(Database(left, OpenMode::read_only).count() == 25);
  CHECK(as_reader([&] { return static_cast<int>(Database(left, OpenMode::read_only).count()); }) ==
        25);
}

TEST_CASE("a search does its work where the system has few threads left, or none") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, mixed_games(900));
  const auto count = [&] {
    SearchOptions options;
    options.threads = 4;
    int found = 0;
    search(database, *query::parse("ply = 0", Variant::yari), {}, options,
           [&](const Hit&) { return ++found, true; });
    return found;
  };
  const int all = count();
  REQUIRE(all > 400);
  for (const int left : {0, 1, 3}) {
    const FewThreads few(left);
    CHECK(count() == all);
  }
}
