// Figures of matches against values worked out by hand or known from tables.
#include "analysis/match/elo.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

namespace yari::test {

TEST_CASE("Elo and share of points are inverses of each other") {
  CHECK(expected_share(0) == 0.5);
  CHECK(expected_share(400) == Approx(10.0 / 11));
  CHECK(elo_of_share(0.75) == Approx(190.8485));
  CHECK(elo_of_share(0.25) == Approx(-190.8485));
  for (double elo : {-300.0, -1.0, 12.0, 700.0}) {
    CHECK(elo_of_share(expected_share(elo)) == Approx(elo));
  }
  CHECK(elo_of_share(1) == std::numeric_limits<double>::infinity());
  CHECK(elo_of_share(0) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("the error of an estimate comes from the spread of the results") {
  // 100 games: mean 0.6, variance 0.24, standard error sqrt(0.0024) = 0.04899.
  const EloEstimate games = estimate_elo({.wins = 60, .draws = 0, .losses = 40});
  CHECK(games.elo == Approx(70.4365));
  CHECK(games.low == Approx(elo_of_share(0.6 - 1.959964 * 0.0489898)).epsilon(1e-4));
  CHECK(games.high == Approx(elo_of_share(0.6 + 1.959964 * 0.0489898)).epsilon(1e-4));
  CHECK(games.likelihood == Approx(0.97938).epsilon(1e-3));

  const EloEstimate draws = estimate_elo({.wins = 20, .draws = 80, .losses = 0});
  CHECK(draws.elo == games.elo);
  CHECK(draws.high - draws.low < games.high - games.low);
}

TEST_CASE("pairs that cancel out make an estimate sharper than their games do") {
  const MatchScore games{.wins = 50, .draws = 0, .losses = 50};
  MatchScore pairs = games;
  pairs.pairs = {1, 0, 48, 0, 1};
  CHECK(estimate_elo(pairs).elo == Approx(0).margin(1e-9));
  CHECK(estimate_elo(pairs).high < estimate_elo(games).high / 3);
  CHECK(estimate_elo(pairs).likelihood == Approx(0.5));
}

TEST_CASE("a clean sweep has no upper bound, and a lower one that grows with the games") {
  const EloEstimate five = estimate_elo({.wins = 5, .draws = 0, .losses = 0});
  const EloEstimate fifty = estimate_elo({.wins = 50, .draws = 0, .losses = 0});
  CHECK(five.elo == std::numeric_limits<double>::infinity());
  CHECK(five.low > 0);
  CHECK(std::isfinite(fifty.low));
  CHECK(fifty.low > five.low);
  CHECK(fifty.likelihood > 0.99);
  const EloEstimate lost = estimate_elo({.wins = 0, .draws = 0, .losses = 5});
  CHECK(lost.high == Approx(-five.low));
}

TEST_CASE("the sequential test ends at its bounds and nowhere else") {
  const SprtSettings settings{.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05};
  const SprtState none = sprt({}, settings);
  CHECK(none.lower == Approx(-2.94444));
  CHECK(none.upper == Approx(2.94444));
  CHECK(none.ratio == 0);
  CHECK(none.verdict == SprtVerdict::going_on);

  // 100 pairs: mean 0.55, variance 0.06 (as counted by hand from the five shares).
  MatchScore score;
  score.pairs = {5, 20, 30, 40, 5};
  const double mean = (20 * 0.25 + 30 * 0.5 + 40 * 0.75 + 5) / 100;
  CHECK(mean == Approx(0.55));
  const SprtState some = sprt(score, settings);
  const double share1 = 1 / (1 + std::pow(10, -0.05));
  CHECK(some.ratio ==
        Approx(100 * (share1 - 0.5) * (2 * mean - 0.5 - share1) / (2 * 0.06)).epsilon(0.05));
  CHECK(some.verdict == SprtVerdict::going_on);

  score.pairs = {50, 200, 300, 400, 50};
  CHECK(sprt(score, settings).verdict == SprtVerdict::accept_elo1);
  score.pairs = {50, 400, 300, 200, 50};
  CHECK(sprt(score, settings).verdict == SprtVerdict::accept_elo0);
}

TEST_CASE("the first pairs of a sweep do not end the sequential test") {
  MatchScore score;
  score.pairs = {0, 0, 0, 0, 1};
  CHECK(sprt(score, {}).verdict == SprtVerdict::going_on);
}

}  // namespace yari::test
