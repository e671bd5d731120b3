/// \file
/// A statement that is prepared when it is needed first: a file opens quickly, and damage in one
/// table keeps nobody from the others.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "db/store/sqlite/file/connection.h"

namespace yari {

class LazyStatement {
 public:
  /// Requires: the connection outlives this.
  LazyStatement(Connection& connection, std::string sql)
      : connection_(connection), sql_(std::move(sql)) {}

  Statement& operator*() {
    if (!statement_) statement_.emplace(connection_, sql_);
    return *statement_;
  }
  Statement* operator->() { return &**this; }

 private:
  Connection& connection_;
  std::string sql_;
  std::optional<Statement> statement_;
};

using sql::ResetAtEnd;

}  // namespace yari
