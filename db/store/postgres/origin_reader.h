/// \file
/// Where games come from.
#pragma once

#include "db/store/origins.h"
#include "db/store/postgres/names.h"

namespace yari::pg {

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
