// What a stranger's file, or SQL that a user typed, cannot make SQLite do.
#include "db/store/sqlite/file/distrust.h"

#include <fmt/ranges.h>
#include <sqlite3.h>

#include <filesystem>
#include <set>

#include "db/sql_access.h"
#include "db/store/sqlite/file/page_sums.h"
#include "tests/db/tools/ask.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;
namespace fs = std::filesystem;

namespace {

/// Runs SQL as another program may: checksums of pages keep nobody out who knows them.
void run_as_stranger(const fs::path& file, const std::string& sql) {
  INFO(sql);
  PlainSqlite(file, page_sum_layer())->execute(sql);
}

struct SmallFile {
  TempFolder folder;
  fs::path file = folder / "a.db";
  SmallFile() {
    Database database(file, OpenMode::create);
    import_all(database, short_games(4, 1));
  }
};

}  // namespace

TEST_CASE("SQL of users calls no function that reaches into the program") {
  const SmallFile f;
  for (const char* sql :
       {"SELECT hex(fts3_tokenizer('simple'))",
        "SELECT fts3_tokenizer('simple', x'4141414141414141')",
        "SELECT FTS3_TOKENIZER('simple', x'4141414141414141')", "SELECT load_extension('x')",
        "SELECT sqlite_log(1, 'x')", "SELECT sqlite_compileoption_get(0)",
        "SELECT rtreecheck('games')", "SELECT matchinfo('games_text')",
        "SELECT optimize('games_text')",
        "SELECT 1 FROM games_view WHERE fts3_tokenizer('simple') IS NOT NULL",
        "WITH x AS (SELECT fts3_tokenizer('simple') AS t) SELECT t FROM x",
        "SELECT sum(length(fts3_tokenizer('simple'))) OVER () FROM games_view",
        "SELECT * FROM dbstat", "SELECT * FROM sqlite_stmt", "SELECT * FROM fts3tokenize('simple')",
        "SELECT * FROM pragma_compile_options", "SELECT \"no such column\""}) {
    INFO(sql);
    const Reply reply = ask(f.file, sql);
    CHECK(reply.rows.empty());
    CHECK_FALSE(reply.error.empty());
  }
}

TEST_CASE("SQL of users may call what only computes, and no other function that SQLite has") {
  const SmallFile f;
  const Reply all = ask(f.file, "PRAGMA function_list");
  REQUIRE(all.rows.size() > 100);
  std::set<std::string> refused;
  for (const auto& row : all.rows) {
    const std::string name = std::get<std::string>(row[0]);
    const bool is_of_a_module = name.starts_with("sqlite_") || name.starts_with("fts") ||
                                name.starts_with("rtree") || name.starts_with("geopoly");
    if (!is_of_a_module && !is_function_for_users(name)) refused.insert(name);
  }
  INFO(fmt::format("{}", fmt::join(refused, " ")));
  // Of those of SQLite 3.40 as Debian builds it.
  for (const char* name : {"load_extension", "matchinfo", "offsets", "optimize"})
    CHECK(refused.contains(name));
  CHECK(refused.size() <= 8);
  for (const char* sql :
       {"SELECT printf('%d', 3), replace('aa', 'a', 'b'), json_extract('{\"a\":1}', '$.a')",
        "SELECT group_concat(black, ', '), avg(plies), round(sqrt(2), 3) FROM games_view",
        "SELECT row_number() OVER (ORDER BY id), strftime('%Y', '2001-01-01') FROM games_view",
        "SELECT name FROM players_list WHERE name LIKE '%a%' OR name GLOB 'O*'",
        "SELECT rowid, bm25(games_text) FROM games_text WHERE games_text MATCH 'a*'",
        "SELECT value FROM json_each('[1,2]')", "SELECT '{\"a\":1}' ->> 'a'"}) {
    INFO(sql);
    CHECK(ask(f.file, sql).error.empty());
  }
}

