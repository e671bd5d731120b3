// Coefficients found again from results that were made with them.
#include "analysis/engine/fit_chances.h"

#include <cmath>
#include <random>
#include <vector>

#include "analysis/engine/win_chance.h"
#include "tests/support/catch.h"

namespace yari::test {

TEST_CASE("the coefficient that results were made with is found from them, within its error") {
  std::mt19937_64 random(3);
  std::normal_distribution<double> scores(0, 700);
  std::uniform_real_distribution<double> chance(0, 100);
  for (double coefficient : {0.0007, 0.0018, 0.02}) {
    std::vector<ScoredResult> results;
    for (int i = 0; i < 20'000; ++i) {
      const int score = static_cast<int>(scores(random));
      const bool won = chance(random) < win_chance({score, false}, coefficient);
      results.push_back({score, won ? 1.0 : 0.0});
    }
    const FittedCoefficient fitted = fit_coefficient(results);
    CHECK(std::abs(fitted.coefficient - coefficient) < 3 * fitted.error);
    CHECK(fitted.error < coefficient / 10);
  }
}

TEST_CASE("results that say nothing about scores give no coefficient") {
  CHECK(fit_coefficient({}).coefficient == 0);
  CHECK(fit_coefficient(std::vector<ScoredResult>{{0, 1}, {0, 0}}).coefficient == 0);
  // Without exception for who is ahead, or against: no coefficient is the best.
  CHECK(fit_coefficient(std::vector<ScoredResult>{{300, 1}, {-200, 0}}).coefficient == 0);
  CHECK(fit_coefficient(std::vector<ScoredResult>{{300, 0}, {-200, 1}}).coefficient == 0);
}

}  // namespace yari::test
