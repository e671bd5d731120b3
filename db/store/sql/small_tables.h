/// \file
/// The tables that belong to no game, which are the same in every store.
#pragma once

#include "db/store/sql/card_table.h"
#include "db/store/sql/evaluation_table.h"
#include "db/store/sql/query_table.h"
#include "db/store/sql/work_table.h"

namespace yari::sql {

/// Whoever has them as `const` reads; whoever has not may write.
struct SmallTables {
  /// Requires: the tables outlive this.
  explicit SmallTables(Tables& tables)
      : evaluations(tables),
        queries(tables),
        cards(tables),
        game_work(tables, store::WorkKind::games),
        position_work(tables, store::WorkKind::positions) {}

  const WorkTable& work(store::WorkKind kind) const {
    return kind == store::WorkKind::games ? game_work : position_work;
  }
  WorkTable& work(store::WorkKind kind) {
    return kind == store::WorkKind::games ? game_work : position_work;
  }

  EvaluationTable evaluations;
  QueryTable queries;
  CardTable cards;
  WorkTable game_work, position_work;
};

}  // namespace yari::sql
