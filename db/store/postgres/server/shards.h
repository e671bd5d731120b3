/// \file
/// The shards of a database in PostgreSQL: where each lies, and statements that go to all of them.
///
/// A game belongs to a shard by its content. A shard is a schema; several lie on one server, behind
/// one connection. What belongs to no game lies in the schema `yari` of the first server, the home:
/// names, numbers, evaluations, queries, the list of changes, the map of shards. A database that
/// was not made by `yari cluster` has one shard, which lies in that schema, too.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/query/filter.h"
#include "db/store/postgres/server/connection.h"

namespace yari::pg {

/// The schema of the home.
inline constexpr const char* home_schema = "yari";
/// Shards of a cluster. On disk: never change.
inline constexpr int cluster_shards = 64;
/// "yari_shard_07".
std::string shard_schema(int shard);

/// `sql` with `schema.` in the place of each "@.".
std::string in_schema(std::string_view sql, std::string_view schema);

struct Shard {
  Connection* connection = nullptr;
  std::string schema;

  std::string sql(std::string_view text) const { return in_schema(text, schema); }
  Statement statement(std::string_view text, Use use = Use::often) const {
    return {*connection, sql(text), use};
  }
};

class Shards {
 public:
  /// Connects to the home and to all servers of its map. Requires: the schema is there.
  Shards(std::unique_ptr<Connection> home, const std::vector<std::string>& servers,
         const std::vector<int>& server_of_shard);

  const Shard& home() const { return home_; }
  std::size_t size() const { return shards_.size(); }
  const Shard& operator[](std::size_t i) const { return shards_[i]; }
  const std::vector<std::unique_ptr<Connection>>& connections() const { return connections_; }
  const std::string& name() const { return home_.connection->name(); }

  /// The shard that a game of that content belongs to.
  std::size_t of_content(std::uint64_t content) const;
  /// The shard that a game was put into; no value when the number was never given.
  std::optional<std::size_t> of_game(GameId id);
  /// The game is put into that shard. Kept back until flush_places.
  void place(GameId id, std::size_t shard);
  void flush_places();
  /// Forgets what a batch that was not committed has placed.
  void forget_places();

 private:
  /// Games whose shards stand in one row of bytes.
  static constexpr GameId places_in_row = 4096;
  Bytes& places(GameId first);

  std::vector<std::unique_ptr<Connection>> connections_;
  Shard home_;
  std::vector<Shard> shards_;
  std::unordered_map<GameId, Bytes> places_;
  std::vector<GameId> changed_;
};

using Transactions = std::vector<std::unique_ptr<Transaction>>;
/// Begins one on each server.
Transactions begin_all(const std::vector<std::unique_ptr<Connection>>& servers,
                       Transaction::Kind kind, bool safe = true);
/// Commits them from the last server to the first, the home: what it says is there then.
void commit_all(const Transactions& transactions);

/// One statement for each shard.
class Fan {
 public:
  Fan(const Shards& shards, std::string_view sql, Use use = Use::often);

  /// Sends it to all of them.
  void start(std::span<const Parameter> parameters);
  void start(std::initializer_list<Parameter> parameters) {
    start(std::span<const Parameter>(parameters.begin(), parameters.size()));
  }
  /// Sends it to all of them; nobody waits.
  void run(std::initializer_list<Parameter> parameters);
  /// The next row, of one shard after the other; null after the last.
  const Statement* next();
  Statement& operator[](std::size_t shard) { return statements_[shard]; }

 private:
  std::vector<Statement> statements_;
  std::size_t at_ = 0;
};

}  // namespace yari::pg
