/// \file
/// The map of shards, looked at and changed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace yari::pg {

/// db/cluster.h explains these; here they have the types of this folder.
struct ServerReport {
  std::string url;
  std::vector<int> shards;
  std::int64_t games = 0, bytes = 0;
  std::string fault;
};

std::vector<ServerReport> cluster_status(const std::string& url);
bool move_shard(const std::string& url, int shard, const std::string& server);
void add_server(const std::string& url, const std::string& server,
                const std::function<void(int)>& moved);

}  // namespace yari::pg
