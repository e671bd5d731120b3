#include "analysis/match/elo.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace yari {
namespace {

/// Standard deviations on either side that hold 95 % of a normal distribution.
constexpr double interval = 1.959964;

int pair_count(const MatchScore& score) {
  return std::accumulate(score.pairs.begin(), score.pairs.end(), 0);
}

/// Fewer experiments have no normal distribution.
constexpr int few = 10;
/// A result that no pair has had yet counts as a thousandth of a pair, as in fishtest: it is rare,
/// not impossible.
constexpr double rare = 1e-3;

/// The results of all games: how many games and experiments, the mean share of points, and the
/// variance of that mean.
struct Sample {
  double games = 0;
  int experiments = 0;
  double mean = 0;
  double variance = 0;
};

/// `counts[i]` experiments of `games` games each, in which i of N - 1 half points were made.
template <std::size_t N, class Use>
void for_results(const std::array<int, N>& counts, int games, Use use) {
  for (std::size_t i = 0; i < N; ++i) use(counts[i], static_cast<double>(i) / (N - 1), games);
}

Sample sample_of(const MatchScore& score) {
  Sample sample;
  const auto for_all = [&](auto use) {
    for_results(score.pairs, 2, use);
    if (pair_count(score) == 0)
      for_results(std::array{score.losses, score.draws, score.wins}, 1, use);
    else
      for_results(score.others, 1, use);
  };
  for_all([&](int count, double share, int games) {
    sample.experiments += count;
    sample.games += count * games;
    sample.mean += count * games * share;
  });
  sample.mean /= sample.games;
  for_all([&](int count, double share, int games) {
    sample.variance += count * std::pow(games * (share - sample.mean), 2);
  });
  sample.variance /= sample.games * sample.games;
  return sample;
}

/// Wilson's interval, which needs no variance.
std::array<double, 2> wilson(const Sample& sample) {
  const double z2 = interval * interval;
  const double n = sample.games;
  const double p = sample.mean;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = interval / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

}  // namespace

double expected_share(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double elo_of_share(double share) {
  if (share <= 0) return -std::numeric_limits<double>::infinity();
  if (share >= 1) return std::numeric_limits<double>::infinity();
  return -400 * std::log10(1 / share - 1);
}

EloEstimate estimate_elo(const MatchScore& score) {
  assert(score.games() > 0);
  const Sample sample = sample_of(score);
  const double error = std::sqrt(sample.variance);
  std::array<double, 2> range{sample.mean - interval * error, sample.mean + interval * error};
  if (error == 0 || sample.experiments < few) {
    const std::array<double, 2> wide = wilson(sample);
    range = {std::min(range[0], wide[0]), std::max(range[1], wide[1])};
  }
  EloEstimate estimate{elo_of_share(sample.mean), elo_of_share(range[0]), elo_of_share(range[1])};
  const double towards_even = sample.mean > 0.5 ? sample.mean - range[0] : range[1] - sample.mean;
  const double spread = towards_even / interval;
  estimate.likelihood = 0.5 * std::erfc((0.5 - sample.mean) / (spread * std::sqrt(2.0)));
  return estimate;
}

namespace {

/// By the points made in a pair.
using Weights = std::array<double, 5>;

/// What divides the share of each result where the mean is held to be `mean`: 1 + x (result - mean)
/// with the x that makes the quotients a distribution of that mean.
Weights divisors(const Weights& counts, double mean) {
  // The sum falls with x, from +infinity to -infinity within these bounds.
  double low = -1 / (1 - mean);
  double high = 1 / mean;
  const auto above = [mean](std::size_t i) { return static_cast<double>(i) / 4 - mean; };
  for (int step = 0; step < 100; ++step) {
    const double x = (low + high) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      sum += counts[i] * above(i) / (1 + x * above(i));
    (sum > 0 ? low : high) = x;
  }
  Weights result{};
  for (std::size_t i = 0; i < counts.size(); ++i) result[i] = 1 + low * above(i);
  return result;
}

}  // namespace

SprtState sprt(const MatchScore& score, const SprtSettings& settings) {
  assert(settings.elo0 < settings.elo1);
  SprtState state;
  state.lower = std::log(settings.beta / (1 - settings.alpha));
  state.upper = std::log((1 - settings.beta) / settings.alpha);
  if (pair_count(score) == 0) return state;
  Weights counts{};
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] = std::max<double>(score.pairs[i], rare);
  const Weights weaker = divisors(counts, expected_share(settings.elo0));
  const Weights stronger = divisors(counts, expected_share(settings.elo1));
  for (std::size_t i = 0; i < counts.size(); ++i)
    state.ratio += counts[i] * std::log(weaker[i] / stronger[i]);
  if (state.ratio >= state.upper) state.verdict = SprtVerdict::accept_elo1;
  if (state.ratio <= state.lower) state.verdict = SprtVerdict::accept_elo0;
  return state;
}

}  // namespace yari
