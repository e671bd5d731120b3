// Indexes are rebuilt in steps; until the last one nobody is given an answer from them.
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include "db/change/upkeep.h"
#include "db/database_impl.h"
#include "db/explore/explorer.h"
#include "db/import/importer.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

constexpr const char* command = "'yari db compact --reindex'";

/// Makes a reindex commit after this many postings.
void set_steps(Database& database, std::size_t postings) {
  Database::Impl& db = DatabaseParts::of(database);
  db.merge_bytes = std::int64_t{8} * 4096;
  db.reindex_postings = postings;
}

/// Called after each commit with the number of pages in the log.
std::function<void(int)> after_commit;

int call_after_commit(void*, sqlite3* handle, const char* name, int pages) {
  if (after_commit) after_commit(pages);
  return sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

void watch_commits(Database& database, std::function<void(int)> visit) {
  connection_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)");
  after_commit = std::move(visit);
  sqlite3_wal_hook(connection_of(database).handle(), call_after_commit, nullptr);
}

/// Whether the action is refused with the command that helps.
template <class Action>
void check_refused(Action action) {
  try {
    action();
    FAIL_CHECK("it was not refused");
  } catch (const DatabaseError& error) {
    CHECK_THAT(error.what(), Contains("being rebuilt") && Contains(command));
  }
}

void check_all_refused(Database& database, std::int64_t games) {
  // What does not follow from the games is there.
  CHECK(database.count() == games);
  CHECK(database.header(1));
  const Setup start = start_setup(Variant::yari);
  GameFilter words;
  words.text = "good";
  check_refused([&] { database.find_position(start, {}, [](const Hit&) { return true; }); });
  check_refused([&] { explore(database, start, {}); });
  check_refused([&] { games_counted(database, start, {}); });
  check_refused([&] { database.ids(words); });
  check_refused([&] { database.count(words); });
  check_refused([&] { database.statistics(); });
  check_refused(
      [&] { connection_of(database).integer("SELECT count(*) FROM games_at('startpos')"); });
  check_refused([&] { import_all(database, short_games(1, 900)); });
  check_refused([&] { delete_games(database, {3}); });
  check_refused([&] { database.compact(); });
  CHECK(database.verify().problems.size() > 0);
  CHECK_THAT(database.verify().problems.front(), Contains(command));
}

/// What ends a reindex in the middle.
struct Interrupted : std::runtime_error {
  Interrupted() : runtime_error("interrupted") {}
};
/// Begins a reindex that ends by an exception after `games` games.
void reindex_until(Database& database, std::int64_t games) {
  CHECK_THROWS_AS(database.reindex([&](std::int64_t done, std::int64_t) {
    if (done == games) throw Interrupted();
  }),
                  Interrupted);
}

}  // namespace

TEST_CASE("no transaction of a reindex is larger than a step") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(8000, 1));
  const std::string before = state_of(database);
  set_steps(database, 4000);
  REQUIRE(connection_of(database).integer("PRAGMA page_count") > 500);
  int largest = 0, commits = 0;
  watch_commits(database, [&](int pages) {
    largest = std::max(largest, pages);
    ++commits;
  });
  CHECK(database.reindex() == std::vector<std::string>());
  CHECK(largest < 150);
  CHECK(commits > 10);
  CHECK(database.verify().problems == std::vector<std::string>());
  CHECK(state_of(database) == before);
}

TEST_CASE("between the steps of a reindex, and after a failure, indexes give no answer") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(2000, 1));
  const std::int64_t games = database.count();
  const std::string before = state_of(database);
  set_steps(database, 4000);
  Database other(folder / "a.db", OpenMode::read_write);
  // What it has looked up before does not help it.
  explore(other, start_setup(Variant::yari), {});
  int checked = 0;
  watch_commits(database, [&](int) {
    if (++checked == 3) check_all_refused(other, games);
  });
  CHECK(database.reindex() == std::vector<std::string>());
  CHECK(checked > 3);
  CHECK(state_of(other) == before);
  after_commit = {};
  reindex_until(database, games - 1);
  check_all_refused(database, games);
  check_all_refused(other, games);
  CHECK(other.reindex() == std::vector<std::string>());
  CHECK(database.verify().problems == std::vector<std::string>());
  CHECK(state_of(database) == before);
}

TEST_CASE("of two that reindex at once the later one is done, and the earlier one says so") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(1000, 1));
  const std::string before = state_of(database);
  set_steps(database, 4000);
  for (const bool to_its_end : {true, false}) {
    Database other(folder / "a.db", OpenMode::read_write);
    set_steps(other, 4000);
    int commits = 0;
    watch_commits(database, [&](int) {
      if (++commits != 2) return;
      if (to_its_end)
        other.reindex();
      else
        reindex_until(other, 900);
    });
    CHECK_THROWS_AS(database.reindex(), Busy);
    CHECK(commits == 2);
    CHECK(database.verify().ok() == to_its_end);
  }
  after_commit = {};
  CHECK(database.reindex() == std::vector<std::string>());
  CHECK(database.verify().problems == std::vector<std::string>());
  CHECK(state_of(database) == before);
}

TEST_CASE("damage that an interrupted reindex has met is reported by the next one") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database, short_games(1000, 1));
  connection_of(database).execute("UPDATE records SET sums = sums + 1 WHERE id = 500");
  set_steps(database, 2000);
  for (const std::int64_t interrupted_at : {300, 600, 999}) {
    reindex_until(database, interrupted_at);
    CHECK_FALSE(database.verify().ok());
  }
  CHECK(database.reindex().size() == 1);
  CHECK(database.verify().problems == std::vector<std::string>());
  CHECK(database.reindex() == std::vector<std::string>());
}

TEST_CASE("a reindex that is killed is completed when it is run again") {
  TempFolder folder;
  Rng rng(6);
  std::string before;
  std::int64_t games = 0;
  {
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, short_games(600, 1));
    before = state_of(database);
    games = database.count();
  }
  int interrupted = 0;
  for (int round = 0; round < 10; ++round) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      Database database(folder / "a.db", OpenMode::read_write);
      set_steps(database, 800);
      for (;;) database.reindex();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + rng() % 120));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    Database database(folder / "a.db", OpenMode::read_write);
    INFO(round);
    if (!database.verify().ok()) {
      ++interrupted;
      check_all_refused(database, games);
      REQUIRE(database.reindex() == std::vector<std::string>());
      REQUIRE(database.verify().problems == std::vector<std::string>());
    }
    REQUIRE(state_of(database) == before);
  }
  CHECK(interrupted > 0);
}
