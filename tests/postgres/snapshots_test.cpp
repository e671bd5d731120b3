// Several threads see one moment, whatever others write meanwhile.
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "tests/db/support.h"
#include "tests/postgres/back_ends.h"

namespace yari::test {

namespace {

pg::PostgresStore& postgres_of(Database& database) {
  return dynamic_cast<pg::PostgresStore&>(store_of(database));
}

}  // namespace

TEMPLATE_TEST_CASE("a snapshot for another thread sees the moment of the first", "[store]",
                   InPostgres, InCluster) {
  if (shared_postgres() == nullptr) return;
  TestType back_end;
  Database database(back_end.open()), writer(back_end.open());
  import_all(writer, mixed_games(20));
  const std::int64_t games = writer.count();
  pg::PostgresStore& store = postgres_of(database);
  const auto first = store.snapshot();
  // What lies in the home alone begins no other server.
  CHECK(first->queries().all().empty());
  CHECK(first->games().count({}) == games);
  delete_games(writer, {1, 2, 3, 4});
  const auto second = store.snapshot_at(*first);
  CHECK(second->games().count({}) == games);
  CHECK(second->games().header(2));
  CHECK(second->journal().entries().empty());
  CHECK(store.reader()->snapshot()->games().count({}) == games - 4);
}

TEMPLATE_TEST_CASE("snapshots of one moment agree while another program writes", "[store]",
                   InPostgres, InCluster) {
  if (shared_postgres() == nullptr) return;
  TestType back_end;
  Database database(back_end.open()), writer(back_end.open());
  import_all(writer, mixed_games(20));
  std::atomic<bool> stops = false;
  std::jthread writing([&] {
    while (!stops) {
      delete_games(writer, {1, 2, 3, 4, 5});
      undo(writer);
    }
  });
  for (int round = 0; round < 15; ++round) {
    auto snapshots = postgres_of(database).snapshots(3);
    REQUIRE(snapshots.size() == 3);
    std::vector<std::int64_t> counts(3);
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < 3; ++i)
        threads.emplace_back([&, i] { counts[i] = snapshots[i]->games().count({}); });
    }
    CHECK(counts[1] == counts[0]);
    CHECK(counts[2] == counts[0]);
  }
  stops = true;
}

}  // namespace yari::test
