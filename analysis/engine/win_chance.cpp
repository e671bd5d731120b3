// Win chances and accuracies.
#include "analysis/engine/win_chance.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "analysis/engine/networks/chances.h"

namespace yari {

namespace {

struct KnownEngine {
  /// How its name begins.
  std::string_view name;
  double coefficient;
};
// ShogiHome draws the scores of YaneuraOu's networks as 100 / (1 + exp(-cp / 600)).
constexpr KnownEngine known_engines[] = {{"YaneuraOu", 1.0 / 600}};

}  // namespace

double win_chance(Score score, double coefficient) {
  if (score.mate) return score.value > 0 ? 100 : 0;
  return 100 / (1 + std::exp(-coefficient * score.value));
}

double ChanceModel::operator()(Score score, std::uint64_t nodes) const {
  // Fewer are not a search any more.
  constexpr std::uint64_t fewest = 100;
  if (growth == 0 || nodes == 0) return win_chance(score, coefficient);
  const double effort = static_cast<double>(std::max(nodes, fewest)) / 10'000;
  return win_chance(score, coefficient / std::pow(effort, growth));
}

ChanceModel network_chances(Variant v) {
  return v == Variant::yari ? fitted_to_yari.chances : fitted_to_shogi.chances;
}

ChanceModel chance_model(Variant v, std::string_view engine, double coefficient) {
  if (coefficient > 0) return {coefficient, 0};
  if (engine.empty() || engine.starts_with("Yaribase")) return network_chances(v);
  const auto row = std::ranges::find_if(
      known_engines, [&](const KnownEngine& known) { return engine.starts_with(known.name); });
  return {row == std::end(known_engines) ? usual_coefficient : row->coefficient, 0};
}

}  // namespace yari
