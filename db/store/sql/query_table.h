/// \file
/// The table of saved queries.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/store/sql/statement.h"

namespace yari::sql {

class QueryTable {
 public:
  /// Requires: the tables outlive this.
  explicit QueryTable(Tables& tables) : tables_(tables) {}

  std::optional<std::string> find(const std::string& name) const;
  /// Names and texts, by name.
  std::vector<std::pair<std::string, std::string>> all() const;

  void store(const std::string& name, const std::string& query);
  /// False when there was none.
  bool remove(const std::string& name);

 private:
  Tables& tables_;
};

}  // namespace yari::sql
