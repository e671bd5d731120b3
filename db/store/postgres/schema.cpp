// The version stands in a row of meta, so that whoever may read may read it.
#include "db/store/postgres/schema.h"

#include <fmt/format.h>

#include "db/store/place.h"
#include "db/store/postgres/index/posting_table.h"
#include "db/store/postgres/server/roles.h"
#include "db/store/postgres/server/tables.h"
#include "db/store/postgres/words.h"

namespace yari::pg {

namespace {

/// Whether the user may change the tables, and not only their rows.
bool owns_tables(Connection& home) {
  return home.integer(
             "SELECT pg_has_role(relowner, 'USAGE')::int4 FROM pg_class "
             "WHERE oid = 'yari.meta'::regclass") != 0;
}

bool has_home(Connection& connection) {
  return connection.integer("SELECT (to_regclass('yari.meta') IS NOT NULL)::int4") != 0;
}

void make_home(Connection& home) {
  home.execute(in_schema(home_tables, home_schema));
  home.execute(in_schema(home_version_2, home_schema));
  home.execute(in_schema(home_version_3, home_schema));
  home.execute(in_schema(home_version_4, home_schema));
  home.execute(in_schema(home_version_5, home_schema));
  home.execute(in_schema(home_version_6, home_schema));
  home.execute(in_schema(home_version_8(), home_schema));
  home.execute(in_schema(home_version_9, home_schema));
  home.execute(in_schema(home_version_10, home_schema));
  note_present_words({&home, home_schema});
}

void make_shard(Connection& server, const std::string& schema) {
  server.execute(fmt::format("CREATE SCHEMA IF NOT EXISTS {}", schema));
  make_shard_tables(server, schema);
}

std::int64_t version_of(Connection& home) {
  return home.integer("SELECT value FROM yari.meta WHERE name = 'version'");
}

/// From version 1 to 2. Requires: the transactions of all servers are open.
void add_version_2(Shards& shards) {
  Connection& home = *shards.home().connection;
  std::vector<std::int64_t> of_annotations;
  Statement entries(home, "SELECT id FROM yari.journal WHERE kind = 1");
  for (entries.start({}); entries.step();) of_annotations.push_back(entries.integer(0));
  for (std::size_t i = 0; i < shards.size(); ++i) {
    const Shard& shard = shards[i];
    shard.connection->execute(shard.sql(shard_version_2));
    shard.statement("UPDATE @.journal_games SET kind = 1 WHERE entry = ANY ($1::int8[])")
        .run({array_of(of_annotations)});
  }
  home.execute(in_schema(home_version_2, home_schema));
}

/// From any to version 8. Requires: the transactions of all servers are open.
void add_version_8(Shards& shards) {
  const Shard& home = shards.home();
  home.connection->execute(home.sql(home_version_8()));
  const Shard& first = shards[0];
  if (first.schema == home.schema ||
      first.connection->integer(
          first.sql("SELECT (to_regclass('@.position_runs') IS NOT NULL)::int4")) == 0)
    return;
  for (std::size_t i = 0; i < shards.size(); ++i)
    shards[i].connection->execute(shards[i].sql(shard_version_7));
  for (const char* name : {"position", "content"}) PostingTable(shards, name).take_from_shards();
  for (std::size_t i = 0; i < shards.size(); ++i)
    shards[i].connection->execute(shards[i].sql(shard_without_indexes));
}

/// From any to version 9. An index of comments that is empty is of the present form; any other is
/// rebuilt by compact, since that may take a while.
void add_version_9(Shards& shards) {
  bool has_words = false;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    shards[i].connection->execute(shards[i].sql(shard_version_9));
    has_words = has_words || shards[i].connection->integer(shards[i].sql(
                                 "SELECT (EXISTS (SELECT 1 FROM @.games_text))::int4")) != 0;
  }
  shards.home().connection->execute(shards.home().sql(home_version_9));
  if (!has_words) note_present_words(shards.home());
}

/// To the present version. The home is committed last: until then the rest can be done again.
void upgrade(Shards& shards) {
  Connection& home = *shards.home().connection;
  const Transactions transactions = begin_all(shards.connections(), Transaction::Kind::write);
  home.execute("LOCK TABLE yari.meta IN EXCLUSIVE MODE");
  // Another program may have been faster.
  const std::int64_t found = version_of(home);
  if (found >= schema_version) return;
  if (found < 2) add_version_2(shards);
  for (std::size_t i = 0; i < shards.size(); ++i)
    shards[i].connection->execute(shards[i].sql(shard_version_5()));
  home.execute(in_schema(home_version_3, home_schema));
  home.execute(in_schema(home_version_4, home_schema));
  home.execute(in_schema(home_version_5, home_schema));
  home.execute(in_schema(home_version_6, home_schema));
  add_version_8(shards);
  add_version_9(shards);
  home.execute(in_schema(home_version_10, home_schema));
  for (const auto& server : shards.connections()) {
    apply_rights(*server);
    server->sync();
  }
  commit_all(transactions);
}

}  // namespace

