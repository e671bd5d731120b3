// Not tests: what ctest runs before the first and after the last of those that use PostgreSQL.
#include "tests/support/catch.h"
#include "tests/support/postgres.h"

namespace yari::test {

TEST_CASE("the server for all tests is started", "[.][start]") {
  if (PostgresServer::is_installed()) PostgresServer::start_for_all();
}

TEST_CASE("the server for all tests is stopped", "[.][stop]") {
  if (PostgresServer::is_installed()) PostgresServer::stop_for_all();
}

}  // namespace yari::test
