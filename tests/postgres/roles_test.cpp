// docs/cluster.md says what each role may do; a server is asked whether that is so, and is
// attacked.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "db/change/annotations.h"
#include "db/change/renaming.h"
#include "db/cluster.h"
#include "db/store/postgres/server/tables.h"
#include "db/work_queue.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/postgres/back_ends.h"
#include "tests/support/catch.h"

namespace yari::test {

namespace {

/// "INSERT", or "UPDATE notes" of a column.
using RightSet = std::set<std::string>;
struct Promise {
  RightSet worker, writer;
};

/// "INSERT, UPDATE (notes, sums)" as a set.
RightSet rights_in(std::string cell) {
  RightSet all;
  for (std::size_t open = cell.find('('); open != cell.npos; open = cell.find('(')) {
    const std::size_t close = cell.find(')'), word = cell.rfind(' ', open - 2) + 1;
    std::string right = cell.substr(word, open - 1 - word), column;
    std::istringstream columns(cell.substr(open + 1, close - open - 1));
    while (std::getline(columns >> std::ws, column, ',')) all.insert(right + ' ' + column);
    cell.erase(word, close + 1 - word);
  }
  std::istringstream words(cell);
  for (std::string word; words >> word;) {
    while (word.ends_with(',')) word.pop_back();
    if (!word.empty()) all.insert(word);
  }
  return all;
}

/// The table of docs/cluster.md.
std::map<std::string, Promise> promised() {
  std::map<std::string, Promise> all;
  std::ifstream page(std::string(YARI_SOURCE_DIR) + "/docs/cluster.md");
  bool is_inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| table | `yari_worker` |")) is_inside = true;
    if (!line.starts_with("|")) is_inside = false;
    if (!is_inside || !line.starts_with("| `")) continue;
    std::vector<std::string> cells;
    std::istringstream parts(line.substr(1));
    for (std::string cell; std::getline(parts, cell, '|');) cells.push_back(cell);
    REQUIRE(cells.size() == 3);
    std::istringstream tables(cells[0]);
    for (std::string table; std::getline(tables, table, '`');)
      if (table.find_first_not_of(" ,") != table.npos)
        REQUIRE(all.emplace(table, Promise{rights_in(cells[1]), rights_in(cells[2])}).second);
  }
  return all;
}

/// What a role may do with a relation, besides reading it.
RightSet rights_of(pg::Connection& root, const std::string& role, const std::string& relation) {
  RightSet all;
  pg::Statement tables(root,
                       "SELECT p FROM unnest('{INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'"
                       "::text[]) p WHERE has_table_privilege($1, $2, p)");
  for (tables.start({role, relation}); tables.step();) all.emplace(tables.text(0));
  pg::Statement columns(root,
                        "SELECT p || ' ' || attname FROM pg_attribute, "
                        "unnest('{INSERT,UPDATE,REFERENCES}'::text[]) p WHERE attrelid = "
                        "$2::text::regclass AND attnum > 0 AND NOT attisdropped AND "
                        "has_column_privilege($1, attrelid, attnum, p) AND NOT "
                        "has_table_privilege($1, attrelid, p)");
  for (columns.start({role, relation}); columns.step();) all.emplace(columns.text(0));
  return all;
}

std::vector<std::string> column_of(pg::Connection& root, const std::string& sql) {
  std::vector<std::string> all;
  pg::Statement rows(root, sql);
  for (rows.start({}); rows.step();) all.emplace_back(rows.text(0));
  return all;
}

/// Every object of our schemas, against the page.
void check_rights(const std::string& url) {
  pg::Connection root(url);
  const std::map<std::string, Promise> pages = promised();
  REQUIRE(pages.size() > 25);
  std::set<std::string> seen;
  for (const std::string& table :
       column_of(root,
                 "SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n "
                 "ON n.oid = c.relnamespace WHERE n.nspname ~ '^yari' AND "
                 "c.relkind IN ('r', 'v', 'm', 'f', 'p')")) {
    const std::string name = table.substr(table.find('.') + 1);
    INFO(table);
    seen.insert(name);
    REQUIRE(pages.contains(name));
    CHECK(rights_of(root, "yari_reader", table) == RightSet{});
    CHECK(rights_of(root, "yari_worker", table) == pages.at(name).worker);
    CHECK(rights_of(root, "yari_writer", table) == pages.at(name).writer);
    for (const char* role : {"yari_reader", "yari_worker", "yari_writer"}) {
      pg::Statement reads(root, "SELECT has_table_privilege($1, $2, 'SELECT')::int4");
      CHECK((reads.first({role, table}) && reads.integer(0) == 1));
    }
  }
  CHECK(seen.size() == pages.size());
  const std::string of_roles =
      "FROM unnest('{yari_reader,yari_worker,yari_writer}'::text[]) role, ";
  CHECK(
      column_of(root, "SELECT role || relname " + of_roles +
                          "pg_class WHERE relkind = 'S' AND relnamespace::regnamespace::text ~ "
                          "'^yari' AND has_sequence_privilege(role, oid, 'USAGE, SELECT, UPDATE')")
          .empty());
  CHECK(column_of(root,
                  "SELECT proname::text FROM pg_proc WHERE "
                  "pronamespace::regnamespace::text ~ '^yari'")
            .empty());
  CHECK(column_of(root, "SELECT role || nspname " + of_roles +
                            "pg_namespace WHERE nspname ~ '^yari' AND (has_schema_privilege(role, "
                            "oid, 'CREATE') OR NOT has_schema_privilege(role, oid, 'USAGE'))")
            .empty());
  CHECK(column_of(root, "SELECT role " + of_roles +
                            "pg_database WHERE datname = current_database() AND "
                            "has_database_privilege(role, oid, 'CREATE')")
            .empty());
  // Nobody else has anything.
  CHECK(column_of(root,
                  "SELECT nspname::text FROM pg_namespace, aclexplode(nspacl) a WHERE nspname ~ "
                  "'^yari' AND a.grantee = 0 UNION ALL SELECT relname::text FROM pg_class, "
                  "aclexplode(relacl) a WHERE relnamespace::regnamespace::text ~ '^yari' AND "
                  "a.grantee = 0")
            .empty());
}

/// Whether it is a right that is missing. IoError stands for missing files, too.
bool is_refusal(std::string_view text) {
  constexpr std::array<std::string_view, 5> words{"permission denied", "row-level security",
                                                  "must be owner of", "must be superuser",
                                                  "must have admin option"};
  return std::ranges::any_of(words, [&](auto word) { return text.find(word) != text.npos; });
}

/// A server with a cluster of one machine, its roles, and a user of each.
struct Guarded {
  PostgresServer server;
  std::string owner = server.new_database();
  Guarded() {
    create_cluster({owner});
    pg::Connection root(owner);
    root.execute(cluster_roles());
    for (const char* role : {"reader", "worker", "writer"})
      root.execute(fmt::format("CREATE ROLE {0} LOGIN; GRANT yari_{0} TO {0}", role));
    Database database(owner, OpenMode::read_write);
    import_all(database, mixed_games(40));
  }
  std::string url(const char* role) const {
    return server.url(owner.substr(owner.rfind('/') + 1), role);
  }
  /// What the server answers to a statement of a role: "refused", "nothing done" or "done".
  std::string answer(const char* role, const std::string& sql) const {
    pg::Connection connection(url(role));
    try {
      pg::Statement statement(connection, sql, pg::Use::once);
      statement.run({});
      return connection.changes() == 0 ? "nothing done" : "done";
    } catch (const IoError& error) {
      return is_refusal(error.what()) ? "refused" : error.what();
    } catch (const DatabaseError& error) {
      return error.what();
    }
  }
};

}  // namespace

