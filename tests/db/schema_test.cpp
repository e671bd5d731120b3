// Which files are opened and which are refused, and the schema as it is on disk.
#include "db/store/sqlite/file/schema.h"

#include <fstream>

#include "db/change/annotations.h"
#include "db/change/upkeep.h"
#include "db/database_impl.h"
#include "db/drill_cards.h"
#include "db/explore/explorer.h"
#include "db/store/sqlite/file/page_sums.h"
#include "db/store/sqlite/file/tables.h"
#include "db/work_queue.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/old/old_schema.h"
#include "tests/db/tools/ask.h"
#include "tests/db/tools/failing_disk.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/data.h"
#include "tests/support/sqlite.h"

using namespace yari;
using namespace yari::test;

namespace {

std::string refusal(const std::filesystem::path& file, OpenMode mode) {
  try {
    Database(file, mode).count();
  } catch (const DatabaseError& error) {
    return error.what();
  }
  return "opened";
}

void write(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("a new database carries its mark and version") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  CHECK(connection_of(database).integer("PRAGMA application_id") == 0x59617269);
  CHECK(connection_of(database).integer("PRAGMA user_version") == schema_version);
  Statement mode(connection_of(database), "PRAGMA journal_mode");
  REQUIRE(mode.first({}));
  CHECK(mode.text(0) == "wal");
  CHECK(has_page_sums(connection_of(database).handle()));
}

TEST_CASE("every table of our own is strict") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  CHECK(connection_of(database).integer(
            "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND "
            "NOT strict AND name NOT LIKE 'sqlite%'") == 0);
}

TEST_CASE("the words for numbers in the tables are pinned") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Statement words(connection_of(database),
                  "SELECT group_concat(name) FROM (SELECT name FROM variants UNION ALL SELECT name "
                  "FROM rule_sets UNION ALL SELECT name FROM results UNION ALL SELECT name FROM "
                  "endings)");
  REQUIRE(words.first({}));
  CHECK(words.text(0) ==
        "yari,shogi,standard,svp,classic,*,1-0,0-1,1/2-1/2,unknown,resignation,mate,stalemate,"
        "timeout,repetition,perpetual check,impasse,declaration,illegal move,general taken,"
        "abandoned,forfeit,draw agreed,no mate,error,move limit");
}

TEST_CASE("files that are no database are refused") {
  TempFolder folder;
  CHECK_THAT(refusal(folder / "none.db", OpenMode::read_only), Contains("no such database"));
  CHECK_THAT(refusal(folder / "none.db", OpenMode::read_write), Contains("no such database"));
  CHECK_THAT(refusal(folder / "no" / "folder.db", OpenMode::create), Contains("unable to open"));
  CHECK_THAT(refusal(folder / "", OpenMode::create), Contains("folder"));
  write(folder / "text.db", std::string(5000, 'x'));
  for (const OpenMode mode : {OpenMode::read_only, OpenMode::read_write, OpenMode::create}) {
    CHECK_THAT(refusal(folder / "text.db", mode), Contains("not a database"));
  }
  CHECK(read_file(folder / "text.db") == std::string(5000, 'x'));
  write(folder / "empty.db", "");
  CHECK_THAT(refusal(folder / "empty.db", OpenMode::read_write), Contains("not a Yaribase"));
  CHECK(refusal(folder / "empty.db", OpenMode::create) == "opened");
}

TEST_CASE("without FTS5 no database is made, and no empty file either") {
  TempFolder folder;
  const auto drop = [](sqlite3* handle, char**, const sqlite3_api_routines*) {
    return sqlite3_drop_modules(handle, nullptr);
  };
  using Extension = void (*)();
  const auto extension = reinterpret_cast<Extension>(
      static_cast<int (*)(sqlite3*, char**, const sqlite3_api_routines*)>(drop));
  REQUIRE(sqlite3_auto_extension(extension) == SQLITE_OK);
  CHECK_THAT(refusal(folder / "a.db", OpenMode::create), Contains("built without FTS5"));
  sqlite3_cancel_auto_extension(extension);
  CHECK_FALSE(std::filesystem::exists(folder / "a.db"));
  CHECK(refusal(folder / "a.db", OpenMode::create) == "opened");
}

