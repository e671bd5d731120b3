// The steps are numbered as in Glickman's paper.
#include "db/tournament/glicko2.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace yari::tournament {

namespace {

constexpr double scale = 173.7178, center = 1500, largest_deviation = 350;

double g(double phi) {
  return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi));
}
double expected(double mu, double mu_j, double phi_j) {
  return 1 / (1 + std::exp(-g(phi_j) * (mu - mu_j)));
}

/// Step 5: the new volatility, by the Illinois algorithm.
double new_volatility(double delta, double phi, double v, double sigma, double tau) {
  constexpr double epsilon = 0.000001;
  const double a = std::log(sigma * sigma);
  const auto f = [&](double x) {
    const double e = std::exp(x), d = phi * phi + v + e;
    return e * (delta * delta - d) / (2 * d * d) - (x - a) / (tau * tau);
  };
  double low = a, high = 0;
  if (delta * delta > phi * phi + v) {
    high = std::log(delta * delta - phi * phi - v);
  } else {
    int k = 1;
    while (f(a - k * tau) < 0) ++k;
    high = a - k * tau;
  }
  double f_low = f(low), f_high = f(high);
  while (std::abs(high - low) > epsilon) {
    const double middle = low + (low - high) * f_low / (f_high - f_low);
    const double f_middle = f(middle);
    if (f_middle * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      f_low /= 2;
    }
    high = middle;
    f_high = f_middle;
  }
  return std::exp(low / 2);
}

}  // namespace

double expected_score(const Rating& player, const Rating& opponent) {
  return expected((player.rating - center) / scale, (opponent.rating - center) / scale,
                  opponent.deviation / scale);
}

Rating after_period(const Rating& before, const std::vector<RatedGame>& games, double tau) {
  const double mu = (before.rating - center) / scale, phi = before.deviation / scale;
  double information = 0, surplus = 0;  // steps 3 and 4
  for (const RatedGame& game : games) {
    const double mu_j = (game.opponent.rating - center) / scale;
    const double phi_j = game.opponent.deviation / scale;
    const double e = expected(mu, mu_j, phi_j), weight = g(phi_j);
    information += weight * weight * e * (1 - e);
    surplus += weight * (game.score - e);
  }
  Rating after = before;
  if (games.empty() || information == 0) {
    after.deviation = std::min(
        largest_deviation, scale * std::sqrt(phi * phi + before.volatility * before.volatility));
    return after;
  }
  const double v = 1 / information;
  after.volatility = new_volatility(v * surplus, phi, v, before.volatility, tau);
  const double phi_star = std::sqrt(phi * phi + after.volatility * after.volatility);  // step 6
  const double phi_new = 1 / std::sqrt(1 / (phi_star * phi_star) + information);       // step 7
  after.deviation = std::min(largest_deviation, scale * phi_new);
  after.rating = scale * (mu + phi_new * phi_new * surplus) + center;
  return after;
}

}  // namespace yari::tournament
