// Fits the coefficient of the win chance formula to how games of self-play ended.
//
//   yari_fit_chance yari SAMPLES...
//
// The coefficient is the one that makes the results most likely (logistic regression with one
// weight; a draw counts as half a win). Prints it and, by range of scores, what the formula
// expects beside what came about. Samples are those of yari_selfplay.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "analysis/training/samples.h"
#include "analysis/win_chance.h"
#include "rules/outcome.h"

namespace yari::training {
namespace {

struct Point {
  int score;
  double result;
};

/// 0..1.
double chance(int score, double coefficient) {
  return win_chance({score, false}, coefficient) / 100;
}

/// Newton's method on the log likelihood, which has one maximum.
double fit(const std::vector<Point>& points) {
  double coefficient = 0.001;
  for (int i = 0; i < 50; ++i) {
    double slope = 0;
    double curve = 0;
    for (const Point& p : points) {
      const double c = chance(p.score, coefficient);
      const double score = p.score;
      slope += score * (p.result - c);
      curve += score * score * c * (1 - c);
    }
    if (curve == 0) break;
    const double step = slope / curve;
    coefficient = std::max(coefficient / 10, coefficient + step);
    if (std::abs(step) < 1e-9) break;
  }
  return coefficient;
}

double log_loss(const std::vector<Point>& points, double coefficient) {
  double loss = 0;
  for (const Point& p : points) {
    const double c = std::clamp(chance(p.score, coefficient), 1e-9, 1 - 1e-9);
    loss -= p.result * std::log(c) + (1 - p.result) * std::log(1 - c);
  }
  return loss / static_cast<double>(points.size());
}

// Scores of both signs together: a result against is a result for at the score turned round.
void print_table(const std::vector<Point>& points, double coefficient) {
  constexpr std::array<double, 11> bounds{0, 50, 100, 200, 300, 450, 650, 1000, 1500, 2500, 1e9};
  std::printf("| score | positions | expected | came about |\n|---|---|---|---|\n");
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    double count = 0;
    double expected = 0;
    double actual = 0;
    for (const Point& p : points) {
      const int size = std::abs(p.score);
      if (size < bounds[i] || size >= bounds[i + 1]) continue;
      ++count;
      expected += chance(size, coefficient);
      actual += p.score >= 0 ? p.result : 1 - p.result;
    }
    if (count == 0) continue;
    std::printf("| %.0f%s | %.0f | %.1f %% | %.1f %% |\n", bounds[i],
                bounds[i + 1] > 1e8 ? " and more" : "", count, 100 * expected / count,
                100 * actual / count);
  }
}

template <class V>
int run(int count, char** files) {
  std::vector<Point> points;
  for (int i = 0; i < count; ++i) {
    read_samples<V>(files[i], [&](const Sample<V>& s) { points.push_back({s.score, s.result}); });
  }
  if (points.empty()) {
    std::fprintf(stderr, "yari_fit_chance: no samples\n");
    return 1;
  }
  const double coefficient = fit(points);
  std::printf("%zu positions: coefficient %.5f, log loss %.4f\n", points.size(), coefficient,
              log_loss(points, coefficient));
  print_table(points, coefficient);
  return 0;
}

}  // namespace
}  // namespace yari::training

int main(int count, char** arguments) {
  const auto variant = count > 2 ? yari::variant_named(arguments[1]) : std::nullopt;
  if (!variant) {
    std::fprintf(stderr, "usage: yari_fit_chance yari|shogi SAMPLES...\n");
    return 2;
  }
  return yari::with_variant(
      *variant, [&]<class V>(V) { return yari::training::run<V>(count - 2, arguments + 2); });
}