TEST_CASE("another program's SQLite file is refused and left alone") {
  TempFolder folder;
  {
    Connection other(folder / "other.db", OpenMode::create);
    other.execute("CREATE TABLE notes(text)");
  }
  const std::string before = read_file(folder / "other.db");
  for (const OpenMode mode : {OpenMode::read_only, OpenMode::read_write, OpenMode::create}) {
    CHECK_THAT(refusal(folder / "other.db", mode), Contains("not a Yaribase"));
  }
  CHECK(read_file(folder / "other.db") == before);
}

TEST_CASE("a database of a newer version is refused") {
  TempFolder folder;
  { Database(folder / "a.db", OpenMode::create); }
  Connection(folder / "a.db", OpenMode::read_write).execute("PRAGMA user_version = 99");
  CHECK_THAT(refusal(folder / "a.db", OpenMode::read_write), Contains("newer version"));
}

TEST_CASE("a read-only database can be read and not written") {
  TempFolder folder;
  Rng rng(1);
  {
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, {random_record(Variant::yari, rng, 30, true)});
  }
  const std::string bytes = read_file(folder / "a.db");
  std::filesystem::permissions(folder / "a.db", std::filesystem::perms::owner_read);
  for (const OpenMode mode : {OpenMode::read_only, OpenMode::walk}) {
    Database database(folder / "a.db", mode);
    CHECK(database.count() == 1);
    CHECK(database.verify().problems.empty());
    CHECK_THROWS_AS(database.replace_notes(1, {}), DatabaseError);
    CHECK_THROWS_AS(import_all(database, {random_record(Variant::yari, rng, 30, false)}),
                    DatabaseError);
  }
  CHECK(read_file(folder / "a.db") == bytes);
}

TEST_CASE("the views answer questions in plain SQL") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  Game game = game_of(Variant::yari, "7g7f 3c3d");
  game.tags = {{"Black", "A"}, {"White", "B"}, {"Date", "1981.05"}};
  game.result = GameResult::black_wins;
  game.ending = Ending::resignation;
  import_all(database, {game});
  const auto rows = [&](const std::string& sql) { return ask(folder / "a.db", sql).text(); };
  CHECK(rows("SELECT variant, rules, black, white, date, result, ending, plies FROM games_view") ==
        "yari standard A B 1981-05 1-0 resignation 2;");
  CHECK(rows("SELECT games, as_black, wins, draws, losses, first_date, last_date FROM players_view "
             "WHERE name = 'B'") == "1 0 0 0 1 1981-05 1981-05;");
}

TEST_CASE("a database of schema 1 is upgraded and keeps its games") {
  TempFolder folder;
  Rng rng(7);
  const Game game = random_record(Variant::shogi, rng, 40, true);
  {
    Connection old(folder / "a.db", OpenMode::create);
    Transaction transaction(old, Transaction::Kind::write);
    migrate(old, 0, 1);
    const PreparedGame p = prepare(game);
    Statement(old, "INSERT INTO tag_layouts(id, layout) VALUES (1, ?)").run({p.tag_layout});
    old.execute("INSERT INTO players(id, name) VALUES (1, 'B'), (2, 'W')");
    old.execute("INSERT INTO players_text(rowid, name) VALUES (1, 'B'), (2, 'W')");
    Statement(
        old,
        "INSERT INTO games VALUES (1, 1, 0, NULL, 1, 2, NULL, NULL, NULL, 0, 0, ?, NULL, NULL)")
        .run({static_cast<std::int64_t>(p.keys.size() - 1)});
    Statement(old, "INSERT INTO records VALUES (1, ?, ?)")
        .run({p.moves, p.notes.empty() ? Parameter(nullptr) : Parameter(p.notes)});
    transaction.commit();
    CHECK(old.integer("PRAGMA user_version") == 1);
  }
  CHECK_THAT(refusal(folder / "a.db", OpenMode::read_only),
             Contains("is of schema 1, which must be upgraded to " +
                      std::to_string(schema_version) + " first: 'yari db compact'"));
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(connection_of(database).integer("PRAGMA user_version") == schema_version);
  CHECK(database.load_game(1)->moves == game.moves);
  CHECK(database.header(1)->black == "B");
  CHECK(connection_of(database).integer("SELECT count(*) FROM journal") == 0);
  CHECK(connection_of(database).integer("SELECT count(*) FROM judgement_kinds") == 9);
}