TEST_CASE("a role has the rights that docs/cluster.md promises, on every object of a server",
          "[cluster]") {
  if (!PostgresServer::is_installed()) return;
  PostgresServer server;
  const std::string url = server.new_database();
  create_cluster({url});
  pg::Connection root(url);
  root.execute(cluster_roles());
  check_rights(url);
  root.execute(cluster_roles());
  check_rights(url);
  const std::string alone = server.new_database();
  pg::PostgresStore(alone, OpenMode::create);
  pg::Connection(alone).execute(cluster_roles());
  check_rights(alone);
}

TEST_CASE("rights that an earlier version or somebody else gave are taken away", "[cluster]") {
  if (!PostgresServer::is_installed()) return;
  PostgresServer server;
  const std::string url = server.new_database();
  create_cluster({url});
  pg::Connection root(url);
  root.execute(cluster_roles());
  const auto spoil = [&] {
    root.execute(
        "GRANT ALL ON ALL TABLES IN SCHEMA yari, yari_shard_07 TO yari_worker, yari_writer, PUBLIC;"
        "GRANT ALL ON ALL SEQUENCES IN SCHEMA yari TO yari_worker;"
        "GRANT UPDATE (moves), INSERT (id) ON yari_shard_05.records TO yari_reader;"
        "GRANT CREATE ON SCHEMA yari, yari_shard_07 TO yari_writer, PUBLIC;"
        "CREATE POLICY anybody ON yari.journal USING (true)");
  };
  spoil();
  root.execute(cluster_roles());
  check_rights(url);
  // A database of the first version gets them when it is upgraded.
  spoil();
  root.execute(
      "DROP TABLE yari.cards, yari.position_work; ALTER TABLE yari.journal DROP COLUMN games; "
      "UPDATE yari.meta SET "
      "value = 1 WHERE "
      "name = 'version'");
  for (int i = 0; i < 64; ++i)
    root.execute(
        fmt::format("DROP TABLE yari_shard_{0:02}.journal_parts; DROP POLICY "
                    "yari_worker_writes ON yari_shard_{0:02}.journal_games; ALTER TABLE "
                    "yari_shard_{0:02}.journal_games DROP COLUMN kind",
                    i));
  CHECK_THROWS_AS(Database(url, OpenMode::read_only), DatabaseError);
  Database database(url, OpenMode::read_write);
  CHECK(root.integer("SELECT value FROM yari.meta WHERE name = 'version'") == pg::schema_version);
  check_rights(url);
  import_all(database, mixed_games(10));
  const std::string content = content_of(database);
  delete_games(database, {2});
  CHECK(undo(database));
  CHECK(content_of(database) == content);
  CHECK(PositionQueue(database).put(start_setup(Variant::yari), "e", "s", 0));
}

