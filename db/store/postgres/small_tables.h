/// \file
/// Evaluations and saved queries in the home, names by how they begin, and where games come from.
#pragma once

#include "db/store/origins.h"
#include "db/store/postgres/names.h"
#include "db/store/small_tables.h"

namespace yari::pg {

class EvaluationTable final : public store::EvaluationReader, public store::EvaluationWriter {
 public:
  explicit EvaluationTable(const Shards& shards);

  std::optional<Bytes> find(const store::EvaluatedBy& by, Key position) override;
  std::vector<store::EvaluatedBy> kinds() override;
  void each(const std::function<void(const store::StoredEvaluation&)>& visit) override;
  void store(const store::StoredEvaluation& evaluation) override;
  bool add(const store::StoredEvaluation& evaluation) override;
  void remove(const store::EvaluatedBy& by, Key position) override;
  /// A sentence for each row whose lines are damaged; `most` at most.
  std::vector<std::string> faults(std::size_t most);
  void forget() { engines_.clear(); }

 private:
  std::int64_t engine_number(const store::EvaluatedBy& by);
  void write(Statement& insert, const store::StoredEvaluation& evaluation);

  const Shard& home_;
  Statement find_, replace_, insert_, remove_;
  std::map<std::pair<std::string, std::string>, std::int64_t> engines_;
};

class QueryTable final : public store::QueryReader, public store::QueryWriter {
 public:
  explicit QueryTable(const Shards& shards) : home_(shards.home()) {}

  std::optional<std::string> find(const std::string& name) override;
  std::vector<std::pair<std::string, std::string>> all() override;
  void store(const std::string& name, const std::string& query) override;
  bool remove(const std::string& name) override;

 private:
  const Shard& home_;
};

class NameSearch final : public store::NameReader {
 public:
  explicit NameSearch(Names& names) : names_(names) {}
  std::vector<std::string> beginning(NameKind kind, std::string_view typed, int most) override;
  std::optional<std::string> player(std::int64_t number) override;

 private:
  Names& names_;
};

class OriginReader final : public store::OriginReader {
 public:
  OriginReader(Shards& shards, Names& names) : shards_(shards), names_(names) {}
  std::optional<Origin> of(GameId game) override;
  std::vector<OriginalGame> games_from(const std::string& file, const std::string& member) override;

 private:
  Shards& shards_;
  Names& names_;
};

}  // namespace yari::pg
