/// \file
/// The table of saved queries.
#pragma once

#include "db/store/small_tables.h"
#include "db/store/sql/statement.h"

namespace yari::sql {

class QueryTable final : public store::QueryReader, public store::QueryWriter {
 public:
  explicit QueryTable(Tables& tables) : tables_(tables) {}

  std::optional<std::string> find(const std::string& name) override;
  std::vector<std::pair<std::string, std::string>> all() override;
  void store(const std::string& name, const std::string& query) override;
  bool remove(const std::string& name) override;

 private:
  Tables& tables_;
};

}  // namespace yari::sql
