/// \file
/// How long a search that has a clock goes on after an iteration.
#pragma once

#include <chrono>

#include "rules/move.h"

namespace yari {

/// Watches one search: a best move that stays the best needs less than the time aimed at, one that
/// has just changed or become worse needs more, and an only move none.
///
/// Source: R. Hyatt, "Using Time Wisely", ICCA Journal 7, 1984; the numbers (docs/engine.md) are
/// chosen by hand, no match has decided them.
class TimeManager {
 public:
  /// `aim`: see Limits; 0 never ends a search. `choices`: legal moves.
  TimeManager(std::chrono::milliseconds aim, int choices) : aim_(aim), choices_(choices) {}

  /// Whether the search ends after an iteration that found `best`, worth `score` centipawns, when
  /// `elapsed` has been used since the search began.
  bool ends(Move best, int score, std::chrono::milliseconds elapsed);

 private:
  std::chrono::milliseconds aim_;
  int choices_;
  Move best_;
  int score_ = 0;
  /// Iterations since the best move changed.
  int held_ = 0;
};

}  // namespace yari
