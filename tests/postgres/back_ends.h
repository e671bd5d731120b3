/// \file
/// PostgreSQL as the tests of every back end want it: a new database, or a new cluster.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/database_impl.h"
#include "db/store/postgres/postgres_store.h"
#include "db/store/postgres/schema.h"
#include "tests/support/postgres.h"

namespace yari::test {

/// A database of one schema.
class InPostgres {
 public:
  std::unique_ptr<store::Store> open() { return open_with({}); }
  const std::string& url() const { return url_; }
  /// Of all servers, that of url() first.
  const std::vector<std::string>& urls() const { return urls_; }
  /// A store that does not wait long for others.
  std::unique_ptr<store::Store> open_impatient() {
    using namespace std::chrono_literals;
    return open_with({.reconnect = 10ms, .lock = 10ms});
  }
  /// Changes the moves of a stored game.
  void damage(Database& database, GameId id) {
    pg::Shards& shards = dynamic_cast<pg::PostgresStore&>(store_of(database)).shards();
    pg::Fan(shards,
            "UPDATE @.records SET moves = decode(repeat('00', length(moves)), 'hex') "
            "WHERE id = $1")
        .run({id});
    for (const auto& connection : shards.connections()) connection->sync();
  }

 protected:
  std::unique_ptr<store::Store> open_with(const pg::Patience& patience) {
    return std::make_unique<pg::PostgresStore>(url_, OpenMode::create, patience);
  }
  std::string url_ = shared_postgres()->new_database();
  std::vector<std::string> urls_{url_};
};

/// Shards spread over three databases, each behind a connection of its own.
class InCluster : public InPostgres {
 public:
  InCluster() {
    for (int i = 0; i < 2; ++i) urls_.push_back(shared_postgres()->new_database());
    pg::create_cluster(urls_, 5);
  }
};

}  // namespace yari::test
