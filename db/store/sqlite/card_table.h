/// \file
/// The table of cards.
#pragma once

#include <string>
#include <vector>

#include "db/store/card.h"
#include "db/store/sqlite/file/lazy_statement.h"

namespace yari {

class CardTable final : public store::CardReader, public store::CardWriter {
 public:
  explicit CardTable(Connection& connection);

  std::optional<DrillCard> find(std::int64_t id) override;
  std::optional<DrillCard> find(CardSource source, const Setup& position) override;
  void each(const std::function<bool(const DrillCard&)>& visit) override;
  void store(const DrillCard& card) override;
  bool remove(std::int64_t id) override;

  /// A sentence for each damaged card; `most` at most.
  std::vector<std::string> faults(std::size_t most);

 private:
  Connection& connection_;
  LazyStatement by_id_, by_position_, replace_, remove_;
};

}  // namespace yari
