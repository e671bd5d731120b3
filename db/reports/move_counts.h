/// \file
/// What pieces do in games: moves, drops, captures and promotions of each kind.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "db/database.h"
#include "rules/by.h"

namespace yari {

/// Of one kind, in main lines.
struct KindCounts {
  std::int64_t moves = 0;  ///< drops included
  std::int64_t drops = 0;
  std::int64_t captures = 0;
  std::int64_t promotions = 0;
  /// Moves that could have promoted and did not.
  std::int64_t declined = 0;
};

/// By the kind of the piece before it moves; a promoted piece is a kind of its own.
struct VariantCounts {
  std::int64_t games = 0, moves = 0;
  ByKind<KindCounts> kinds{};
};

/// Replays the main lines of the games that the filter takes. A damaged game counts up to the
/// damage.
/// `check` is called for each game; what it throws ends the work.
std::map<Variant, VariantCounts> count_moves(Database& database, const GameFilter& filter,
                                             const std::function<void()>& check = {});

}  // namespace yari