TEST_CASE("a role that attacks is refused by the server", "[cluster]") {
  if (!PostgresServer::is_installed()) return;
  const Guarded guarded;
  {
    Database writer(guarded.url("writer"), OpenMode::read_write);
    REQUIRE(delete_games(writer, {2, 3}) == 2);
  }
  std::string where;
  {
    pg::Connection root(guarded.owner);
    for (int i = 0; i < 64; ++i) {
      const std::string schema = fmt::format("yari_shard_{:02}", i);
      if (root.integer(fmt::format("SELECT count(*) FROM {}.journal_games", schema)) > 0)
        where = schema;
    }
  }
  const auto in = [&](const char* sql) { return fmt::format(fmt::runtime(sql), where); };
  for (const std::string& sql :
       {in("DELETE FROM {}.journal_games"),
        in("UPDATE {}.journal_games SET moves = ''"),
        in("INSERT INTO {0}.journal_games SELECT * FROM {0}.journal_games"),
        in("DELETE FROM {}.journal_parts"),
        in("TRUNCATE {}.journal_games"),
        in("UPDATE {}.games SET black = 1"),
        in("DELETE FROM {}.games"),
        in("UPDATE {}.records SET moves = ''"),
        in("DROP TABLE {}.games"),
        in("DROP SCHEMA {} CASCADE"),
        in("CREATE TABLE {}.more(a int8)"),
        in("CREATE FUNCTION {}.f() RETURNS int4 LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'"),
        in("ALTER TABLE {}.games ALTER COLUMN date SET DEFAULT 0"),
        in("ALTER TABLE {}.games DISABLE TRIGGER ALL"),
        in("ALTER TABLE {}.journal_games DISABLE ROW LEVEL SECURITY"),
        in("ALTER TABLE {}.games OWNER TO worker"),

        in("CREATE TRIGGER t AFTER INSERT ON {}.games EXECUTE FUNCTION f()"),
        in("CREATE INDEX ON {}.games(date)"),

        std::string("DELETE FROM yari.journal"),
        std::string("UPDATE yari.journal SET what = 'x'"),
        std::string("UPDATE yari.journal SET kind = 1"),
        std::string("INSERT INTO yari.journal VALUES (900, '', 'x', 0, 0)"),
        std::string("INSERT INTO yari.journal VALUES (9223372036854775807, '', 'x', 1, 0)"),
        std::string("UPDATE yari.servers SET url = 'postgresql://evil/games'"),
        std::string("INSERT INTO yari.servers VALUES (1, 'postgresql://evil/games')"),
        std::string("UPDATE yari.shards SET server = 1"),
        std::string("DELETE FROM yari.shards"),
        std::string("UPDATE yari.places SET shards = ''"),
        std::string("UPDATE yari.players SET name = 'x'"),
        std::string("UPDATE yari.work SET game = 7"),
        std::string("UPDATE yari.meta SET value = 9223372036854775807 WHERE name = 'next_entry'"),
        std::string("SELECT setval('yari.engines_id_seq', 9)"),
        std::string("COPY yari.meta TO PROGRAM 'cat'"),
        std::string("COPY yari.meta FROM PROGRAM 'cat'"),
        std::string("COPY yari.meta TO '/tmp/yari-meta'"),
        std::string("SELECT pg_read_file('PG_VERSION')"),
        std::string("SELECT lo_import('/etc/passwd')"),
        std::string("SELECT rolpassword FROM pg_authid"),
        std::string("SELECT umoptions FROM pg_user_mapping"),
        std::string("CREATE SCHEMA yari_shard_99"),
        std::string("CREATE EXTENSION file_fdw"),

        std::string("CREATE ROLE evil"),
        std::string("GRANT yari_owner TO worker"),
        std::string("SET ROLE yari_owner"),
        std::string("ALTER ROLE writer SUPERUSER")}) {
    INFO(sql);
    CHECK(guarded.answer("worker", sql) == "refused");
    CHECK(guarded.answer("reader", sql) == "refused");
  }
  for (const char* sql :
       {"UPDATE yari.servers SET url = 'x'", "DELETE FROM yari.servers",
        "INSERT INTO yari.servers VALUES (1, 'x')", "UPDATE yari.shards SET server = 1",
        "DELETE FROM yari.shards", "TRUNCATE yari.places", "DROP TABLE yari.meta",
        "CREATE TABLE yari.more(a int8)", "UPDATE yari.journal SET what = 'x'",
        "UPDATE yari_shard_00.journal_games SET moves = ''", "SET ROLE yari_owner",
        "COPY yari.meta TO PROGRAM 'cat'", "ALTER TABLE yari.meta DISABLE ROW LEVEL SECURITY"}) {
    INFO(sql);
    CHECK(guarded.answer("writer", sql) == "refused");
  }
  guarded.answer("worker", in("GRANT ALL ON {}.games TO PUBLIC"));
  check_rights(guarded.owner);
  // Rows that a role may not write are as if they were not there.
  CHECK(guarded.answer("worker", "UPDATE yari.meta SET value = 1 WHERE name = 'next_game'") ==
        "nothing done");
  CHECK(guarded.answer("worker", "UPDATE yari.journal SET games = 9") == "nothing done");
  CHECK(guarded.answer("writer", "UPDATE yari.meta SET value = 9 WHERE name = 'version'") ==
        "nothing done");
  // What a worker may add to the journal does not reach what others have put there.
  CHECK(
      guarded.answer("worker", in("INSERT INTO {0}.journal_games(entry, id, plies, variant, rules, "
                                  "result, ending, moves, other_record, kind) SELECT max(entry), "
                                  "7, 0, 0, 0, 0, 0, '', 0, 1 FROM {0}.journal_games")) == "done");
  Database writer(guarded.url("writer"), OpenMode::read_write);
  const std::optional<GameHeader> header = writer.header(7);
  CHECK(undo(writer));
  CHECK(writer.header(2));
  CHECK(writer.header(3));
  REQUIRE(header);
  CHECK(writer.header(7)->plies == header->plies);
  CHECK(writer.verify().problems == std::vector<std::string>{});
}

