/// \file
/// The tables of a shard, or of the home, that other back ends with SQL have as well.
#pragma once

#include <memory>

#include "db/store/postgres/server/shards.h"

namespace yari::pg {

class ShardTables final : public sql::Tables {
 public:
  /// Requires: the shard outlives this.
  explicit ShardTables(const Shard& shard) : shard_(shard) {}

  std::unique_ptr<sql::Statement> prepare(std::string_view text) override {
    return std::make_unique<Statement>(shard_.statement(text));
  }
  std::unique_ptr<sql::Rows> read(std::string_view text) override {
    return std::make_unique<Stream>(*shard_.connection, shard_.sql(text));
  }
  std::int64_t changes() override { return shard_.connection->changes(); }
  // By the server's clock. An index of times can be asked for what stays the same.
  const char* now() const override {
    return "(extract(epoch FROM statement_timestamp()) * 1000)::int8";
  }
  const char* skip_locked() const override { return "FOR UPDATE OF w SKIP LOCKED"; }

 private:
  const Shard& shard_;
};

}  // namespace yari::pg
