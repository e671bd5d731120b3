/// \file
/// When a card is asked again: SM-2, the rule of P. A. Wozniak, "Optimization of learning" (1990),
/// https://super-memory.com/english/ol/sm2.htm, as published:
///
/// - A card begins with an ease of 2.5. After the first answer it comes back after 1 day, after the
///   next one after 6 days, then each time after the days before times the ease, rounded up.
/// - An answer has a quality q of 0 to 5. After each, the ease grows by
///   0.1 - (5 - q) (0.08 + (5 - q) 0.02); it is never less than 1.3.
/// - Below 3 the answer was wrong: the card begins again as a new one does, and comes back after
///   1 day, then after 6. It keeps its ease.
/// - On the same day, all cards with less than 4 are asked again until each has 4 or more; that
///   changes nothing in what is stored.
///
/// What the rule leaves open: the days are multiplied with the ease as it is after the answer. They
/// are never more than 36,500.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "record/date.h"

namespace yari {

/// What is known of a card.
struct Spacing {
  /// Which of these times it waits: 1 for the 1 day, 2 for the 6 days; 0 before the first answer.
  int repetitions = 0;
  /// Until it is asked again.
  int days = 0;
  /// In hundredths.
  int ease = 250;
  bool operator==(const Spacing&) const = default;
};

/// After an answer of quality `q`. Requires: 0 <= q <= 5.
Spacing after_answer(Spacing before, int q);

/// An answer in a learner's word. Each stands for a quality: 1, 3, 4, 5.
enum class Grade : std::uint8_t { again = 1, hard, good, easy };
int quality(Grade grade);
/// "again", "hard", "good", "easy".
std::string_view name(Grade grade);
/// Of "1" to "4", or of a name.
std::optional<Grade> grade_named(std::string_view text);

/// Of a right answer that took so long: easy up to 10 s, good up to 30 s, then hard; good where the
/// time is not known.
Grade grade_of_time(std::optional<std::chrono::milliseconds> time);

/// `days` days after `date`. Requires: a date with month and day.
DateNumber day_after(DateNumber date, int days);

}  // namespace yari
