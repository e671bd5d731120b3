/// \file
/// Conditions of a query on headers, as SQL: games that cannot match are then never looked at.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "db/query/plan.h"
#include "db/store/game_cursor.h"
#include "db/store/sqlite/file/connection.h"

namespace yari {

/// That the field has one of many names, or that it has none of them.
struct AmongNames {
  query::NameIs::Field field{};
  /// By number, sorted.
  std::vector<std::int64_t> names;
  bool negated = false;
};

/// What every game fulfils for which some conditions hold.
struct HeaderSql {
  /// A condition on the columns of `games`; "1" where nothing can be said.
  std::string condition = "1";
  /// Lists that are too long for it.
  std::vector<AmongNames> among;
};

/// What narrowed_by has written.
class SqlNarrowing final : public store::Narrowing {
 public:
  explicit SqlNarrowing(HeaderSql sql) : sql_(std::move(sql)) {}
  const HeaderSql& sql() const { return sql_; }

 private:
  HeaderSql sql_;
};

/// What all of `conditions` say of a game. Names are compared once each, and not once a game.
HeaderSql narrowed_by(Connection& connection,
                      const std::vector<query::HeaderCondition>& conditions);

}  // namespace yari
