/// \file
/// The tables of evaluations, and of the engines they are by.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "db/store/small_tables.h"
#include "db/store/sql/statement.h"

namespace yari::sql {

class EvaluationTable final : public store::EvaluationReader, public store::EvaluationWriter {
 public:
  explicit EvaluationTable(Tables& tables);

  std::optional<Bytes> find(const store::EvaluatedBy& by, Key position) override;
  std::vector<store::EvaluatedBy> kinds() override;
  void each(const std::function<void(const store::StoredEvaluation&)>& visit) override;
  void store(const store::StoredEvaluation& evaluation) override;
  bool add(const store::StoredEvaluation& evaluation) override;
  void remove(const store::EvaluatedBy& by, Key position) override;

  /// A sentence for each row whose lines are damaged; `most` at most.
  std::vector<std::string> faults(std::size_t most);

 private:
  void write(Statement& insert, const store::StoredEvaluation& evaluation);

  Tables& tables_;
  Prepared find_, add_engine_, replace_, insert_, remove_;
};

}  // namespace yari::sql
