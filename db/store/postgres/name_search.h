/// \file
/// Names by how they begin.
#pragma once

#include "db/store/names.h"
#include "db/store/postgres/names.h"

namespace yari::pg {

class NameSearch final : public store::NameReader {
 public:
  explicit NameSearch(Names& names) : names_(names) {}
  std::vector<std::string> beginning(NameKind kind, std::string_view typed, int most) override;
  std::optional<std::string> player(std::int64_t number) override;

 private:
  Names& names_;
};

}  // namespace yari::pg
