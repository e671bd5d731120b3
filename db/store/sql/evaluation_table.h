/// \file
/// The tables of evaluations, and of the engines they are by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/codec/bytes.h"
#include "db/store/sql/statement.h"
#include "rules/position.h"

namespace yari::store {

/// What an evaluation is stored under besides the position.
struct EvaluatedBy {
  std::string engine, limits;
};

/// An evaluation as it is stored.
struct StoredEvaluation {
  EvaluatedBy by;
  Key position = 0;
  /// Of the first line: centipawns, or plies to mate; none without lines.
  std::optional<std::int64_t> score, mate;
  std::int64_t depth = 0, nodes = 0;
  /// All lines (db/codec/notes_blob.h).
  Bytes lines;
};

}  // namespace yari::store

namespace yari::sql {

class EvaluationTable {
 public:
  /// Requires: the tables outlive this.
  explicit EvaluationTable(Tables& tables);

  /// The bytes of the lines (db/codec/notes_blob.h).
  std::optional<Bytes> find(const store::EvaluatedBy& by, Key position) const;
  /// What evaluations may be stored under, in no order.
  std::vector<store::EvaluatedBy> kinds() const;
  /// Calls `visit` with every evaluation.
  void each(const std::function<void(const store::StoredEvaluation&)>& visit) const;
  /// A sentence for each row whose lines are damaged; `most` at most.
  std::vector<std::string> faults(std::size_t most) const;

  /// Stores or replaces.
  void store(const store::StoredEvaluation& evaluation);
  /// Stores unless there is one; false when there is.
  bool add(const store::StoredEvaluation& evaluation);
  void remove(const store::EvaluatedBy& by, Key position);

 private:
  void write(Statement& insert, const store::StoredEvaluation& evaluation);

  Tables& tables_;
  Prepared find_, add_engine_, replace_, insert_, remove_;
};

}  // namespace yari::sql
