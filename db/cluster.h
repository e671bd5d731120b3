/// \file
/// Databases spread over several PostgreSQL servers: made, looked at, and moved around.
///
/// A cluster has 64 shards. The first server has the map of them, and is all that is named when the
/// database is used. Everything throws DatabaseError; a program that was built without libpq always
/// does.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace yari {

/// A server of a cluster, and what lies on it.
struct ServerStatus {
  std::string url;
  std::vector<int> shards;
  std::int64_t games = 0, bytes = 0;
  /// What keeps it from answering; empty when it answers.
  std::string fault;
};

/// Makes the tables of an empty cluster; shards are dealt out evenly. Requires: at least one URL.
void create_cluster(const std::vector<std::string>& urls);

/// The servers in the order of the map. A server that does not answer is reported in its `fault`.
std::vector<ServerStatus> cluster_status(const std::string& url);

/// Moves a shard to a server of the map, named by its URL, or by the beginning of what
/// cluster_status shows. Others who write wait; whoever reads at that time sees the shard where it
/// was. False when the shard lies there already.
bool move_shard(const std::string& url, int shard, const std::string& server);

/// Adds a server to the map and moves its share of shards there, from those that have the most;
/// `moved` is called after each.
void add_server(const std::string& url, const std::string& server,
                const std::function<void(int shard)>& moved);

/// SQL that makes the roles yari_reader, yari_worker, yari_writer and yari_owner, with just their
/// rights. Run it on every server of a cluster. Shards that move later get the rights by
/// themselves.
std::string cluster_roles();

}  // namespace yari
