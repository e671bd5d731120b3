/// \file
/// Making and checking the schemas, and the map of shards.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/store/open_mode.h"
#include "db/store/postgres/server/shards.h"

namespace yari::pg {

/// Makes the tables of a database without shards where there are none and `mode` is create;
/// upgrades older ones, on all servers, unless `mode` is read_only; refuses what is not ours or
/// newer.
void prepare_schema(Connection& home, OpenMode mode);

/// Makes the tables of a shard in a schema that is there. Requires: an open transaction.
void make_shard_tables(Connection& server, const std::string& schema);

/// Makes the tables of a cluster: the home on the first server, and its shards spread over all.
/// Fewer shards are for tests. Throws DatabaseError where one of the servers has tables of ours
/// already.
void create_cluster(const std::vector<std::string>& urls, int shards = cluster_shards);

/// Opens the shards of a database, with a connection to each server.
std::unique_ptr<Shards> open_shards(std::unique_ptr<Connection> home);

/// The servers of the map, by number, and the server of each shard; empty for a database without
/// shards.
struct ShardMap {
  std::vector<std::string> servers;
  std::vector<int> server_of_shard;
};
ShardMap shard_map(Connection& home);

}  // namespace yari::pg