TEST_CASE("a database of schema 2 is upgraded and keeps its games") {
  TempFolder folder;
  {
    Connection old(folder / "a.db", OpenMode::create);
    Transaction transaction(old, Transaction::Kind::write);
    migrate(old, 0, 2);
    old.execute(
        "INSERT INTO games VALUES (1,0,0,NULL,NULL,NULL,NULL,NULL,NULL,0,0,0,NULL,NULL);"
        "INSERT INTO records VALUES (1, x'', NULL)");
    transaction.commit();
  }
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(database.count() == 1);
  CHECK(connection_of(database).integer("SELECT count(*) FROM saved_queries") == 0);
  CHECK(ask(folder / "a.db", "SELECT count(*) FROM annotations_view").text() == "0;");
  CHECK(connection_of(database).integer("SELECT id FROM judgement_kinds WHERE name = 'blunder'") ==
        3);
}

namespace {

std::vector<Game> some_games(int count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Game> games;
  for (int i = 0; i < count; ++i)
    games.push_back(random_record(i % 2 == 0 ? Variant::yari : Variant::shogi, rng, 30, false));
  return games;
}

}  // namespace

TEST_CASE("a database of schema 3 is upgraded, and gets its checksums when it is compacted") {
  TempFolder folder;
  const std::vector<Game> games = some_games(40, 5);
  make_schema_3(folder / "a.db", games);
  Database database(folder / "a.db", OpenMode::read_write);
  Connection& connection = connection_of(database);
  CHECK(connection.integer("PRAGMA user_version") == schema_version);
  CHECK(database.count() == 39);
  CHECK(database.verify().problems.empty());
  CHECK(load_own_game(database, 1)->mixed);
  CHECK(connection.integer("SELECT count(*) FROM records WHERE sums IS NULL") == 39);
  const auto blocks_without = [&] {
    return connection.integer(
        "SELECT count(*) FROM position_blocks WHERE substr(hex(data), 17, 2) < '80'");
  };
  CHECK(blocks_without() > 0);

  CHECK(undo(database)->games == 1);
  CHECK(database.load_game(2)->moves == games[1].moves);
  CHECK(database.verify().problems.empty());
  database.compact();
  CHECK(connection.integer("SELECT count(*) FROM records WHERE sums IS NULL") == 0);
  CHECK(blocks_without() == 0);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("a database of schema 5 is upgraded and gets a queue") {
  TempFolder folder;
  {
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, some_games(5, 8));
    connection_of(database).execute(
        "ALTER TABLE counted_positions DROP COLUMN by_part; DROP TABLE position_stale; DROP TABLE "
        "content_stale; DROP TABLE position_work; "
        "DROP VIEW cards_view; DROP TABLE cards; DROP TABLE work; DROP TABLE work_settings; "
        "ALTER TABLE journal DROP COLUMN games; "
        "ALTER TABLE journal DROP COLUMN sum; PRAGMA user_version = 5");
  }
  CHECK_THAT(refusal(folder / "a.db", OpenMode::read_only), Contains("upgraded"));
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(connection_of(database).integer("PRAGMA user_version") == schema_version);
  CHECK(database.count() == 5);
  GameQueue queue(database);
  CHECK(queue.groups().empty());
  CHECK(queue.put({1, 2}, "e", "s", 0) == 2);
  CHECK(queue.claim("e", "w", std::chrono::hours(1))->work.id == 1);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("a database of schema 12 is upgraded and gets a queue of positions") {
  TempFolder folder;
  {
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, some_games(5, 8));
    GameQueue(database).put({1, 2}, "e", "s", 0);
    connection_of(database).execute(
        "ALTER TABLE counted_positions DROP COLUMN by_part; DROP TABLE position_stale; DROP TABLE "
        "content_stale; DROP TABLE position_work; PRAGMA "
        "user_version = 12");
  }
  CHECK_THAT(refusal(folder / "a.db", OpenMode::read_only), Contains("upgraded"));
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(connection_of(database).integer("PRAGMA user_version") == schema_version);
  PositionQueue queue(database);
  CHECK(queue.put(start_setup(Variant::shogi), "e", "s", 0));
  CHECK(queue.claim("e", "w", std::chrono::hours(1)));
  CHECK(GameQueue(database).claim("e", "w", std::chrono::hours(1))->work.id == 1);
  CHECK(database.verify().problems.empty());
}

