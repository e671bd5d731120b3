// Runs are merged in steps: each is small, and the index is whole whenever one ends.
#include "db/merging.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <thread>

#include "db/change/upkeep.h"
#include "db/import/importer.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

constexpr std::int64_t page = 4096;

Database::Impl& in_small_steps(Database& database) {
  Database::Impl& db = DatabaseParts::of(database);
  db.merge_bytes = page;
  db.count_limits = of_few_games;
  return db;
}

/// Runs that nobody has merged.
void add_runs(Database& database, int runs, int games) {
  for (int run = 0; run < runs; ++run) {
    Importer importer(database);
    for (const Game& game : short_games(games, static_cast<unsigned>(100 + run)))
      importer.add(game);
    importer.commit();
  }
}

/// A step of the merge of positions; false when there was nothing to do.
bool step(Database::Impl& db) {
  const Writing writing(db);
  store::PostingWriter& positions = writing.batch->positions();
  const bool more =
      positions.begin_merge(store::MergeReach::young) && positions.merge_step({.most_bytes = page});
  writing.batch->commit();
  return more;
}

std::size_t runs(Database::Impl& db) { return db.store->snapshot()->positions().pieces(); }

/// Gives the games each the moves of another.
void edit_moves(Database& database, const std::vector<GameId>& ids) {
  Rng rng(static_cast<std::uint64_t>(ids.size()));
  edit_games(database, "other moves", ids, [&](GameId, Game& game) {
    game.moves = random_record(game.variant, rng, 12, false).moves;
    return true;
  });
}

/// Frames in the log after the largest commit so far.
int largest_commit = 0;

int note_commit(void*, sqlite3* handle, const char* name, int frames) {
  largest_commit = std::max(largest_commit, frames);
  return sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

}  // namespace

TEST_CASE("small runs are merged until each is as large as all younger ones together") {
  using store::first_to_merge, store::MergeReach;
  const auto first = [](std::vector<std::int64_t> sizes) {
    return first_to_merge(sizes, MergeReach::young);
  };
  CHECK(first({}) == 0);
  CHECK(first({5}) == 0);
  CHECK(first({5, 5}) == 1);
  CHECK(first({5, 6}) == 0);
  CHECK(first({8, 4, 2, 1}) == 3);
  CHECK(first({100, 8, 4, 2, 3}) == 1);
  // A small batch at the end does not hide many runs of one size before it.
  CHECK(first({40, 4, 4, 4, 4, 1}) == 1);
  CHECK(first_to_merge(std::vector<std::int64_t>{40, 4, 1}, MergeReach::all) == 0);
  // Of counts, more is small.
  const std::vector<std::int64_t> counts{1 << 20, 1 << 20, 1 << 20};
  CHECK(first_to_merge(counts, MergeReach::young) == 2);
  CHECK(first_to_merge(counts, MergeReach::young, store::small_counts) == 0);
}

TEST_CASE("large runs are merged when there are many of a size") {
  using store::first_to_merge, store::MergeReach, store::runs_of_a_size;
  constexpr std::int64_t batch = std::int64_t{4} << 20;
  const auto first = [](std::vector<std::int64_t> sizes) {
    return first_to_merge(sizes, MergeReach::young);
  };
  // The end of an import merges none.
  CHECK(first({batch, batch, batch / 2}) == 2);
  std::vector<std::int64_t> sizes(runs_of_a_size - 1, batch);
  CHECK(first(sizes) == runs_of_a_size - 2);
  sizes.push_back(batch);
  CHECK(first(sizes) == 0);
  // What is younger and smaller goes with them, and larger ones stay.
  sizes.push_back(1000);
  sizes.insert(sizes.begin(), 40 * batch);
  CHECK(first(sizes) == 1);
  // A run that makes the next size full is merged with that at once.
  sizes.insert(sizes.begin(), runs_of_a_size - 2, 40 * batch);
  REQUIRE(sizes.size() == 2 * runs_of_a_size);
  CHECK(first(sizes) == 0);
  // An older one that is smaller than all does not stay for ever.
  sizes.assign(runs_of_a_size, batch);
  sizes.insert(sizes.begin(), 100);
  CHECK(first(sizes) == 0);
}

namespace {

/// What merging comes to while runs of these sizes are added.
struct Growth {
  double written_by_added = 0;
  std::size_t most_runs = 0;
};

Growth grow(int runs, const std::function<std::int64_t()>& size) {
  std::vector<std::int64_t> sizes;
  std::int64_t written = 0, added = 0;
  Growth growth;
  for (int i = 0; i < runs; ++i) {
    sizes.push_back(size());
    added += sizes.back();
    written += sizes.back();
    growth.most_runs = std::max(growth.most_runs, sizes.size());
    for (;;) {
      const std::size_t from = store::first_to_merge(sizes, store::MergeReach::young);
      if (from + 1 == sizes.size()) break;
      const std::int64_t sum =
          std::accumulate(sizes.begin() + static_cast<std::ptrdiff_t>(from), sizes.end(), 0L);
      sizes.resize(from);
      sizes.push_back(sum);
      written += sum;
    }
  }
  growth.written_by_added = static_cast<double>(written) / static_cast<double>(added);
  return growth;
}

}  // namespace

