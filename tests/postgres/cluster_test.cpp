// A cluster that is made, looked at, moved about and given rights.
#include "db/cluster.h"

#include <map>
#include <set>

#include "db/change/upkeep.h"
#include "db/explore/explorer.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"

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

TEST_CASE("a server is found by its URL, however that is written, before one that begins with it",
          "[cluster]") {
  if (shared_postgres() == nullptr) return;
  const std::string first = shared_postgres()->new_database();
  const std::string added = shared_postgres()->new_database(), longer = added + "_more";
  pg::Connection root(first);
  root.execute("CREATE DATABASE " + longer.substr(longer.rfind('/') + 1));
  pg::create_cluster({first, longer}, 5);
  const std::string short_scheme = "postgres" + added.substr(added.find("://"));
  int moved = 0;
  add_server(first, short_scheme, [&](int) { ++moved; });
  CHECK(moved == 1);
  const std::vector<ServerStatus> servers = cluster_status(first);
  REQUIRE(servers.size() == 3);
  CHECK(servers[2].url == added);
  REQUIRE(servers[2].shards.size() == 1);
  const int shard = servers[2].shards.front();
  const pg::Settings settings = pg::read_settings(added);
  const auto value = [&](const char* keyword) { return pg::value_of(settings, keyword); };
  const std::string as_query =
      fmt::format("postgresql:///{}?port={}&user={}&host={}", value("dbname"), value("port"),
                  value("user"), value("host"));
  const auto check_names = [&] {
    for (const std::string& name : {added, short_scheme, as_query}) {
      INFO(name);
      CHECK_FALSE(move_shard(first, shard, name));
      add_server(first, name, [&](int) { ++moved; });
    }
    CHECK(moved == 1);
    CHECK(cluster_status(first).size() == 3);
  };
  check_names();
  // Version 1 kept what was typed.
  pg::Statement(root, "UPDATE yari.servers SET url = $1 WHERE id = 2").run({short_scheme});
  root.sync();
  check_names();
  // The beginning of a name is enough; the first server that has it is meant.
  CHECK(move_shard(first, shard, first.substr(0, first.rfind('/'))));
  CHECK_FALSE(move_shard(first, shard, first));
}

namespace {

/// Makes every commit on the server that added games, or their moves, fail, or no longer.
void refuse_commits(const std::string& url, bool refuses, const char* how = "INSERT") {
  pg::Connection server(url);
  pg::Statement schemas(server, "SELECT nspname FROM pg_namespace WHERE nspname ~ '^yari_shard_'");
  std::string sql;
  for (schemas.start({}); schemas.step();) {
    const std::string games = std::string(schemas.text(0)) + ".records";
    sql += refuses ? fmt::format(
                         "CREATE CONSTRAINT TRIGGER refuse AFTER {} ON {} DEFERRABLE "
                         "INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse();",
                         how, games)
                   : fmt::format("DROP TRIGGER refuse ON {};", games);
  }
  if (refuses)
    server.execute(
        "CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$BEGIN RAISE EXCEPTION 'the disk is full'; END$$; SET search_path = public, pg_catalog;" +
        sql);
  else
    server.execute(sql + "DROP FUNCTION public.refuse()");
}

std::string moves_of(const Game& game) {
  std::string text;
  for (const Move move : game.moves.main_moves()) text += write_usi_move(move, game.variant) + ' ';
  return text + std::string(game.tag("Black"));
}
std::string moves_of(Database& database, GameId id) { return moves_of(*database.load_game(id)); }

std::int64_t counted(Database& database) {
  return explore(database, start_setup(Variant::shogi)).all.games;
}

}  // namespace

