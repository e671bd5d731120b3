/// \file
/// Rows of cards, the same in every back end with SQL. A row has `integer` and `text`, each of a
/// column from 0.
#pragma once

#include <string>

#include "db/store/card.h"

namespace yari::store {

/// What card_row expects, and what a card is stored as.
inline constexpr const char* card_columns =
    "id, source, variant, sfen, moves, game, ply, played, repetitions, days, ease, reviews, "
    "lapses, "
    "due, reviewed";

/// A row as it stands there.
struct CardRow {
  std::int64_t id = 0, source = 0, variant = 0;
  /// The SFEN without its move number; moves in USI with blanks between them; a move or nothing.
  std::string sfen, moves, played;
  std::int64_t game = 0, ply = 0, repetitions = 0, days = 0, ease = 0, reviews = 0, lapses = 0,
               due = 0, reviewed = 0;
};

template <class Row>
CardRow card_row(const Row& row) {
  CardRow card;
  card.id = row.integer(0);
  card.source = row.integer(1);
  card.variant = row.integer(2);
  card.sfen = row.text(3);
  card.moves = row.text(4);
  card.game = row.integer(5);
  card.ply = row.integer(6);
  card.played = row.text(7);
  card.repetitions = row.integer(8);
  card.days = row.integer(9);
  card.ease = row.integer(10);
  card.reviews = row.integer(11);
  card.lapses = row.integer(12);
  card.due = row.integer(13);
  card.reviewed = row.integer(14);
  return card;
}

/// No value where the position cannot be played, a move is not legal, or a number is out of range.
std::optional<DrillCard> card_of(const CardRow& row);
CardRow row_of(const DrillCard& card);

/// "cards: card 7 is damaged"
std::string fault_of_card(std::int64_t id);

}  // namespace yari::store
