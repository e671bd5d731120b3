// The log likelihood of the results has one maximum.
#include "analysis/engine/fit_chances.h"

#include <algorithm>
#include <cmath>

#include "analysis/engine/win_chance.h"

namespace yari {

FittedCoefficient fit_coefficient(std::span<const ScoredResult> results) {
  FittedCoefficient fitted{usual_coefficient, 0};
  for (int i = 0; i < 100; ++i) {
    double slope = 0;
    double curve = 0;
    for (const ScoredResult& r : results) {
      const double expected = win_chance({r.score, false}, fitted.coefficient) / 100;
      const double score = r.score;
      slope += score * (r.result - expected);
      curve += score * score * expected * (1 - expected);
    }
    if (curve == 0) return {};
    fitted.error = 1 / std::sqrt(curve);
    const double step = slope / curve;
    // A step of Newton's method may be too long where the curve is flat.
    fitted.coefficient =
        std::clamp(fitted.coefficient + step, fitted.coefficient / 4, fitted.coefficient * 4);
    if (std::abs(step) < 1e-9) return fitted;
    // Whoever is ahead loses, or wins without exception: there is no maximum.
    if (fitted.coefficient < 1e-7 || fitted.coefficient > 0.1) return {};
  }
  return fitted;
}

}  // namespace yari
