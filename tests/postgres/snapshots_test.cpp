// Several threads see one moment, whatever others write meanwhile.
#include <atomic>
#include <thread>

#include "tests/db/support.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"

namespace yari::test {

TEMPLATE_TEST_CASE("a snapshot for another thread sees the moment of the first", "[store]",
                   InPostgres, InCluster) {
  if (shared_postgres() == nullptr) return;
  TestType back_end;
  Database database(back_end.open()), writer(back_end.open());
  import_all(writer, mixed_games(20));
  const std::int64_t games = writer.count();
  store::Store& store = store_of(database);
  CHECK(store.readings(1).empty());
  const auto first = store.snapshot();
  // What lies in the home alone begins no other server.
  CHECK(first->queries().all().empty());
  CHECK(first->games().count({}) == games);
  delete_games(writer, {1, 2, 3, 4});
  const std::vector<store::Reading> readings = store.readings(2);
  REQUIRE(readings.size() == 2);
  const auto& second = readings.back().snapshot;
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
    const auto first = store_of(database).snapshot();
    const std::vector<store::Reading> readings = store_of(database).readings(3);
    REQUIRE(readings.size() == 3);
    std::vector<std::int64_t> counts(3);
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < 3; ++i)
        threads.emplace_back([&, i] { counts[i] = readings[i].snapshot->games().count({}); });
    }
    CHECK(counts[0] == first->games().count({}));
    CHECK(counts[1] == counts[0]);
    CHECK(counts[2] == counts[0]);
  }
  stops = true;
}

}  // namespace yari::test
