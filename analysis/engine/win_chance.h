/// \file
/// Formulas that turn engine scores into chances to win. They belong to the engine.
#pragma once

#include <cstdint>
#include <string_view>

#include "analysis/engine/engine.h"

namespace yari {

/// Chance of the side to move to win, 0..100: `100 / (1 + exp(-coefficient * centipawns))`.
///
/// A mate counts as certain. Formula: lichess.org, "Lichess accuracy metric".
double win_chance(Score score, double coefficient);

/// A score for the side to move, and the chance to win that it stands for, 0..100.
struct WeighedScore {
  Score score;
  double chance = 50;
};

/// How scores of one engine become chances.
///
/// A search that goes deeper says the same louder: its scores are larger where a side is ahead. So
/// the coefficient falls with the effort, and chances of searches with unequal effort can be
/// compared.
struct ChanceModel {
  /// For a score that took 10,000 nodes, or an unknown number.
  double coefficient = 0;
  /// The coefficient is divided by `(nodes / 10000) ^ growth`; 0: the same whatever the effort.
  double growth = 0;

  /// The chance of the side to move, 0..100, for a score that took `nodes`; 0: not known.
  double operator()(Score score, std::uint64_t nodes) const;
  WeighedScore weigh(Score score, std::uint64_t nodes) const {
    return {score, (*this)(score, nodes)};
  }
};

/// For engines that no coefficient was fitted to: the middle of what is usual for Shogi engines.
inline constexpr double usual_coefficient = 0.0012;

/// The chances of the network that the program ships with for this game, fitted to it
/// (docs/annotation.md).
ChanceModel network_chances(Variant v);

/// What the scores of an engine mean, by its name as records keep it: network_chances of the
/// built-in engine, and where the name is empty; what is known about another engine by the
/// beginning of its name; else usual_coefficient. With a `coefficient` over 0, that one for all
/// scores.
ChanceModel chance_model(Variant v, std::string_view engine, double coefficient = 0);

}  // namespace yari