TEST_CASE("however large the batches are, runs stay few and are seldom written again") {
  constexpr std::int64_t batch = std::int64_t{4} << 20;
  const Growth million = grow(25, [] { return batch; }),
               ten_millions = grow(250, [] { return batch; });
  CHECK(million.written_by_added < 2);
  CHECK(ten_millions.written_by_added < 2.6);
  CHECK(ten_millions.most_runs <= store::many_runs);
  CHECK(grow(20'000, [] { return 100; }).written_by_added < 13);
  Rng rng(1);
  const Growth mixed = grow(5000, [&] {
    return 1 + static_cast<std::int64_t>(rng() % (rng() % 10 == 0 ? 1'000'000 : 1000));
  });
  CHECK(mixed.written_by_added < 10);
  CHECK(mixed.most_runs < 28);
}

TEST_CASE("every step of a merge leaves the index whole, and another program continues it") {
  TempFolder folder;
  {
    Database database(folder / "a.db", OpenMode::create);
    add_runs(database, 6, 60);
  }
  int steps = 0;
  for (bool more = true; more; ++steps) {
    Database database(folder / "a.db", OpenMode::read_write);
    Database::Impl& db = in_small_steps(database);
    if (steps == 0) REQUIRE(runs(db) == 6);
    more = step(db);
    INFO(steps);
    REQUIRE(database.verify().problems == std::vector<std::string>());
    // Somebody else adds games meanwhile.
    if (steps == 3) add_runs(database, 1, 5);
  }
  CHECK(steps > 8);
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(runs(DatabaseParts::of(database)) <= 2);
  database.fold();
  CHECK(runs(DatabaseParts::of(database)) == 1);
  CHECK(database.verify().problems.empty());
}

// A run that has been used up is gone before the merge ends.
TEST_CASE("games that are added between the steps of a merge are no part of it") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Rng rng(7);
  const auto add_run = [&](int plies) {
    Importer importer(database);
    importer.add(random_record(Variant::yari, rng, plies, false));
    importer.commit();
  };
  for (int run = 0; run < 3; ++run) add_run(2);
  add_runs(database, 2, 400);
  Database::Impl& db = in_small_steps(database);
  for (int i = 0; i < 24 && step(db); ++i) {
    add_run(30);
    INFO(i);
    REQUIRE(database.verify().problems == std::vector<std::string>());
  }
  merge_runs(db);
  CHECK(database.verify().problems == std::vector<std::string>());
}

TEST_CASE("a change or a reindex in the middle of a merge finds the index whole") {
  for (const int what : {0, 1, 2, 3, 4}) {
    TempFolder folder;
    Database database(folder / "a.db", OpenMode::create);
    add_runs(database, 5, 60);
    Database::Impl& db = in_small_steps(database);
    for (int i = 0; i < 3; ++i) REQUIRE(step(db));
    if (what == 0) delete_games(database, {3, 50, 120, 250});
    if (what == 1) database.reindex();
    if (what == 2) set_tags(database, database.ids({}), {{"Date", "1999"}});
    if (what == 3) database.compact();
    const std::size_t before = runs(db);
    if (what == 4) {
      edit_moves(database, database.ids({}));
      // It goes on with no merge.
      CHECK(runs(db) == before + 1);
    }
    INFO(what);
    CHECK(database.verify().problems == std::vector<std::string>());
    merge_runs(db);
    CHECK(database.verify().problems == std::vector<std::string>());
    CHECK_FALSE(step(db));
  }
}

TEST_CASE("no transaction of an import or of a merge is larger than a step allows") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Database::Impl& db = in_small_steps(database);
  db.merge_bytes = 8 * page;
  db.count_limits = {};
  largest_commit = 0;
  sqlite3_wal_hook(connection_of(database).handle(), note_commit, nullptr);
  Importer importer(database, {.postings_per_batch = 4000});
  for (const Game& game : short_games(10000, 1)) importer.add(game);
  importer.finish();
  const std::int64_t pages = connection_of(database).integer("PRAGMA page_count");
  REQUIRE(pages > 500);
  CHECK(largest_commit < 150);
  largest_commit = 0;
  database.fold();
  CHECK(largest_commit < 60);
  CHECK(runs(DatabaseParts::of(database)) == 1);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("a merge waits while somebody reads and the log is large") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  add_runs(database, 4, 30);
  std::filesystem::resize_file((folder / "a.db").string() + "-wal", 200 << 20);
  Database::Impl& db = in_small_steps(database);
  const std::size_t before = runs(db);
  merge_runs(db);
  CHECK(runs(db) == before);
}

TEST_CASE("a program that is killed while it merges leaves a database that is whole") {
  TempFolder folder;
  Rng rng(5);
  {
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, short_games(50, 1));
  }
  for (unsigned round = 0; round < 12; ++round) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      Database database(folder / "a.db", OpenMode::read_write);
      in_small_steps(database);
      for (unsigned i = 0;; ++i) {
        add_runs(database, 2, 20);
        edit_moves(database, database.ids({}, {.limit = 1 + i % 60}));
        import_all(database, short_games(20, 1000 * round + i));
        database.compact();
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + rng() % 150));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    Database database(folder / "a.db", OpenMode::read_write);
    INFO(round);
    REQUIRE(database.verify().problems == std::vector<std::string>());
  }
}