TEST_CASE("a database of schema 15 is upgraded, and counts by year when it is compacted") {
  TempFolder folder;
  std::vector<Game> games = some_games(18, 3);
  for (std::size_t i = 0; i < games.size(); ++i)
    games[i].result = i < 7 ? GameResult::draw : GameResult::black_wins;
  const Setup start = start_setup(Variant::shogi);
  GameFilter draws;
  draws.result = GameResult::draw;
  const auto count_early = [](Database& database) {
    CountLimits& limits = DatabaseParts::of(database).count_limits;
    limits.in_batch = 2;
    limits.in_run = 2;
    limits.by_part = 4;
  };
  {
    Database database(folder / "a.db", OpenMode::create);
    count_early(database);
    DatabaseParts::of(database).count_limits.by_part = INT64_MAX;
    import_all(database, games);
    connection_of(database).execute(
        "ALTER TABLE counted_positions DROP COLUMN by_part; PRAGMA user_version = 15");
  }
  CHECK_THAT(refusal(folder / "a.db", OpenMode::read_only), Contains("upgraded"));
  Database database(folder / "a.db", OpenMode::read_write);
  count_early(database);
  CHECK(games_counted(database, start) == 9);
  CHECK_FALSE(games_counted(database, start, draws));
  database.compact();
  CHECK(games_counted(database, start, draws) == 3);
  CHECK(database.verify().problems.empty());
}

// A run that is being made was the older one before schema 14.
TEST_CASE("a database of schema 13 is upgraded amid a merge, and its games can be edited") {
  TempFolder folder;
  {
    Database database(folder / "a.db", OpenMode::create);
    for (const std::uint64_t seed : {8U, 9U, 10U, 11U}) import_all(database, some_games(50, seed));
    Connection& old = connection_of(database);
    {
      const auto batch = store_of(database).batch();
      REQUIRE(batch->positions().begin_merge(store::MergeReach::all));
      batch->positions().merge_step({.most_bytes = 8192});
      batch->commit();
    }
    old.execute(
        "UPDATE position_runs SET age = age + 10;"
        "UPDATE position_runs SET age = 5 WHERE age = (SELECT max(age) FROM position_runs);"
        "ALTER TABLE counted_positions DROP COLUMN by_part; DROP TABLE position_stale; DROP TABLE "
        "content_stale; PRAGMA user_version = 13");
    REQUIRE(old.integer("SELECT count(*) FROM position_runs") > 2);
  }
  CHECK_THAT(refusal(folder / "a.db", OpenMode::read_only), Contains("upgraded"));
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(connection_of(database).integer("PRAGMA user_version") == schema_version);
  CHECK(database.verify().problems == std::vector<std::string>());
  Rng rng(1);
  const auto edit = [&] {
    edit_games(database, "other moves", database.ids({}, {.limit = 30}), [&](GameId, Game& game) {
      game.moves = random_record(game.variant, rng, 12, false).moves;
      return true;
    });
    return database.verify().problems;
  };
  CHECK(edit() == std::vector<std::string>());
  database.fold();
  CHECK(database.verify().problems == std::vector<std::string>());
  CHECK(edit() == std::vector<std::string>());
  CHECK(undo(database));
  CHECK(undo(database));
  CHECK(database.verify().problems == std::vector<std::string>());
}

