/// \file
/// What annotation noted about a game, as queries see it.
#pragma once

#include <cstdint>
#include <optional>

#include "db/query/query.h"

namespace yari::query {

/// A row of the table of judgements.
struct Noted {
  /// Moves played before the one that is noted.
  int ply = 0;
  /// A JudgedKind.
  std::uint8_t kind = 0;
  Color side = Color::black;
  /// Plies of a mate that was missed or allowed.
  std::optional<int> mate;
};

/// Whether the condition is about this row; its ply is not looked at.
bool fits(const JudgementIs& test, const Noted& noted);

}  // namespace yari::query
