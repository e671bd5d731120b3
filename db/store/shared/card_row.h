/// \file
/// What a card is stored as.
#pragma once

#include <string>

#include "db/store/card.h"

namespace yari::store {

/// A row as it stands there.
struct CardRow {
  std::int64_t id = 0, source = 0, variant = 0;
  /// The SFEN without its move number; moves in USI with blanks between them; a move or nothing.
  std::string sfen, moves, played;
  std::int64_t game = 0, ply = 0, repetitions = 0, days = 0, ease = 0, reviews = 0, lapses = 0,
               due = 0, reviewed = 0;
};

/// No value where the position cannot be played, a move is not legal, or a number is out of range.
std::optional<DrillCard> card_of(const CardRow& row);
CardRow row_of(const DrillCard& card);

}  // namespace yari::store