void make_shard_tables(Connection& server, const std::string& schema) {
  server.execute(in_schema(shard_tables, schema));
  server.execute(in_schema(shard_version_2, schema));
  server.execute(in_schema(shard_version_5(), schema));
  server.execute(in_schema(shard_version_9, schema));
}

void prepare_schema(Connection& home, OpenMode mode) {
  if (!has_home(home)) {
    if (mode != OpenMode::create)
      throw NotADatabase(home.name() +
                         ": has no Yaribase tables; 'yari import' or 'yari cluster "
                         "create' makes them");
    Transaction transaction(home, Transaction::Kind::write);
    // Another program may be making them.
    home.execute("SELECT pg_advisory_xact_lock(1499558505)");
    if (!has_home(home)) {
      make_home(home);
      make_shard(home, home_schema);
    }
    transaction.commit();
  }
  const std::int64_t version = version_of(home);
  if (version > schema_version)
    throw Newer(fmt::format(
        "{}: was written by a newer version of this program (schema {}, known up to {})",
        home.name(), version, schema_version));
  if (version < 1) throw NotADatabase(home.name() + ": has no schema version");
  if (version == schema_version) return;
  const std::string old = fmt::format(
      "{}: is of schema {}, which must be upgraded to {} first: 'yari db compact' by the owner of "
      "its tables does that, as does every other command of theirs that writes to it",
      home.name(), version, schema_version);
  if (reads_only(mode) || !owns_tables(home)) throw DatabaseError(old);
  upgrade(*open_shards(std::make_unique<Connection>(home.url(), home.patience())));
}

void create_cluster(const std::vector<std::string>& urls, int shards) {
  std::vector<std::unique_ptr<Connection>> servers;
  for (const std::string& url : urls) {
    servers.push_back(std::make_unique<Connection>(url));
    Connection& server = *servers.back();
    if (has_home(server) ||
        server.integer("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'yari\\_shard\\_%'") !=
            0)
      throw DatabaseError(server.name() + ": has tables of Yaribase already");
  }
  const auto count = static_cast<int>(servers.size());
  // The home last: without it the rest is never found, and the command can be repeated after the
  // schemas were dropped.
  const Transactions transactions = begin_all(servers, Transaction::Kind::write);
  for (int shard = 0; shard < shards; ++shard)
    make_shard(*servers[static_cast<std::size_t>(shard % count)], shard_schema(shard));
  Connection& home = *servers.front();
  make_home(home);
  Statement add_server(home, "INSERT INTO yari.servers(id, url) VALUES ($1, $2)");
  for (int i = 0; i < count; ++i) add_server.run({i, map_entry(urls[static_cast<std::size_t>(i)])});
  Statement add_shard(home, "INSERT INTO yari.shards(id, server) VALUES ($1, $2)");
  for (int shard = 0; shard < shards; ++shard) add_shard.run({shard, shard % count});
  commit_all(transactions);
}

ShardMap shard_map(Connection& home) {
  ShardMap map;
  Statement servers(home, "SELECT url FROM yari.servers ORDER BY id");
  for (servers.start({}); servers.step();) map.servers.emplace_back(servers.text(0));
  Statement shards(home, "SELECT server FROM yari.shards ORDER BY id");
  for (shards.start({}); shards.step();)
    map.server_of_shard.push_back(static_cast<int>(shards.integer(0)));
  return map;
}

std::unique_ptr<Shards> open_shards(std::unique_ptr<Connection> home) {
  const ShardMap map = shard_map(*home);
  return std::make_unique<Shards>(std::move(home), map.servers, map.server_of_shard);
}

}  // namespace yari::pg