TEST_CASE("a module of another sort in a stranger's file is not run") {
  const SmallFile f;
  run_as_stranger(f.file,
                  "CREATE VIRTUAL TABLE notes USING fts4(text); INSERT INTO notes VALUES ('a b')");
  CHECK_THAT(ask(f.file, "SELECT * FROM notes WHERE notes MATCH 'a'").error,
             Contains("no such module: fts4"));
  CHECK(ask(f.file, "SELECT * FROM games_view").rows.size() == 4);
  Database database(f.file, OpenMode::read_write);
  CHECK(database.verify().ok());
  database.compact();
  CHECK(database.count() == 4);
}

TEST_CASE("what stands in the place of a table, and is none, is refused") {
  const SmallFile f;
  const auto refused = [&](const std::string& sql) {
    const fs::path copy = f.folder / "copy.db";
    fs::copy_file(f.file, copy, fs::copy_options::overwrite_existing);
    run_as_stranger(copy, "PRAGMA legacy_alter_table = ON; " + sql);
    INFO(sql);
    for (const OpenMode mode : {OpenMode::read_only, OpenMode::read_write})
      CHECK_THROWS_WITH(Database(copy, mode), Contains("where a table belongs"));
  };
  refused("ALTER TABLE players RENAME TO old; CREATE VIRTUAL TABLE players USING fts5(name)");
  refused("ALTER TABLE players RENAME TO old; CREATE VIRTUAL TABLE players USING fts4(name)");
  refused("ALTER TABLE meta RENAME TO old; CREATE VIRTUAL TABLE meta USING rtree(id, a, b)");
  refused("ALTER TABLE games RENAME TO old; CREATE VIEW Games AS SELECT * FROM old");
  refused("ALTER TABLE records ADD COLUMN x BLOB AS (zeroblob(100000000))");
  refused("CREATE INDEX evil ON games(length(hex(zeroblob(plies * 1000))))");
  refused("CREATE INDEX evil ON records(id) WHERE INSTR(moves, notes)");
  refused("CREATE INDEX evil ON Games(\"replace\"(plies, 'a', 'b'))");
  refused(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'plies INTEGER NOT "
      "NULL', 'plies INTEGER NOT NULL CHECK (length(printf(''%100000000d'', plies)) > 0)') WHERE "
      "name = 'games'");
  refused("ALTER TABLE games ADD COLUMN x INTEGER AS (length(hex(zeroblob(1000)))) VIRTUAL");
}

TEST_CASE("a view of a stranger's does not stand for one of ours, and is not run") {
  const SmallFile f;
  run_as_stranger(
      f.file,
      "DROP VIEW games_view; CREATE VIEW games_view AS SELECT 'forged' AS black, 1 AS id; "
      "CREATE VIEW other AS SELECT 1; CREATE TABLE players_list(name)");
  CHECK(ask(f.file, "SELECT * FROM games_view WHERE black = 'forged'").rows.empty());
  CHECK(ask(f.file, "SELECT id, plies FROM games_view").rows.size() == 4);
  CHECK_FALSE(ask(f.file, "SELECT * FROM players_list").rows.empty());
  CHECK_THAT(ask(f.file, "SELECT * FROM other").error, Contains("prohibited"));
}

TEST_CASE("rows of games_at and of game_plies count as memory of a question") {
  const SmallFile f;
  {
    Database database(f.file, OpenMode::read_write);
    import_all(database, short_games(3000, 7));
  }
  Database database(f.file, OpenMode::read_only);
  SqlReader reader(database, {60, std::int64_t{5} << 20}, nullptr);
  // Each of the joined calls keeps its rows until it is over.
  std::string joined = "SELECT count(*) FROM games_at('startpos', 'shogi') a0";
  for (int i = 1; i < 40; ++i)
    joined += ", (SELECT * FROM games_at('startpos', 'shogi') LIMIT 1000000) a" + std::to_string(i);
  const Result<void> ran =
      reader.run(joined, {.begin = [](const std::vector<std::string>&) {},
                          .row = [](const std::vector<SqlValue>&) { return true; }});
  sqlite3_hard_heap_limit64(0);
  REQUIRE_FALSE(ran);
  CHECK(ran.error().message == "takes more than 5 MiB (--memory)");
}
