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

/// Equal experiments: how many, the mean share of points in each, and its variance.
struct Sample {
  double count = 0;
  double mean = 0;
  double variance = 0;
};

/// `counts[i]` experiments in which i of N - 1 half points were made; none counts less than
/// `least`.
template <std::size_t N>
Sample sample_of(const std::array<int, N>& counts, double least = 0) {
  Sample sample;
  const auto weight = [&](std::size_t i) { return std::max<double>(counts[i], least); };
  const auto share = [](std::size_t i) { return static_cast<double>(i) / (N - 1); };
  for (std::size_t i = 0; i < N; ++i) {
    sample.count += weight(i);
    sample.mean += weight(i) * share(i);
  }
  sample.mean /= sample.count;
  for (std::size_t i = 0; i < N; ++i) {
    sample.variance += weight(i) * std::pow(share(i) - sample.mean, 2);
  }
  sample.variance /= sample.count;
  return sample;
}

int pair_count(const MatchScore& score) {
  return std::accumulate(score.pairs.begin(), score.pairs.end(), 0);
}

/// Wilson's interval, which needs no variance: how far an all-equal sample may lie from its mean.
std::array<double, 2> wilson(const Sample& sample) {
  const double z2 = interval * interval;
  const double n = sample.count;
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
  const Sample sample = pair_count(score) > 0
                            ? sample_of(score.pairs)
                            : sample_of(std::array{score.losses, score.draws, score.wins});
  const double error = std::sqrt(sample.variance / sample.count);
  const std::array<double, 2> range =
      error > 0 ? std::array{sample.mean - interval * error, sample.mean + interval * error}
                : wilson(sample);
  EloEstimate estimate{elo_of_share(sample.mean), elo_of_share(range[0]), elo_of_share(range[1])};
  const double towards_even = sample.mean > 0.5 ? sample.mean - range[0] : range[1] - sample.mean;
  const double spread = error > 0 ? error : towards_even / interval;
  estimate.likelihood = 0.5 * std::erfc((0.5 - sample.mean) / (spread * std::sqrt(2.0)));
  return estimate;
}

SprtState sprt(const MatchScore& score, const SprtSettings& settings) {
  assert(settings.elo0 < settings.elo1);
  SprtState state;
  state.lower = std::log(settings.beta / (1 - settings.alpha));
  state.upper = std::log((1 - settings.beta) / settings.alpha);
  if (pair_count(score) == 0) return state;
  // What has not occurred yet may be rare, not impossible: without the half, the first pairs of a
  // sweep would have no variance and end the test.
  const Sample sample = sample_of(score.pairs, 0.5);
  const double share0 = expected_share(settings.elo0);
  const double share1 = expected_share(settings.elo1);
  state.ratio = sample.count * (share1 - share0) * (2 * sample.mean - share0 - share1) /
                (2 * sample.variance);
  if (state.ratio >= state.upper) state.verdict = SprtVerdict::accept_elo1;
  if (state.ratio <= state.lower) state.verdict = SprtVerdict::accept_elo0;
  return state;
}

}  // namespace yari
