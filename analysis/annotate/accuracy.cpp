// Accuracies of moves and games.
#include "analysis/annotate/accuracy.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace yari {

double move_accuracy(double before, double after) {
  if (after >= before) return 100;
  const double raw = 103.1668100711649 * std::exp(-0.04354415386753951 * (before - after));
  return std::clamp(raw - 3.166924740191411 + 1, 0.0, 100.0);
}

double game_accuracy(std::span<const double> accuracies, std::span<const double> weights) {
  assert(accuracies.size() == weights.size());
  if (accuracies.empty()) return 100;
  double weighted = 0;
  double weight = 0;
  double inverse = 0;
  for (std::size_t i = 0; i < accuracies.size(); ++i) {
    weighted += accuracies[i] * weights[i];
    weight += weights[i];
    inverse += 1 / std::max(1.0, accuracies[i]);
  }
  return (weighted / weight + static_cast<double>(accuracies.size()) / inverse) / 2;
}

std::vector<double> volatilities(std::span<const double> chances) {
  std::vector<double> result;
  if (chances.size() < 2) return result;
  const std::size_t moves = chances.size() - 1;
  const std::size_t window = std::min(std::clamp<std::size_t>(moves / 10, 2, 8), chances.size());
  for (std::size_t i = 1; i <= moves; ++i) {
    const std::size_t begin = i + 1 >= window ? i + 1 - window : 0;
    const std::span<const double> part = chances.subspan(begin, window);
    const double n = static_cast<double>(window);
    const double mean = std::accumulate(part.begin(), part.end(), 0.0) / n;
    double squares = 0;
    for (double c : part) squares += (c - mean) * (c - mean);
    result.push_back(std::clamp(std::sqrt(squares / n), 0.5, 12.0));
  }
  return result;
}

}  // namespace yari
