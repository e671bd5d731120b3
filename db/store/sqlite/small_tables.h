/// \file
/// The tables of evaluations and saved queries, and names by how they begin.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/store/small_tables.h"
#include "db/store/sqlite/file/lazy_statement.h"

namespace yari {

class EvaluationTable final : public store::EvaluationReader, public store::EvaluationWriter {
 public:
  explicit EvaluationTable(Connection& connection);

  std::optional<Bytes> find(const store::EvaluatedBy& by, Key position) override;
  std::vector<store::EvaluatedBy> kinds() override;
  void each(const std::function<void(const store::StoredEvaluation&)>& visit) override;
  void store(const store::StoredEvaluation& evaluation) override;
  bool add(const store::StoredEvaluation& evaluation) override;
  void remove(const store::EvaluatedBy& by, Key position) override;

  /// A sentence for each row whose lines are damaged; `most` at most.
  std::vector<std::string> faults(std::size_t most);

 private:
  std::int64_t engine_number(const store::EvaluatedBy& by);
  void write(Statement& insert, const store::StoredEvaluation& evaluation);

  Connection& connection_;
  LazyStatement find_engine_, insert_engine_, find_, replace_, insert_, remove_;
};

class QueryTable final : public store::QueryReader, public store::QueryWriter {
 public:
  explicit QueryTable(Connection& connection) : connection_(connection) {}

  std::optional<std::string> find(const std::string& name) override;
  std::vector<std::pair<std::string, std::string>> all() override;
  void store(const std::string& name, const std::string& query) override;
  bool remove(const std::string& name) override;

 private:
  Connection& connection_;
};

class NameSearch final : public store::NameReader {
 public:
  explicit NameSearch(Connection& connection)
      : connection_(connection), player_(connection, "SELECT name FROM players WHERE id = ?") {}
  std::vector<std::string> beginning(NameKind kind, std::string_view typed, int most) override;
  std::optional<std::string> player(std::int64_t number) override;

 private:
  Connection& connection_;
  LazyStatement player_;
};

}  // namespace yari
