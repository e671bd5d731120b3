// Several threads see one moment, whatever others write meanwhile.
#include <atomic>
#include <thread>

#include "tests/db/tools/support.h"
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
  CHECK(pg::PostgresStore(back_end.url(), OpenMode::read_only).snapshot()->games().count({}) ==
        games - 4);
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

TEST_CASE("fewer threads read a snapshot where the server takes no more connections",
          "[postgres]") {
  if (!PostgresServer::is_installed()) return;
  PostgresServer server;
  const std::string url = server.new_database();
  Database database(url, OpenMode::create);
  import_all(database, mixed_games(20));
  pg::Connection(url).execute(
      "CREATE ROLE few LOGIN CONNECTION LIMIT 3; GRANT USAGE ON SCHEMA yari TO few; "
      "GRANT SELECT ON ALL TABLES IN SCHEMA yari TO few");
  pg::PostgresStore store(server.url(url.substr(url.rfind('/') + 1), "few"), OpenMode::read_only);
  const auto first = store.snapshot();
  const std::vector<store::Reading> readings = store.readings(8);
  REQUIRE(readings.size() == 2);
  CHECK(first->games().count({}) == database.count());
  for (const store::Reading& reading : readings)
    CHECK(reading.snapshot->games().count({}) == database.count());
}

TEST_CASE("no other thread reads a snapshot where a shard has moved since", "[cluster]") {
  if (shared_postgres() == nullptr) return;
  InCluster back_end;
  Database database(back_end.open());
  import_all(database, mixed_games(20));
  store::Store& store = store_of(database);
  const auto first = store.snapshot();
  const std::int64_t games = first->games().count({});
  REQUIRE(store.readings(2).size() == 2);
  pg::Connection root(back_end.url());
  REQUIRE(root.integer("SELECT server FROM yari.shards WHERE id = 0") == 0);
  // The last step of a move.
  root.execute("UPDATE yari.shards SET server = 1 WHERE id = 0");
  CHECK(store.readings(2).empty());
  CHECK(first->games().count({}) == games);
}

}  // namespace yari::test
