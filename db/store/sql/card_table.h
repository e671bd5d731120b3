/// \file
/// The table of cards.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "db/store/card.h"
#include "db/store/sql/statement.h"

namespace yari::sql {

class CardTable final : public store::CardReader, public store::CardWriter {
 public:
  explicit CardTable(Tables& tables) : tables_(tables) {}

  std::optional<DrillCard> find(std::int64_t id) override;
  std::optional<DrillCard> find(CardSource source, const Setup& position) override;
  void each(const std::function<bool(const DrillCard&)>& visit) override;
  void store(const DrillCard& card) override;
  bool remove(std::int64_t id) override;

  /// A sentence for each damaged card; `most` at most.
  std::vector<std::string> faults(std::size_t most);

 private:
  Tables& tables_;
};

}  // namespace yari::sql
