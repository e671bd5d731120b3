// What a server refuses, what was changed in it by hand, and what another program left half done.
#include <fmt/format.h>

#include "db/change/annotations.h"
#include "db/change/change.h"
#include "db/change/upkeep.h"
#include "db/explore/explorer.h"
#include "db/store/postgres/server/tables.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"

namespace yari::test {

using namespace std::chrono_literals;

TEST_CASE("a refused copy is reported, and the connection goes on", "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  pg::Connection connection(server->new_database());
  connection.execute("CREATE TABLE public.t(a int8 CHECK (a < 5), b text)");
  const auto rows = [](std::int64_t a) {
    pg::CopyRows one;
    one.row(2);
    one.int64(a);
    one.text(std::string("x\0y", 3));
    return one;
  };
  pg::CopyRows none, missing = rows(1), wrong = rows(7), right = rows(2);
  connection.copy("public.t(a, b)", none);
  CHECK_THROWS_AS(connection.copy("public.missing(a, b)", missing), NotADatabase);
  CHECK_THROWS_AS(connection.copy("public.t(a, b)", wrong), DatabaseError);
  connection.copy("public.t(a, b)", right);
  // PostgreSQL knows no character 0.
  CHECK(connection.integer("SELECT a FROM public.t WHERE b = 'xy'") == 2);
  CHECK(connection.integer("SELECT a FROM public.t WHERE b = 'z'") == 0);
  CHECK(connection.changes() == 0);
  pg::Statement fails(connection, "SELECT 1 / $1::int8");
  fails.run({0});
  CHECK_THROWS_AS(connection.sync(), DatabaseError);
  CHECK(connection.changes() == 0);
}

TEST_CASE("a table that cannot be copied to another server is reported by the right one",
          "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  const std::string here_url = server->new_database(), there_url = server->new_database();
  const auto copy = [&](const std::string& table_there, const std::string& table_here) {
    pg::Connection here(here_url), there(there_url);
    there.execute("DROP TABLE IF EXISTS public.t; CREATE TABLE public.t AS SELECT 1::int8 AS a");
    here.execute("DROP TABLE IF EXISTS public.t; CREATE TABLE public.t(a int8 CHECK (a > 0))");
    try {
      here.copy_from(there, table_there, table_here);
      return std::string("copied");
    } catch (const DatabaseError& error) {
      const std::string text = error.what();
      CHECK((text.starts_with(here.name()) || text.starts_with(there.name())));
      return std::string(text.starts_with(here.name()) ? "here" : "there");
    }
  };
  CHECK(copy("public.t", "public.t") == "copied");
  CHECK(copy("public.missing", "public.t") == "there");
  CHECK(copy("public.t", "public.missing") == "here");
  CHECK(copy("(SELECT a - 1 FROM public.t)", "public.t") == "here");
  CHECK(copy("(SELECT 1 / (9 - n) FROM generate_series(1, 9) n)", "public.t") == "there");
  CHECK(copy("(SELECT CASE WHEN pg_terminate_backend(pg_backend_pid()) THEN a END FROM public.t)",
             "public.t") == "there");
}

TEST_CASE("after a connection was lost every use of it says so, until work begins again",
          "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  const std::string url = server->new_database();
  pg::Connection root(url), connection(url, {.reconnect = 5s, .lock = 1s});
  const std::int64_t process = connection.integer("SELECT pg_backend_pid()");
  pg::Statement one(connection, "SELECT 1");
  pg::Statement(root, "SELECT pg_terminate_backend($1::int4, 5000)").first({process});
  CHECK_THROWS_AS(one.first({}), pg::ConnectionLost);
  CHECK_THROWS_AS(one.first({}), pg::ConnectionLost);
  CHECK_THROWS_AS(connection.execute("SELECT 1"), pg::ConnectionLost);
  const pg::Transaction again(connection, pg::Transaction::Kind::read);
  CHECK(one.first({}));
  CHECK_THROWS_AS(pg::Connection("postgresql://localhost/?nonsense=1"), DatabaseError);
}

TEST_CASE("a transaction in which a statement failed cannot be committed", "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  pg::Connection connection(server->new_database());
  pg::Transaction batch(connection, pg::Transaction::Kind::write);
  CHECK_THROWS_AS(connection.execute("SELECT 1 / 0"), DatabaseError);
  CHECK_THROWS_AS(batch.commit(), DatabaseError);
}

TEST_CASE("rows that come in parts end once, and may be dropped after their transaction",
          "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  pg::Connection connection(server->new_database());
  std::optional<pg::Stream> rows;
  {
    const pg::Transaction reading(connection, pg::Transaction::Kind::read);
    rows.emplace(connection, "SELECT generate_series(1, 10)");
    int seen = 0;
    while (rows->step()) ++seen;
    CHECK(seen == 10);
    CHECK_FALSE(rows->step());
  }
  rows.reset();
  CHECK(connection.integer("SELECT 5") == 5);
}

TEST_CASE("more statements than are prepared are run all the same", "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  pg::Connection connection(server->new_database());
  const pg::Transaction reading(connection, pg::Transaction::Kind::read);
  for (int i = 0; i < 6100; ++i) pg::Statement(connection, fmt::format("SELECT {}", i)).start({});
  CHECK(connection.integer("SELECT 6101") == 6101);
}

TEST_CASE("a place without tables, or with those of a later version, is not opened", "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  const std::string url = server->new_database();
  const auto open = [&](OpenMode mode) { pg::PostgresStore(url, mode).changes(); };
  CHECK_THROWS_AS(open(OpenMode::read_write), NotADatabase);
  CHECK_THROWS_AS(open(OpenMode::read_only), NotADatabase);
  open(OpenMode::create);
  pg::Connection root(url);
  root.execute("UPDATE yari.meta SET value = value + 1 WHERE name = 'version'");
  CHECK_THROWS_AS(open(OpenMode::read_write), Newer);
  root.execute("DELETE FROM yari.meta WHERE name IN ('version', 'changes')");
  CHECK_THROWS_AS(open(OpenMode::create), NotADatabase);
  root.execute(
      fmt::format("INSERT INTO yari.meta(name, value) VALUES ('version', {})", pg::schema_version));
  pg::PostgresStore reader(url, OpenMode::read_only);
  CHECK(reader.changes().by_others == 0);
  CHECK_THROWS_AS(reader.batch(store::Durability::safe), DatabaseError);
  // What is left of a cluster whose home is gone.
  const std::string rest = server->new_database();
  pg::Connection(rest).execute("CREATE SCHEMA yari_shard_07");
  CHECK_THROWS_AS(pg::create_cluster({rest}, 4), DatabaseError);
}

TEST_CASE("a database that has given all its numbers is full", "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  const std::string url = server->new_database();
  Database database(url, OpenMode::create);
  pg::Connection root(url);
  pg::Statement set(root, "UPDATE yari.meta SET value = $1 WHERE name = 'next_game'");
  set.run({last_game_id});
  root.sync();
  const std::vector<Game> games = mixed_games(3);
  import_all(database, {games[0]});
  CHECK(database.header(last_game_id));
  CHECK_THROWS_AS(import_all(database, {games[1]}), Full);
  CHECK(database.count() == 1);
}

namespace {

/// A home and one more server, with some games, and the numbers of the transactions in the home.
struct TwoServers {
  std::string home = shared_postgres()->new_database(), other = shared_postgres()->new_database();
  TwoServers() {
    pg::create_cluster({home, other}, 4);
    Database database(home, OpenMode::read_write);
    DatabaseParts::of(database).count_limits = {.in_batch = 2, .in_run = 2};
    import_all(database, mixed_games(12));
  }
  void note_part(int server, std::int64_t transaction) const {
    pg::Connection root(home);
    root.execute("DELETE FROM yari.meta WHERE name LIKE 'xid %'");
    pg::Statement(root, "INSERT INTO yari.meta(name, value) VALUES ($1, $2)")
        .run({fmt::format("xid {}", server), transaction});
    root.sync();
  }
  bool has_counts() const {
    return pg::Connection(home).integer("SELECT count(*) FROM yari.counted_positions") != 0;
  }
  void write(const pg::Patience& patience) const {
    Database database(std::make_unique<pg::PostgresStore>(home, OpenMode::read_write, patience));
    set_tags(database, {1}, {{"Event", "Cup"}});
  }
};

}  // namespace

TEST_CASE("a batch whose part on another server is unfinished or lost is seen by the next writer",
          "[cluster]") {
  if (shared_postgres() == nullptr) return;
  const TwoServers servers;
  const pg::Patience impatient{.reconnect = 10ms, .lock = 200ms};
  REQUIRE(servers.has_counts());
  pg::Connection unfinished(servers.other);
  std::optional<pg::Transaction> part(std::in_place, unfinished, pg::Transaction::Kind::write);
  const std::int64_t number = unfinished.integer("SELECT pg_current_xact_id()::text::int8");
  servers.note_part(1, number);
  CHECK_THROWS_AS(servers.write(impatient), Busy);
  // A server that is not listed says nothing.
  servers.note_part(7, number);
  servers.write(impatient);
  CHECK(servers.has_counts());
  part.reset();
  servers.note_part(1, number);
  servers.write(impatient);
  CHECK_FALSE(servers.has_counts());
  Database database(servers.home, OpenMode::read_write);
  CHECK(explore(database, start_setup(Variant::shogi)).all.games > 0);
  CHECK(database.verify().problems == std::vector<std::string>{});
}

TEST_CASE("a deletion of version 1 is taken back though a part of a later batch was lost",
          "[cluster]") {
  if (shared_postgres() == nullptr) return;
  const TwoServers servers;
  std::string content;
  {
    Database database(servers.home, OpenMode::read_write);
    content = content_of(database);
    REQUIRE(delete_games(database, {2, 3}) == 2);
    // Version 1 wrote down neither how many games it kept, nor what each shard has of them.
    pg::Shards& shards = dynamic_cast<pg::PostgresStore&>(store_of(database)).shards();
    pg::Fan(shards, "DELETE FROM @.journal_parts").run({});
    shards.home().statement("UPDATE @.journal SET games = NULL").run({});
    for (const auto& connection : shards.connections()) connection->sync();
  }
  pg::Connection unfinished(servers.other);
  std::int64_t lost = 0;
  {
    const pg::Transaction part(unfinished, pg::Transaction::Kind::write);
    lost = unfinished.integer("SELECT pg_current_xact_id()::text::int8");
  }
  servers.note_part(1, lost);
  servers.write({.reconnect = 10ms, .lock = 200ms});
  Database database(servers.home, OpenMode::read_write);
  REQUIRE(journal(database).size() == 2);
  CHECK(undo(database));
  CHECK(undo(database));
  CHECK(content_of(database) == content);
}

TEST_CASE("an index that nobody merges is full at its last run", "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  pg::PostgresStore store(server->new_database(), OpenMode::create);
  const auto add = [&](std::uint32_t game) {
    const auto batch = store.batch(store::Durability::quick);
    const Posting posting{game, game, 0};
    batch->positions().append({&posting, 1});
    batch->commit();
  };
  for (std::uint32_t game = 1; game <= 32; ++game) add(game);
  CHECK_THROWS_AS(add(33), Full);
  CHECK(store.snapshot()->positions().count() == 32);
}

TEST_CASE("rows that were changed by hand are left out, or named", "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  const std::string url = server->new_database();
  Database database(url, OpenMode::create);
  DatabaseParts::of(database).count_limits = {.in_batch = 2, .in_run = 2};
  std::vector<Game> games = mixed_games(6);
  for (const Variant v : {Variant::yari, Variant::shogi}) {
    Game& game = games.emplace_back();
    game.variant = v;
    game.start = start_setup(v);
    game.start.side_to_move = Color::white;
    game.set_tag(tags::event, "Cup");
  }
  import_all(database, games);
  pg::Connection root(url);
  for (const Variant v : {Variant::yari, Variant::shogi})
    CHECK(store_of(database).snapshot()->games().may_have_starts(v));
  root.execute(
      "INSERT INTO yari.counted_positions(key, sfen) VALUES (-1, 'none'), (1::int8 << 41, 'none')");
  const auto positions = [&] {
    std::vector<IndexKey> keys;
    store_of(database).snapshot()->counts().each_position(
        [&](IndexKey key, const store::CountedPosition&) { keys.push_back(key); });
    return keys;
  };
  REQUIRE_FALSE(positions().empty());
  CHECK(positions().back() < IndexKey{1} << index_key_bits);
  for (const char* const text : {"nothing", "yari\nx y", "shogi 9/9"}) {
    pg::Statement(root, "UPDATE yari.starts SET start = $1 WHERE id = 1").run({text});
    root.sync();
    Database again(url, OpenMode::read_write);
    INFO(text);
    CHECK_FALSE(again.verify().ok());
    for (const GameId id : again.ids({})) {
      try {
        again.load_game(id);
      } catch (const DamagedGame&) {
      }
    }
    CHECK_NOTHROW(store_of(again).snapshot()->games().may_have_starts(Variant::shogi));
  }
}

}  // namespace yari::test
