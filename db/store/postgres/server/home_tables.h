/// \file
/// The tables of the home that other back ends with SQL have as well.
#pragma once

#include <memory>

#include "db/store/postgres/server/shards.h"

namespace yari::pg {

class HomeTables final : public sql::Tables {
 public:
  /// Requires: the home outlives this.
  explicit HomeTables(const Shard& home) : home_(home) {}

  std::unique_ptr<sql::Statement> prepare(std::string_view text) override {
    return std::make_unique<Statement>(home_.statement(text));
  }
  std::unique_ptr<sql::Rows> read(std::string_view text) override {
    return std::make_unique<Stream>(*home_.connection, home_.sql(text));
  }
  std::int64_t changes() override { return home_.connection->changes(); }
  // By the server's clock. An index of times can be asked for what stays the same.
  const char* now() const override {
    return "(extract(epoch FROM statement_timestamp()) * 1000)::int8";
  }
  const char* skip_locked() const override { return "FOR UPDATE OF w SKIP LOCKED"; }

 private:
  const Shard& home_;
};

}  // namespace yari::pg
