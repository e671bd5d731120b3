/// \file
/// The cards of `yari drill`: positions whose moves somebody learns, with how well they are known.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "db/query/filter.h"
#include "rules/move.h"
#include "rules/setup.h"

namespace yari {

/// Where a card comes from. On disk: never change.
enum class CardSource : std::uint8_t { book, mistake, puzzle, own };
inline constexpr int card_source_count = 4;
/// "book", "mistake", "puzzle", "own": one that somebody kept by hand.
std::string_view name(CardSource source);
std::optional<CardSource> card_source_named(std::string_view text);

/// A position and the moves to be found there. A source has a position once.
struct DrillCard {
  /// 0 before it is stored; never given twice.
  std::int64_t id = 0;
  CardSource source = CardSource::book;
  /// Its move number is 1.
  Setup position;
  /// Of a book, and of one's own: each of them is right. Else a line of both sides, of which the
  /// learner makes the first move and every second. Never empty.
  std::vector<Move> moves;
  /// The game that it was taken from, and the moves played before it; 0 where it is of none. The
  /// game may have been deleted since.
  GameId game = 0;
  int ply = 0;
  /// What was played there; Move::none() where that is not known.
  Move played = Move::none();

  /// How often in a row it was known, the days until the next review, counted from the last one,
  /// and the ease in hundredths (answers/study/spacing.h).
  int repetitions = 0, days = 0, ease = 250;
  /// How often it was asked, and how often the answer was wrong.
  int reviews = 0, lapses = 0;
  /// When it is asked again; of a new card, the day on which it was added.
  DateNumber due = 0;
  /// The day of the last review; 0 before the first.
  DateNumber reviewed = 0;

  /// Whether each of the moves is right; else they are a line.
  bool has_choices() const { return source == CardSource::book || source == CardSource::own; }

  bool operator==(const DrillCard&) const = default;
};

}  // namespace yari
