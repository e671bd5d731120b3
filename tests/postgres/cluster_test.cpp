// A cluster that is made, looked at, moved about and given rights.
#include "db/cluster.h"

#include <catch2/catch.hpp>

#include "db/upkeep.h"
#include "tests/db/support.h"
#include "tests/postgres/back_ends.h"

namespace yari::test {

TEST_CASE("shards move to another server, and a new server gets its share", "[cluster]") {
  if (shared_postgres() == nullptr) return;
  PostgresServer& server = *shared_postgres();
  const std::string first = server.new_database(), second = server.new_database();
  const std::string third = server.new_database();
  create_cluster({first, second});
  CHECK_THROWS_AS(create_cluster({first}), DatabaseError);
  std::string content;
  {
    Database database(first, OpenMode::read_write);
    import_all(database, mixed_games(40));
    delete_games(database, {7});
    content = content_of(database);
  }
  CHECK(cluster_status(first)[0].shards.size() == 32);
  CHECK(move_shard(first, 0, second));
  CHECK_FALSE(move_shard(first, 0, second));
  CHECK_THROWS_AS(move_shard(first, 64, second), DatabaseError);
  CHECK_THROWS_AS(move_shard(first, 1, third), DatabaseError);
  int moved = 0;
  add_server(first, third, [&](int) { ++moved; });
  CHECK(moved == 21);
  std::int64_t games = 0;
  for (const ServerStatus& s : cluster_status(first)) {
    CHECK(s.fault == "");
    CHECK(s.shards.size() >= 21);
    games += s.games;
  }
  Database database(first, OpenMode::read_write);
  CHECK(games == database.count());
  CHECK(content_of(database) == content);
  CHECK(database.verify().problems == std::vector<std::string>{});
  CHECK(undo(database));
  CHECK(database.header(7));
}

TEST_CASE("a role can do its work and no more", "[cluster]") {
  if (!PostgresServer::is_installed()) return;
  PostgresServer server;
  const std::string owner = server.new_database();
  create_cluster({owner});
  pg::Connection root(owner);
  root.execute(cluster_roles());
  root.execute(cluster_roles());
  for (const char* role : {"reader", "worker", "writer"})
    root.execute(fmt::format("CREATE ROLE {0} LOGIN; GRANT yari_{0} TO {0}", role));
  {
    Database database(owner, OpenMode::read_write);
    import_all(database, mixed_games(10));
  }
  const std::string name = owner.substr(owner.rfind('/') + 1);
  const auto as = [&](const char* role) {
    return Database(server.url(name, role), OpenMode::read_write);
  };
  const auto refuses = [&](const char* role, const std::string& sql) {
    pg::Connection connection(server.url(name, role));
    CHECK_THROWS_AS(connection.execute(sql), IoError);
  };
  Database reader = as("reader");
  CHECK(reader.count() > 5);
  CHECK(reader.load_game(1));
  CHECK_THROWS_AS(delete_games(reader, {1}), IoError);
  refuses("reader", "INSERT INTO yari.saved_queries VALUES ('a', 'b')");
  refuses("reader", "UPDATE yari.work SET state = 0");
  Database worker = as("worker");
  CHECK(worker.load_game(1));
  CHECK_THROWS_AS(delete_games(worker, {1}), IoError);
  CHECK_THROWS_AS(import_all(worker, mixed_games(12)), IoError);
  refuses("worker", "UPDATE yari_shard_00.records SET moves = ''");
  refuses("worker", "DELETE FROM yari.evaluations");
  Database writer = as("writer");
  CHECK(delete_games(writer, {1}) == 1);
  CHECK(undo(writer));
  refuses("writer", "DROP TABLE yari.meta");
  refuses("writer", "CREATE TABLE yari.more(a int8)");
}

}  // namespace yari::test
