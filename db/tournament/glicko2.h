/// \file
/// Ratings by Glicko-2.
///
/// Method: M. E. Glickman, "Example of the Glicko-2 system" (2013), glicko.net/glicko/glicko2.pdf.
#pragma once

#include <vector>

namespace yari::tournament {

/// A player's strength as it is known.
struct Rating {
  double rating = 1500;
  /// One standard deviation: the strength lies in rating - 2 deviation .. rating + 2 deviation with
  /// 95 %.
  double deviation = 350;
  double volatility = 0.06;
};

/// A game of a rating period, from the player's view.
struct RatedGame {
  Rating opponent;
  /// 1, 1/2 or 0.
  double score = 0;
};

/// How fast volatility may change; Glickman names 0.3 to 1.2.
inline constexpr double usual_tau = 0.5;

/// The rating after a period; without games only the deviation grows.
Rating after_period(const Rating& before, const std::vector<RatedGame>& games,
                    double tau = usual_tau);

/// The expected score against the opponent, 0 to 1.
double expected_score(const Rating& player, const Rating& opponent);

}  // namespace yari::tournament
