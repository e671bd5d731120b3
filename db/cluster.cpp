// The way from commands to db/store/postgres.
#include "db/cluster.h"

#include "db/store/error.h"
#ifdef YARI_POSTGRES
#include "db/store/postgres/cluster.h"
#include "db/store/postgres/schema.h"
#include "db/store/postgres/server/roles.h"
#endif

namespace yari {

#ifdef YARI_POSTGRES

void create_cluster(const std::vector<std::string>& urls) { pg::create_cluster(urls); }
std::vector<ServerStatus> cluster_status(const std::string& url) {
  std::vector<ServerStatus> all;
  for (pg::ServerReport& s : pg::cluster_status(url))
    all.push_back({s.url, s.shards, s.games, s.bytes, s.fault});
  return all;
}
bool move_shard(const std::string& url, int shard, const std::string& server) {
  return pg::move_shard(url, shard, server);
}
void add_server(const std::string& url, const std::string& server,
                const std::function<void(int)>& moved) {
  pg::add_server(url, server, moved);
}
std::string cluster_roles() { return pg::sql_of_roles(); }

#else

namespace {
[[noreturn]] void no_libpq() {
  throw DatabaseError("this program was built without libpq and knows no postgresql://");
}
}  // namespace

void create_cluster(const std::vector<std::string>&) { no_libpq(); }
std::vector<ServerStatus> cluster_status(const std::string&) { no_libpq(); }
bool move_shard(const std::string&, int, const std::string&) { no_libpq(); }
void add_server(const std::string&, const std::string&, const std::function<void(int)>&) {
  no_libpq();
}
std::string cluster_roles() { no_libpq(); }

#endif

}  // namespace yari
