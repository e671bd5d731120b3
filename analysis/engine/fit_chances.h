/// \file
/// What an engine's scores mean, found from how games ended.
#pragma once

#include <span>

namespace yari {

/// The score of a position for the side to move, in centipawns, and what that side made of its
/// game: 1, 0.5 or 0.
struct ScoredResult {
  int score = 0;
  double result = 0;
};

struct FittedCoefficient {
  /// The one of win_chance that makes the results most likely; 0: no score says anything.
  double coefficient = 0;
  /// Its standard error.
  double error = 0;
};

/// Logistic regression with one weight by Newton's method; a draw is half a win. Positions of one
/// game depend on each other, which the error does not know.
FittedCoefficient fit_coefficient(std::span<const ScoredResult> results);

}  // namespace yari