TEST_CASE("a writer and a worker can do all of their work", "[cluster]") {
  if (!PostgresServer::is_installed()) return;
  const Guarded guarded;
  Database writer(guarded.url("writer"), OpenMode::read_write);
  import_all(writer, mixed_games(40));
  set_tags(writer, {1, 2}, {{"Event", "A cup"}});
  rename(writer, {{NameKind::event, "A cup", "The cup"}});
  GameQueue queue(writer);
  const std::vector<GameId> ids = writer.ids({});
  CHECK(queue.put({ids.begin(), ids.begin() + 4}, "e", "s", 0) == 4);
  {
    Database worker(guarded.url("worker"), OpenMode::read_write);
    GameQueue work(worker);
    const auto claim = work.claim("e", "w", std::chrono::hours(1));
    REQUIRE(claim);
    const Game game = *worker.load_game(claim->work.id);
    Game annotated = game;
    annotated.moves.edit_note(root_node).comment = "by an engine";
    StoredAnnotation annotation;
    annotation.engine = "builtin";
    annotation.coefficient = 2500;
    AnnotationChange change(worker, "annotate 1 game");
    change.store(claim->work.id, game, annotated.moves, annotation);
    change.store(claim->work.id, game, annotated.moves, annotation);

    PositionQueue asked(writer), evaluating(worker);
    const Setup start = start_setup(Variant::shogi);
    CHECK(asked.put(start, "e", "s", 0));
    const Claim position = *evaluating.claim("e", "w", std::chrono::hours(1));
    CHECK(evaluating.extend(position, std::chrono::hours(1)));
    Evaluation line;
    line.pv = {*read_usi_move("7g7f", Variant::shogi)};
    CHECK(evaluating.finish(position, "nodes 9", {line}));
    CHECK(asked.find(start, "e", "s")->state == WorkState::done);
    // What is asked for is not a worker's business.
    CHECK_THROWS_AS(evaluating.put(start_setup(Variant::yari), "e", "s", 0), DatabaseError);
    CHECK_THROWS_AS(evaluating.clear(WorkState::done), DatabaseError);
  }
  CHECK(writer.verify().problems == std::vector<std::string>{});
  CHECK(undo(writer));
  CHECK(delete_games(writer, {3}) == 1);
  CHECK(undo(writer));
  writer.compact();
  writer.reindex();
  CHECK(writer.verify().problems == std::vector<std::string>{});
}

TEST_CASE("a function that fits better than the server's own is not run by who makes the roles",
          "[cluster]") {
  if (!PostgresServer::is_installed()) return;
  PostgresServer server;
  const std::string url = server.new_database();
  create_cluster({url});
  pg::Connection root(url);
  root.execute(
      "CREATE FUNCTION public.format(text, text) RETURNS text LANGUAGE plpgsql AS "
      "$$BEGIN CREATE TABLE IF NOT EXISTS public.owned(a int4); "
      "RETURN pg_catalog.format($1, $2); END$$;"
      "CREATE FUNCTION public.quote_ident(name) RETURNS text LANGUAGE sql AS 'SELECT $1::text'");
  // As psql has it.
  root.execute("RESET search_path");
  root.execute(cluster_roles());
  CHECK(root.integer("SELECT (to_regclass('public.owned') IS NULL)::int4") == 1);
}

}  // namespace yari::test
