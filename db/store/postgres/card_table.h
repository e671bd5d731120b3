/// \file
/// The table of cards, in the home.
#pragma once

#include <string>
#include <vector>

#include "db/store/card.h"
#include "db/store/postgres/server/shards.h"

namespace yari::pg {

class CardTable final : public store::CardReader, public store::CardWriter {
 public:
  explicit CardTable(const Shards& shards) : home_(shards.home()) {}

  std::optional<DrillCard> find(std::int64_t id) override;
  std::optional<DrillCard> find(CardSource source, const Setup& position) override;
  void each(const std::function<bool(const DrillCard&)>& visit) override;
  void store(const DrillCard& card) override;
  bool remove(std::int64_t id) override;

  /// A sentence for each damaged card; `most` at most.
  std::vector<std::string> faults(std::size_t most);

 private:
  const Shard& home_;
};

}  // namespace yari::pg
