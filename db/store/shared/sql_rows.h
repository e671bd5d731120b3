/// \file
/// What a user's SQL may take, and where its rows go.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "text/no_value.h"

namespace yari {

struct SqlLimits {
  double seconds = 60;
  /// Of all memory that SQLite takes in this process.
  std::int64_t memory_bytes = std::int64_t{512} << 20;
};

/// A value of a row; a blob is its bytes in hexadecimal.
using SqlValue = std::variant<NoValue, std::int64_t, double, std::string>;

/// Where the rows of statements go.
struct SqlRows {
  /// Called before the rows of each statement that has columns.
  std::function<void(const std::vector<std::string>& columns)> begin;
  /// Returns false to end the statement.
  std::function<bool(const std::vector<SqlValue>& values)> row;
};

}  // namespace yari
