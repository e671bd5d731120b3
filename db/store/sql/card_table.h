/// \file
/// The table of cards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/store/card.h"
#include "db/store/sql/statement.h"

namespace yari::sql {

/// One that is damaged is not there for its readers.
class CardTable {
 public:
  /// Requires: the tables outlive this.
  explicit CardTable(Tables& tables) : tables_(tables) {}

  std::optional<DrillCard> find(std::int64_t id) const;
  /// By its source and its position.
  std::optional<DrillCard> find(CardSource source, const Setup& position) const;
  /// Calls `visit` with every card, in order of number, until it returns false.
  void each(const std::function<bool(const DrillCard&)>& visit) const;
  /// A sentence for each damaged card; `most` at most.
  std::vector<std::string> faults(std::size_t most) const;

  /// Adds a card whose number is 0, in the place of a damaged one of the same position; replaces
  /// the one of its number otherwise. Requires: no sound card of this source has the position.
  void store(const DrillCard& card);
  /// False when there was none.
  bool remove(std::int64_t id);

 private:
  Tables& tables_;
};

}  // namespace yari::sql
