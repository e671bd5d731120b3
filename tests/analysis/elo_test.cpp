// Figures of matches against values worked out by hand or known from tables.
#include "analysis/match/elo.h"

#include <cmath>
#include <limits>
#include <random>

#include "tests/support/catch.h"

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

TEST_CASE("who is likely to be stronger is said alike of both sides") {
  const auto likelihood = [](int wins, int draws, int losses) {
    return estimate_elo({.wins = wins, .draws = draws, .losses = losses}).likelihood;
  };
  for (const auto& [wins, draws, losses] :
       std::vector<std::array<int, 3>>{{4, 0, 1}, {3, 2, 1}, {9, 0, 0}, {60, 10, 30}, {5, 1, 4}}) {
    INFO(wins << ' ' << draws << ' ' << losses);
    CHECK(likelihood(wins, draws, losses) > 0.5);
    CHECK(likelihood(wins, draws, losses) + likelihood(losses, draws, wins) == Approx(1));
  }
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
  // The normal approximation of the ratio is near.
  CHECK(some.ratio ==
        Approx(100 * (share1 - 0.5) * (2 * mean - 0.5 - share1) / (2 * 0.06)).epsilon(0.1));
  CHECK(some.verdict == SprtVerdict::going_on);

  score.pairs = {50, 200, 300, 400, 50};
  CHECK(sprt(score, settings).verdict == SprtVerdict::accept_elo1);
  score.pairs = {50, 400, 300, 200, 50};
  CHECK(sprt(score, settings).verdict == SprtVerdict::accept_elo0);
}

TEST_CASE("a game without its pair counts, and few games say little") {
  // A pair that each side won once, and a game that the first one won.
  const MatchScore three{
      .wins = 2, .draws = 0, .losses = 1, .pairs = {0, 0, 1, 0, 0}, .others = {0, 0, 1}};
  const EloEstimate few = estimate_elo(three);
  CHECK(few.elo == Approx(elo_of_share(2.0 / 3)));
  CHECK(few.likelihood > 0.5);
  CHECK(few.likelihood < 0.9);
  CHECK(few.low < -150);
  CHECK(few.high > 400);
  const EloEstimate even =
      estimate_elo({.wins = 1, .draws = 0, .losses = 1, .pairs = {0, 0, 1, 0, 0}, .others = {}});
  CHECK(even.elo == 0);
  CHECK(even.likelihood == 0.5);
  CHECK(even.low < -300);
  // One more game changes the estimate of a long match by little.
  MatchScore long_match{.wins = 600, .draws = 0, .losses = 400, .pairs = {100, 0, 200, 0, 200}};
  const EloEstimate before = estimate_elo(long_match);
  ++long_match.losses;
  ++long_match.others[0];
  const EloEstimate after = estimate_elo(long_match);
  CHECK(after.elo < before.elo);
  CHECK(after.elo == Approx(before.elo).margin(1));
  CHECK(after.high - after.low == Approx(before.high - before.low).margin(1));
}

TEST_CASE("the ratio of the sequential test is that of fishtest's page of a test") {
  // Raw statistics of a test of Monty, bounds of 0.000 and 2.716 Elo: "Logistic (exact) -0.53772".
  MatchScore score;
  score.pairs = {13, 37, 50, 25, 3};
  const SprtState state = sprt(score, {.elo0 = 0, .elo1 = 2.716});
  CHECK(state.ratio == Approx(-0.53772).epsilon(2e-3));
  CHECK(state.lower == Approx(-2.9444).epsilon(1e-4));
}

TEST_CASE("the sequential test is wrong about as seldom as it promises") {
  const SprtSettings settings{.elo0 = 0, .elo1 = 60, .alpha = 0.1, .beta = 0.1};
  std::mt19937_64 random(8);
  // Each game of a pair is won, lost or, one time in five, drawn.
  const auto game = [&](double share) {
    const double x = std::uniform_real_distribution<double>()(random);
    return x < 0.2 ? 1U : (x - 0.2) / 0.8 < share ? 2U : 0U;
  };
  const auto accepted = [&](double share) {
    int stronger = 0;
    for (int test = 0; test < 300; ++test) {
      MatchScore score;
      SprtState state;
      for (int pair = 0; state.verdict == SprtVerdict::going_on; ++pair) {
        REQUIRE(pair < 5000);
        ++score.pairs[game(share) + game(share)];
        state = sprt(score, settings);
      }
      stronger += state.verdict == SprtVerdict::accept_elo1;
    }
    return stronger / 300.0;
  };
  CHECK(accepted(0.5) < 0.14);
  // The share that wins 0.8 s + 0.1 of the points, as 60 Elo do.
  CHECK(accepted((expected_share(60) - 0.1) / 0.8) > 0.86);
}

TEST_CASE("the first pairs of a sweep do not end the sequential test") {
  MatchScore score;
  score.pairs = {0, 0, 0, 0, 1};
  CHECK(sprt(score, {}).verdict == SprtVerdict::going_on);
}

}  // namespace yari::test
