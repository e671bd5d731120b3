/// \file
/// How long a search that has a clock goes on after an iteration.
#pragma once

#include <chrono>

#include "analysis/engine/search_constants.h"
#include "rules/move.h"

namespace yari {

/// Watches one search: a best move that stays the best needs less than the time aimed at, one that
/// has just changed or become worse, or beside which other moves took many nodes, needs more, and
/// an only move none.
///
/// Sources: R. Hyatt, "Using Time Wisely", ICCA Journal 7, 1984; Chess Programming Wiki, "Time
/// Management". docs/engine.md says how the numbers were decided.
class TimeManager {
 public:
  /// `aim`: see Limits; 0 never ends a search. `choices`: legal moves.
  TimeManager(std::chrono::milliseconds aim, int choices, const SearchConstants& constants)
      : aim_(aim), choices_(choices), constants_(constants) {}

  /// Whether the search ends after an iteration that found `best`, worth `score` centipawns, when
  /// `elapsed` has been used since the search began. `settled`: the share of all nodes that `best`
  /// got, 0 to 1.
  bool ends(Move best, int score, double settled, std::chrono::milliseconds elapsed);

 private:
  std::chrono::milliseconds aim_;
  int choices_;
  SearchConstants constants_;
  Move best_;
  int score_ = 0;
  /// Iterations since the best move changed.
  int held_ = 0;
};

}  // namespace yari
