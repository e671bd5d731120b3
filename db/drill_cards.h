/// \file
/// The cards of `yari drill` in a database. They are no part of any game: `undo` does not touch
/// them, and nothing that happens to a game does.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/database.h"
#include "db/store/card.h"

namespace yari {

struct AddedCards {
  std::uint64_t added = 0;
  /// Those of known positions that have other moves now; what is known of them stays.
  std::uint64_t changed = 0;
  std::uint64_t known = 0;
};

/// Adds cards, all or none. A position that the source has already keeps what is known of it, and
/// gets the moves of the new card. Requires: they have moves, which are legal.
AddedCards add_cards(Database& database, std::span<const DrillCard> cards);

/// Which cards.
struct CardFilter {
  std::vector<CardSource> sources = {};
  std::optional<Variant> variant = {};
  /// Those that are due on this day or before.
  std::optional<DateNumber> due = {};
};
/// In order of their due days, then of their numbers.
std::vector<DrillCard> drill_cards(Database& database, const CardFilter& filter);
std::optional<DrillCard> drill_card(Database& database, std::int64_t id);
/// The card of a source for a position, whatever its move number.
std::optional<DrillCard> drill_card(Database& database, CardSource source, const Setup& position);

/// Stores what is known of the card now. False where the card was removed meanwhile.
bool store_review(Database& database, const DrillCard& card);
/// How many of them there were.
std::uint64_t remove_cards(Database& database, std::span<const std::int64_t> ids);

}  // namespace yari
