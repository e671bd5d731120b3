/// \file
/// Tables of names: each spelling once, with a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/store/sqlite/file/lazy_statement.h"
#include "db/store/sqlite/games/name_memory.h"

namespace yari {

/// Gives numbers to the names of one table (players, events, sites), adding those it lacks.
class NameTable {
 public:
  NameTable(Connection& connection, std::string_view table);

  /// Requires: an open write transaction.
  std::int64_t number(const std::string& name);
  std::optional<std::int64_t> number(const std::optional<std::string>& name);
  /// Forgets what was learnt; needed after a rollback.
  void forget() { known_.clear(); }

 private:
  Connection& connection_;
  LazyStatement find_, insert_, insert_text_;
  NameMemory known_;
};

}  // namespace yari
