/// \file
/// Conditions of a query on headers, as SQL: games that cannot match are then never looked at.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "db/query/plan.h"
#include "db/store/game_cursor.h"
#include "db/store/sqlite/connection.h"

namespace yari {

/// What header_sql has written.
class SqlNarrowing final : public store::Narrowing {
 public:
  explicit SqlNarrowing(std::string condition) : condition_(std::move(condition)) {}
  const std::string& condition() const { return condition_; }

 private:
  std::string condition_;
};

/// A condition on the columns of `games` that every game fulfils for which all of `conditions`
/// hold; "1" where nothing can be said. Names are compared once each, and not once a game.
std::string header_sql(Connection& connection,
                       const std::vector<query::HeaderCondition>& conditions);

}  // namespace yari
