/// \file
/// The back ends that a test of the whole contract goes through: SQLite; or PostgreSQL and a
/// cluster, where tests/postgres compiles the same test once more.
#pragma once

#include "db/open_store.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#ifdef YARI_TEST_POSTGRES
#include "tests/postgres/back_ends.h"
#else
#include "tests/support/sqlite.h"
#endif

#ifdef YARI_TEST_POSTGRES
#define FOR_EACH_BACK_END(name) TEMPLATE_TEST_CASE(name, "[store]", InPostgres, InCluster)
#define SKIP_WITHOUT_SERVER \
  if (shared_postgres() == nullptr) return
#else
#define SKIP_WITHOUT_SERVER static_cast<void>(0)
#define FOR_EACH_BACK_END(name) TEMPLATE_TEST_CASE(name, "[store]", InSqlite)

namespace yari::test {

/// A file of SQLite.
class InSqlite {
 public:
  std::unique_ptr<store::Store> open() { return open_store(file(), OpenMode::create); }
  void damage(Database& database, GameId id) {
    Statement(connection_of(database),
              "UPDATE records SET moves = zeroblob(length(moves)) WHERE id = ?")
        .run({id});
  }
  std::unique_ptr<store::Store> open_impatient() {
    auto store = open();
    dynamic_cast<SqliteStore&>(*store).connection().execute("PRAGMA busy_timeout = 1");
    return store;
  }

 private:
  std::filesystem::path file() const { return folder_ / "games.ydb"; }
  TempFolder folder_;
};

}  // namespace yari::test
#endif
