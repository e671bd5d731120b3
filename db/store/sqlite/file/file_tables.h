/// \file
/// The tables of a file that other back ends with SQL have as well.
#pragma once

#include <memory>

#include "db/store/sqlite/file/connection.h"

namespace yari {

class FileTables final : public sql::Tables {
 public:
  /// Requires: the connection outlives this.
  explicit FileTables(Connection& connection) : connection_(connection) {}

  std::unique_ptr<sql::Statement> prepare(std::string_view text) override;
  std::unique_ptr<sql::Rows> read(std::string_view text) override;
  std::int64_t changes() override { return connection_.changes(); }
  const char* now() const override {
    return "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)";
  }
  // Who writes has the file alone.
  const char* skip_locked() const override { return ""; }

 private:
  Connection& connection_;
};

}  // namespace yari
