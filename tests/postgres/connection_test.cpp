// Statements in a pipeline, what fails in it, and what happens when the server goes.
#include "db/store/postgres/server/connection.h"

#include <fmt/format.h>

#include <map>

#include "tests/support/catch.h"
#include "tests/support/postgres.h"

namespace yari::test {

TEST_CASE("values of every type go to PostgreSQL and come back", "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  pg::Connection connection(server->new_database());
  connection.execute("CREATE TABLE public.t(a int8, b text, c bytea, d int2, e int4)");
  const Bytes blob{0, 1, 255};
  pg::Statement add(connection, "INSERT INTO public.t VALUES ($1, $2, $3, $4, $5)");
  add.run({std::int64_t{-5'000'000'000}, "é'\\", blob, -3, std::optional<int>()});
  add.run({std::uint64_t{1} << 63, "", Bytes(), 7, 70000});
  CHECK(connection.changes() == 1);
  pg::Statement rows(connection, "SELECT a, b, c, d, e FROM public.t WHERE d < $1 ORDER BY d");
  rows.start({100});
  REQUIRE(rows.step());
  CHECK(rows.integer(0) == -5'000'000'000);
  CHECK(rows.text(1) == "é'\\");
  CHECK(std::ranges::equal(rows.blob(2), blob));
  CHECK(rows.integer(3) == -3);
  CHECK(rows.is_null(4));
  REQUIRE(rows.step());
  CHECK(rows.integer(0) == INT64_MIN);
  CHECK(rows.blob(2).empty());
  CHECK(rows.integer(4) == 70000);
  CHECK_FALSE(rows.step());
  pg::CopyRows copied;
  for (int i = 0; i < 1000; ++i) {
    copied.row(5);
    copied.int64(i);
    copied.text("x");
    copied.bytes(blob);
    copied.int16(-i);
    copied.null();
  }
  connection.copy("public.t(a, b, c, d, e)", copied);
  CHECK(connection.integer("SELECT sum(a)::int8 FROM public.t WHERE a >= 0 AND a + d = 0") ==
        499'500);
}

TEST_CASE("a failure in a pipeline is thrown where somebody waits, and undoes the transaction",
          "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  pg::Connection connection(server->new_database());
  connection.execute("CREATE TABLE public.t(a int8 PRIMARY KEY)");
  pg::Statement add(connection, "INSERT INTO public.t VALUES ($1)");
  {
    pg::Transaction batch(connection, pg::Transaction::Kind::write);
    add.run({1});
    add.run({1});
    add.run({2});
    CHECK_THROWS_AS(batch.commit(), DatabaseError);
  }
  CHECK(connection.integer("SELECT count(*) FROM public.t") == 0);
  for (int i = 0; i < 3000; ++i) add.run({i});
  CHECK(connection.integer("SELECT count(*) FROM public.t") == 3000);
  {
    pg::Transaction reading(connection, pg::Transaction::Kind::read);
    add.run({5000});
    CHECK_THROWS_AS(connection.sync(), DatabaseError);
  }
  add.run({5000});
  CHECK(connection.changes() == 1);
}

TEST_CASE("the message about a refusal says what a user can do about it", "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  pg::Connection connection(server->new_database());
  // The codes of PostgreSQL 15, appendix A.
  const std::map<std::string, std::vector<const char*>> kinds = {
      {"lost", {"08006", "57P01"}},
      {"busy", {"55P03", "40P01", "40001", "57014", "53300"}},
      {"memory", {"53200"}},
      {"full", {"53100", "54001"}},
      {"damaged", {"XX001", "XX002"}},
      {"no database", {"3D000", "3F000", "42P01"}},
      {"refused", {"28P01", "42501", "25006", "58030"}},
      {"other", {"23505", "22012", "XX000"}}};
  const auto kind_of = [&](const char* code) -> std::string {
    try {
      connection.execute(
          fmt::format("DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '{}'; END $$", code));
    } catch (const pg::ConnectionLost&) {
      return "lost";
    } catch (const Busy&) {
      return "busy";
    } catch (const Full&) {
      return "full";
    } catch (const DamagedFile&) {
      return "damaged";
    } catch (const NotADatabase&) {
      return "no database";
    } catch (const IoError&) {
      return "refused";
    } catch (const DatabaseError& error) {
      CHECK(std::string(error.what()).ends_with(": refused"));
      return "other";
    } catch (const std::bad_alloc&) {
      return "memory";
    }
    return "nothing";
  };
  for (const auto& [kind, codes] : kinds)
    for (const char* const code : codes) {
      INFO(code);
      CHECK(kind_of(code) == kind);
    }
}

TEST_CASE("a writer that waits too long is told that another writes", "[postgres]") {
  PostgresServer* const server = shared_postgres();
  if (server == nullptr) return;
  const std::string url = server->new_database();
  using namespace std::chrono_literals;
  pg::Connection first(url), second(url, {.reconnect = 1s, .lock = 10ms});
  const pg::Transaction holds(first, pg::Transaction::Kind::write);
  first.execute("SELECT pg_advisory_xact_lock(1)");
  CHECK_THROWS_AS(second.execute("SELECT pg_advisory_lock(1)"), Busy);
}

TEST_CASE("a connection to a server that was stopped is made again, and shows no password",
          "[postgres]") {
  if (!PostgresServer::is_installed()) return;
  PostgresServer server;
  std::string url = server.url("postgres");
  url.replace(url.find("postgres@"), 9, "postgres:secret@");
  using namespace std::chrono_literals;
  pg::Connection connection(url, {.reconnect = 20s, .lock = 1s});
  CHECK(connection.name().find("secret") == std::string::npos);
  CHECK(connection.name().starts_with("postgresql://postgres@127.0.0.1:"));
  pg::Statement one(connection, "SELECT $1::int8 + 1");
  {
    const pg::Transaction open(connection, pg::Transaction::Kind::read);
    server.stop();
    CHECK_THROWS_AS(one.first({1}), pg::ConnectionLost);
    try {
      const pg::Connection refused(url);
      FAIL("connected");
    } catch (const pg::ConnectionLost& error) {
      CHECK(std::string(error.what()).find("secret") == std::string::npos);
    }
  }
  server.start();
  const pg::Transaction again(connection, pg::Transaction::Kind::read);
  REQUIRE(one.first({1}));
  CHECK(one.integer(0) == 2);
}

}  // namespace yari::test
