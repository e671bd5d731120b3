// A shard is moved table by table, while no one writes.
#include "db/store/postgres/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "db/store/place.h"
#include "db/store/postgres/schema.h"
#include "db/store/postgres/server/roles.h"

namespace yari::pg {

namespace {

/// The tables of a shard, as the first of its servers has them.
std::vector<std::string> tables_of(Connection& server, const std::string& schema) {
  Statement rows(server,
                 "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n "
                 "ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r' ORDER BY 1");
  std::vector<std::string> tables;
  for (rows.start({schema}); rows.step();) tables.emplace_back(rows.text(0));
  return tables;
}

/// The columns of a table, so that both sides mean the same ones.
std::string columns_of(Connection& server, const std::string& schema, const std::string& table) {
  Statement rows(server,
                 "SELECT a.attname::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid "
                 "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND "
                 "c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum");
  std::string columns;
  for (rows.start({schema, table}); rows.step();)
    columns += (columns.empty() ? "" : ", ") + std::string(rows.text(0));
  return columns;
}

std::int64_t bytes_of(Connection& server, std::string_view schema) {
  return server.integer(
      fmt::format("SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::int8 FROM pg_class c "
                  "JOIN pg_namespace n ON n.oid = c.relnamespace "
                  "WHERE c.relkind = 'r' AND n.nspname = '{}'",
                  schema));
}

std::unique_ptr<Connection> open_cluster(const std::string& url, ShardMap& map) {
  auto home = std::make_unique<Connection>(url);
  prepare_schema(*home, OpenMode::read_write);
  map = shard_map(*home);
  if (map.server_of_shard.empty())
    throw DatabaseError(home->name() +
                        ": is a database without shards; 'yari cluster create' "
                        "makes a cluster, and 'yari db merge' fills it");
  return home;
}

/// A server as the map names it now; a text that is no URL, as it may be shown.
std::string as_in_map(const std::string& server) {
  try {
    if (is_server_url(std::string_view(server))) return map_entry(server);
  } catch (const DatabaseError&) {
    // The beginning of an entry need not be a URL that can be read.
  }
  return without_password(server);
}

/// The number of a server that is named by its whole URL; no value when the map does not have it.
std::optional<std::size_t> find_server(const ShardMap& map, const std::string& server) {
  const std::string entry = as_in_map(server);
  // Version 1 put a URL into the map as it was typed.
  for (std::size_t i = 0; i < map.servers.size(); ++i)
    if (as_in_map(map.servers[i]) == entry) return i;
  return std::nullopt;
}

std::size_t server_named(const ShardMap& map, const std::string& server) {
  // Another one may begin with the whole name.
  if (const auto whole = find_server(map, server)) return *whole;
  const std::string name = without_password(server);
  for (std::size_t i = 0; i < map.servers.size(); ++i)
    if (!name.empty() && map.servers[i].starts_with(name)) return i;
  throw DatabaseError(
      fmt::format("the cluster has no server {}; 'yari cluster add' adds one", name));
}

}  // namespace

std::vector<ServerReport> cluster_status(const std::string& url) {
  ShardMap map;
  const std::unique_ptr<Connection> home = open_cluster(url, map);
  std::vector<ServerReport> all;
  for (std::size_t i = 0; i < map.servers.size(); ++i) {
    ServerReport& report = all.emplace_back();
    report.url = map.servers[i];
    for (std::size_t s = 0; s < map.server_of_shard.size(); ++s)
      if (map.server_of_shard[s] == static_cast<int>(i))
        report.shards.push_back(static_cast<int>(s));
    try {
      std::unique_ptr<Connection> other;
      if (i != 0) other = std::make_unique<Connection>(*home, map.servers[i]);
      Connection& server = i == 0 ? *home : *other;
      for (const int shard : report.shards) {
        report.games +=
            server.integer(in_schema("SELECT count(*) FROM @.games", shard_schema(shard)));
        report.bytes += bytes_of(server, shard_schema(shard));
      }
      if (i == 0) report.bytes += bytes_of(server, home_schema);
    } catch (const DatabaseError& error) {
      report.fault = error.what();
    }
  }
  return all;
}

// The copy is committed before the map says so, and the old one goes last: a crash in between
// leaves a schema too many, which the next move replaces.
bool move_shard(const std::string& url, int shard, const std::string& server) {
  ShardMap map;
  const std::unique_ptr<Connection> home = open_cluster(url, map);
  if (shard < 0 || shard >= static_cast<int>(map.server_of_shard.size()))
    throw DatabaseError(fmt::format("there is no shard {}: they are numbered 0 to {}", shard,
                                    map.server_of_shard.size() - 1));
  const std::size_t to = server_named(map, server);
  Transaction change(*home, Transaction::Kind::write);
  home->execute("LOCK TABLE yari.meta IN EXCLUSIVE MODE");
  map = shard_map(*home);
  const auto from = static_cast<std::size_t>(map.server_of_shard[static_cast<std::size_t>(shard)]);
  if (from == to) return false;
  const auto connect = [&](std::size_t i) {
    return i == 0 ? std::make_unique<Connection>(url)
                  : std::make_unique<Connection>(*home, map.servers[i]);
  };
  // A connection of its own for each side: the home may be one of them.
  const std::unique_ptr<Connection> source = connect(from), target = connect(to);
  const std::string schema = shard_schema(shard);
  {
    Transaction writes(*target, Transaction::Kind::write);
    target->execute(fmt::format("DROP SCHEMA IF EXISTS {0} CASCADE; CREATE SCHEMA {0}", schema));
    make_shard_tables(*target, schema);
    Transaction reads(*source, Transaction::Kind::read);
    for (const std::string& table : tables_of(*source, schema)) {
      const std::string name =
          fmt::format("{}.{}({})", schema, table, columns_of(*source, schema, table));
      target->copy_from(*source, name, name);
    }
    apply_rights(*target);
    writes.commit();
  }
  Statement(*home, "UPDATE yari.shards SET server = $1 WHERE id = $2")
      .run({static_cast<int>(to), shard});
  change.commit();
  source->execute(fmt::format("DROP SCHEMA {} CASCADE", schema));
  return true;
}

void add_server(const std::string& url, const std::string& server,
                const std::function<void(int)>& moved) {
  ShardMap map;
  const std::unique_ptr<Connection> home = open_cluster(url, map);
  const std::string name = map_entry(server);
  std::optional<std::size_t> known = find_server(map, name);
  if (!known) {
    known = map.servers.size();
    // As everybody will reach it who uses the cluster.
    const Connection reached(*home, name);
    Statement(*home, "INSERT INTO yari.servers(id, url) VALUES ($1, $2)")
        .run({static_cast<std::int64_t>(*known), name});
    home->sync();
    map = shard_map(*home);
  }
  const auto here = static_cast<int>(*known);
  for (;;) {
    std::vector<int> shards(map.servers.size());
    for (const int s : map.server_of_shard) ++shards[static_cast<std::size_t>(s)];
    const auto most = static_cast<int>(std::ranges::max_element(shards) - shards.begin());
    if (shards[static_cast<std::size_t>(most)] <= shards[static_cast<std::size_t>(here)] + 1)
      return;
    const auto shard = static_cast<int>(std::ranges::find(map.server_of_shard, most) -
                                        map.server_of_shard.begin());
    move_shard(url, shard, name);
    moved(shard);
    map = shard_map(*home);
  }
}

}  // namespace yari::pg
