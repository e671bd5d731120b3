/// \file
/// What a match result says: Elo difference with its error, and the sequential probability ratio
/// test.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace yari {

/// Games of a match, from the first engine's view.
struct MatchScore {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  /// Pairs of games (same opening, colours reversed) by the points the first engine made in them:
  /// 0, 1/2, 1, 3/2, 2.
  std::array<int, 5> pairs{};
  /// The other games by their points: 0, 1/2, 1. Without pairs all games are others.
  std::array<int, 3> others{};

  int games() const { return wins + draws + losses; }
  /// Share of the points, 0..1. Requires: games() > 0.
  double share() const { return (wins + 0.5 * draws) / games(); }
  bool operator==(const MatchScore&) const = default;
};

/// A difference in Elo and its 95 % interval; +-infinity where only one side scored.
struct EloEstimate {
  double elo = 0;
  double low = 0;
  double high = 0;
  /// Probability that the first engine is the stronger one, 0..1.
  double likelihood = 0.5;
};

/// The share of points expected of a player who is `elo` stronger: 1 / (1 + 10^(-elo / 400)).
double expected_share(double elo);
/// The inverse; -infinity and +infinity for 0 and 1.
double elo_of_share(double share);

/// From all games; the two games of a pair count as one experiment, as they depend on each other.
///
/// The interval is that of a normal distribution, and at least as wide as Wilson's for games that
/// do not depend on each other where there are fewer than ten experiments, or where all ended
/// alike. Requires: score.games() > 0.
EloEstimate estimate_elo(const MatchScore& score);

/// "Is the first engine elo1 stronger, or only elo0?", wrong with probability alpha / beta.
struct SprtSettings {
  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;
  double beta = 0.05;
  bool operator==(const SprtSettings&) const = default;
};

enum class SprtVerdict : std::uint8_t { going_on, accept_elo0, accept_elo1 };

/// The test's state: the log likelihood ratio and the bounds at which it ends.
struct SprtState {
  double ratio = 0;
  double lower = 0;
  double upper = 0;
  SprtVerdict verdict = SprtVerdict::going_on;
};

/// Generalised SPRT on pairs: the ratio of the largest likelihoods that the five results of a pair
/// have under either hypothesis about their mean. Games without their pair do not count.
///
/// Source: M. Van den Bergh, "A practical introduction to the GSPRT" (2019), and "The generalized
/// maximum likelihood ratio for the expectation value of a distribution" (2020).
/// Requires: 0 < alpha, beta < 0.5 and elo0 < elo1.
SprtState sprt(const MatchScore& score, const SprtSettings& settings);

}  // namespace yari