TEST_CASE("a database of schema 9 is upgraded and gets cards") {
  TempFolder folder;
  {
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, some_games(5, 8));
    connection_of(database).execute(
        "ALTER TABLE counted_positions DROP COLUMN by_part; DROP TABLE position_stale; DROP TABLE "
        "content_stale; DROP TABLE position_work; DROP VIEW "
        "cards_view; DROP TABLE cards; PRAGMA user_version = "
        "9");
  }
  CHECK_THAT(refusal(folder / "a.db", OpenMode::read_only), Contains("upgraded"));
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(connection_of(database).integer("PRAGMA user_version") == schema_version);
  CHECK(database.count() == 5);
  CHECK(drill_cards(database, {}).empty());
  CHECK(database.verify().problems.empty());
}

TEST_CASE("a database of schema 10 keeps its cards, and no number is given again") {
  TempFolder folder;
  DrillCard card;
  card.position = start_setup(Variant::shogi);
  card.moves = {*read_usi_move("7g7f", Variant::shogi)};
  card.due = 20261101;
  {
    Database database(folder / "a.db", OpenMode::create);
    Connection& old = connection_of(database);
    old.execute("DROP VIEW cards_view; DROP TABLE cards");
    old.execute(version_10);
    const std::string sfen = write_sfen_without_number(card.position);
    for (const char* const source : {"0", "2"})
      old.execute(("INSERT INTO cards SELECT NULL, " + std::string(source) + ", 1, '" + sfen +
                   "', '7g7f', '', 0, 0, 0, 0, 250, 0, 0, 20261101, 0")
                      .c_str());
    old.execute(
        "ALTER TABLE counted_positions DROP COLUMN by_part; DROP TABLE position_stale; DROP TABLE "
        "content_stale; DROP TABLE position_work; DELETE "
        "FROM cards WHERE id = 2; PRAGMA user_version = 10");
  }
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(connection_of(database).integer("PRAGMA user_version") == schema_version);
  card.id = 1;
  CHECK(drill_cards(database, {}) == std::vector{card});
  card.id = 0;
  card.source = CardSource::own;
  CHECK(add_cards(database, std::vector{card}).added == 1);
  CHECK(drill_cards(database, {.sources = {CardSource::own}}).front().id == 3);
  CHECK(ask(folder / "a.db",
            "SELECT id, source, variant, moves, game, ply, due, reviewed FROM "
            "cards_view")
            .text() == "1 book shogi 7g7f   2026-11-01 ;3 own shogi 7g7f   2026-11-01 ;");
  CHECK(database.verify().problems.empty());
}