TEST_CASE("a batch that one server did not store is added by the same import", "[cluster]") {
  if (shared_postgres() == nullptr) return;
  PostgresServer& server = *shared_postgres();
  const std::string first = server.new_database(), second = server.new_database();
  create_cluster({first, second});
  const std::vector<Game> games = mixed_games(60);
  std::int64_t before = 0, after = 0;
  {
    Database database(first, OpenMode::read_write);
    import_all(database, {games.begin(), games.begin() + 20});
    before = database.count();
    // The home commits first; what the other server was to store is lost.
    refuse_commits(second, true);
    CHECK_THROWS_AS(import_all(database, games), DatabaseError);
    refuse_commits(second, false);
  }
  {
    Database database(first, OpenMode::read_write);
    after = database.count();
    CHECK(after > before);
    import_all(database, games);
    CHECK(database.count() > after);
    CHECK(database.verify().problems == std::vector<std::string>{});
  }
  // No number was given twice, and nothing is there twice: as in a file that nothing happened to.
  const TempFolder folder;
  Database alone(folder / "a.ydb", OpenMode::create), database(first, OpenMode::read_write);
  import_all(alone, games);
  const auto records = [](Database& of) {
    std::multiset<std::string> all;
    for (const GameId id : of.ids({})) all.insert(moves_of(of, id));
    return all;
  };
  CHECK(records(database) == records(alone));
  CHECK(counted(database) == counted(alone));
  database.compact();
  CHECK(counted(database) == counted(alone));
}

TEST_CASE("a change of moves that one server did not store is taken out of the index again",
          "[cluster]") {
  if (shared_postgres() == nullptr) return;
  PostgresServer& server = *shared_postgres();
  const std::string first = server.new_database(), second = server.new_database();
  create_cluster({first, second});
  const std::vector<Game> games = mixed_games(40);
  std::vector<GameId> ids;
  std::string content;
  const auto change = [](Database& database, const std::vector<GameId>& of) {
    Rng rng(3);
    edit_games(database, "other moves", of, [&](GameId, Game& game) {
      const Game other = random_record(game.variant, rng, 50, false);
      game.start = other.start;
      game.moves = other.moves;
      return true;
    });
  };
  {
    Database database(first, OpenMode::read_write);
    import_all(database, games);
    ids = database.ids({});
    // Of these something is stale, rightly.
    change(database, {ids[1], ids[2], ids[3]});
    content = content_of(database);
    refuse_commits(second, true, "UPDATE");
    CHECK_THROWS_AS(change(database, ids), DatabaseError);
    refuse_commits(second, false);
  }
  Database database(first, OpenMode::read_write);
  std::size_t changed = 0;
  for (std::size_t i = 4; i < ids.size(); ++i)
    if (moves_of(database, ids[i]) != moves_of(games[i])) ++changed;
  CHECK(changed > 0);
  CHECK(changed < ids.size() - 4);
  CHECK_FALSE(database.verify().ok());
  // The next writer does it, whatever it writes, and does it once.
  for (int i = 0; i < 2; ++i) {
    const auto batch = store_of(database).batch();
    static_cast<void>(batch->queries());
    batch->commit();
    CHECK(store_of(database).snapshot()->positions().pieces() == 4);
  }
  CHECK(database.verify().problems == std::vector<std::string>{});
}

TEST_CASE("an index of a cluster is merged in steps that others can write between", "[cluster]") {
  if (shared_postgres() == nullptr) return;
  const std::string first = shared_postgres()->new_database();
  create_cluster({first, shared_postgres()->new_database()});
  Database database(first, OpenMode::read_write);
  const std::vector<Game> games = mixed_games(200);
  for (std::size_t at = 0; at < games.size(); at += 40)
    import_all(database, {games.begin() + static_cast<std::ptrdiff_t>(at),
                          games.begin() + static_cast<std::ptrdiff_t>(at + 40)});
  Database::Impl& db = DatabaseParts::of(database);
  const auto pieces = [&] { return db.store->snapshot()->positions().pieces(); };
  const std::string content = content_of(database);
  db.merge_bytes = static_cast<std::int64_t>(block_capacity);
  REQUIRE(pieces() > 1);
  const std::int64_t commits = db.store->changes().by_this;
  database.fold();
  // A block or two in each.
  CHECK(db.store->changes().by_this - commits > 10);
  CHECK(pieces() == 1);
  CHECK(content_of(database) == content);
  CHECK(database.verify().problems == std::vector<std::string>{});
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
  // The next number of a game is none of a worker's business.
  pg::Connection connection(server.url(name, "worker"));
  pg::Statement(connection, "UPDATE yari.meta SET value = 1 WHERE name = 'next_game'").run({});
  CHECK(connection.changes() == 0);
}

}  // namespace yari::test
