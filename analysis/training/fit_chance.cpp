// Fits the model of the win chance to how games of self-play ended.
//
//   yari_fit_chance yari COUNT NODES DEEPER SAMPLES...
//
// Analyses COUNT positions, drawn from the samples of yari_selfplay, with NODES each. The
// coefficient is the one that makes the results of their games most likely (logistic regression
// with one weight; a draw counts as half a win); proven mates are left out. Prints it and, by range
// of scores, what the formula expects beside what came about. Where DEEPER is over NODES, the same
// positions are analysed with DEEPER too: the growth is the one with which the scores of NODES
// foretell best the chances that DEEPER finds.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/builtin.h"
#include "analysis/engine/fit_chances.h"
#include "analysis/engine/win_chance.h"
#include "analysis/training/sample_files.h"
#include "rules/outcome.h"

namespace yari::training {
namespace {

/// 0..1.
double chance(int score, double coefficient) {
  return win_chance({score, false}, coefficient) / 100;
}

// Scores of both signs together: a result against is a result for at the score turned round.
void print_table(const std::vector<ScoredResult>& points, double coefficient) {
  constexpr std::array<double, 11> bounds{0, 50, 100, 200, 300, 450, 650, 1000, 1500, 2500, 1e9};
  std::printf("| score | positions | expected | came about |\n|---|---|---|---|\n");
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    double count = 0;
    double expected = 0;
    double actual = 0;
    for (const ScoredResult& p : points) {
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

/// The first of them, as they come in random order.
std::vector<SampleValues> draw_samples(const std::vector<std::string>& files, std::size_t count) {
  SampleStream stream(files, SamplePart::training, 1);
  std::vector<SampleValues> drawn;
  while (drawn.size() < count) {
    const std::optional<SampleValues> sample = stream.next();
    if (!sample) break;
    drawn.push_back(*sample);
  }
  return drawn;
}

struct Effort {
  std::uint64_t nodes;
  std::uint64_t deeper;
};

template <class V>
void run(const std::vector<SampleValues>& samples, const Effort& effort) {
  BuiltinEngine engine({.hash_mib = 32});
  std::vector<ScoredResult> results;
  std::vector<ScoredResult> forecasts;
  for (const SampleValues& sample : samples) {
    engine.new_game();
    const GamePosition position{sample.position, {}, RuleSet::standard};
    const Score score = engine.analyze(position, {.nodes = effort.nodes}).score;
    if (score.mate) continue;
    results.push_back({score.value, 0.5 * sample.half_points});
    if (effort.deeper <= effort.nodes) continue;
    const Analysis later = engine.analyze(position, {.nodes = effort.deeper});
    forecasts.push_back({score.value, network_chances(V::info.variant)(later.score, 0) / 100});
  }
  const double coefficient = fit_coefficient(results).coefficient;
  std::printf("%zu positions: coefficient %.5f\n", results.size(), coefficient);
  print_table(results, coefficient);
  if (forecasts.empty()) return;
  const double more = static_cast<double>(effort.deeper) / static_cast<double>(effort.nodes);
  const double ratio =
      fit_coefficient(forecasts).coefficient / network_chances(V::info.variant).coefficient;
  std::printf("growth %.3f\n", std::log(ratio) / std::log(more));
}

}  // namespace
}  // namespace yari::training

int main(int count, char** arguments) {
  using namespace yari;
  const auto variant = count > 5 ? variant_named(arguments[1]) : std::nullopt;
  if (!variant) {
    std::fprintf(stderr, "usage: yari_fit_chance yari|shogi COUNT NODES DEEPER SAMPLES...\n");
    return 2;
  }
  return with_variant(*variant, [&]<class V>(V) {
    const auto samples =
        training::draw_samples({arguments + 5, arguments + count}, std::stoull(arguments[2]));
    if (samples.empty()) {
      std::fprintf(stderr, "yari_fit_chance: no samples\n");
      return 1;
    }
    training::run<V>(samples, {std::stoull(arguments[3]), std::stoull(arguments[4])});
    return 0;
  });
}