TEST_CASE("a file of schema 11 takes games that ended by a limit of moves") {
  TempFolder folder;
  {
    Database database(folder / "a.db", OpenMode::create);
    import_all(database, some_games(10, 6));
    Connection& old = connection_of(database);
    sqlite3_db_config(old.handle(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    old.execute(
        "PRAGMA writable_schema = ON; DELETE FROM endings WHERE id = 16; UPDATE sqlite_schema "
        "SET sql = replace(sql, 'ending BETWEEN 0 AND 16', 'ending BETWEEN 0 AND 15');"
        "PRAGMA writable_schema = RESET; ALTER TABLE counted_positions DROP COLUMN by_part; DROP "
        "TABLE position_stale; DROP TABLE content_stale; DROP "
        "TABLE position_work; PRAGMA user_version = 11");
  }
  Game game = some_games(10, 7).back();
  game.ending = Ending::move_limit;
  Database database(folder / "a.db", OpenMode::read_write);
  CHECK(database.load_game(import_all(database, {game}).front().game) == game);
  CHECK(connection_of(database).integer("SELECT id FROM endings WHERE name = 'move limit'") == 16);
}

TEST_CASE("an upgrade that fails at any write leaves the old database as it was") {
  TempFolder folder;
  make_schema_3(folder / "old.db", some_games(10, 6));
  const auto rows = [](const std::filesystem::path& file) {
    Connection connection(file, OpenMode::read_only);
    std::vector<std::string> all;
    Statement schema(connection, "SELECT sql FROM sqlite_schema ORDER BY name");
    for (schema.start({}); schema.step();) all.emplace_back(schema.text(0));
    Statement games(connection, "SELECT hex(moves) FROM records ORDER BY id");
    for (games.start({}); games.step();) all.emplace_back(games.text(0));
    all.push_back(std::to_string(connection.integer("PRAGMA user_version")));
    return all;
  };
  const std::vector<std::string> before = rows(folder / "old.db");
  int failures = 0;
  bool more = true;
  for (int nth = 1; more; ++nth) {
    for (const char* end : {"", "-wal", "-shm"})
      std::filesystem::remove((folder / "a.db").string() + end);
    std::filesystem::copy_file(folder / "old.db", folder / "a.db");
    {
      const FailingDisk disk(nth);
      try {
        Database(folder / "a.db", OpenMode::read_write);
      } catch (const DatabaseError&) {
        ++failures;
        const std::vector<std::string> after = rows(folder / "a.db");
        if (after.back() == "3") CHECK(after == before);
      }
      more = disk.failed();
    }
    Database database(folder / "a.db", OpenMode::read_write);
    REQUIRE(database.verify().problems.empty());
  }
  CHECK(failures > 10);
}

TEST_CASE("SQL can ask which games pass through a position") {
  TempFolder folder;
  Database database(folder / "a.db", OpenMode::create);
  import_all(database,
             {game_of(Variant::yari, "7g7f 3c3d"), game_of(Variant::yari, "2g2f 3c3d 7g7f"),
              game_of(Variant::shogi, "7g7f 3c3d")});
  const auto rows = [&](const std::string& sql) {
    std::string text;
    Statement statement(connection_of(database), sql);
    for (statement.start({}); statement.step();) {
      for (int c = 0; c < 3; ++c) text += std::string(statement.text(c)) + " ";
    }
    return text;
  };
  CHECK(rows("SELECT game, ply, next FROM games_at('startpos')") == "1 0 7g7f 2 0 2g2f ");
  CHECK(rows("SELECT game, ply, next FROM games_at('startpos', 'shogi')") == "3 0 7g7f ");
  CHECK(rows("SELECT game, ply, next FROM games_at("
             "'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1')") == "3 2  ");
  CHECK(ask(folder / "a.db",
            "SELECT v.id, v.plies, a.ply FROM games_view v JOIN games_at('startpos') a ON a.game = "
            "v.id WHERE v.plies > 2")
            .text() == "2 3 0;");
  CHECK_THROWS_WITH(rows("SELECT game, ply, next FROM games_at('nonsense')"), Contains("games_at"));
  CHECK_THROWS_WITH(rows("SELECT game, ply, next FROM games_at('startpos', 'go')"),
                    Contains("variant"));
  CHECK_THROWS_AS(rows("SELECT game, ply, next FROM games_at"), DatabaseError);
}
