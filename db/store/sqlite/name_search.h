/// \file
/// Names by how they begin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/store/names.h"
#include "db/store/sqlite/file/lazy_statement.h"

namespace yari {

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
