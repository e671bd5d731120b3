/// \file
/// Formulas that turn engine scores into chances to win and into the accuracy of a player.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/engine/engine.h"

namespace yari {

/// Chance of the side to move to win, 0..100: `100 / (1 + exp(-coefficient * centipawns))`.
///
/// A mate counts as certain. Formula: lichess.org, "Lichess accuracy metric".
double win_chance(Score score, double coefficient);

/// A score for the side to move and the nodes that it took, 0 where that is not known.
struct KnownScore {
  Score score;
  std::uint64_t nodes = 0;
};

/// How scores of one game become chances.
///
/// A search that goes deeper says the same louder: its scores are larger where a side is ahead. So
/// the coefficient falls with the effort, and chances of looks with unequal effort compare.
struct ChanceModel {
  /// For a score that took 10,000 nodes, or an unknown number.
  double coefficient = 0;
  /// The coefficient is divided by `(nodes / 10000) ^ growth`; 0: the same whatever the effort.
  double growth = 0;

  /// The chance of the side to move, 0..100.
  double operator()(Score score, std::uint64_t nodes) const;
  double operator()(const KnownScore& known) const { return (*this)(known.score, known.nodes); }
};

/// For engines that no coefficient was fitted to: the middle of what is usual for Shogi engines.
inline constexpr double usual_coefficient = 0.0012;

/// The model fitted to the built-in engine (docs/annotation.md), or, with a `coefficient` over 0,
/// that one for all scores.
ChanceModel chance_model(Variant v, double coefficient = 0);

/// How well a move kept the chance to win, 0..100: `103.1668 * ...`, see docs/annotation.md.
///
/// `before` and `after` are chances of the mover.
double move_accuracy(double before, double after);

/// The accuracy of one player over a game, 0..100: mean of the volatility-weighted mean and the
/// harmonic mean of the accuracies of the moves.
///
/// `weights` are the volatilities around each move. Requires: equal sizes. 100 for no moves.
double game_accuracy(std::span<const double> accuracies, std::span<const double> weights);

/// How much the chances swing around each move of a game: for every move the standard deviation in
/// a window of the chances before and after it, 0.5..12.
///
/// `chances` holds the chance of one fixed side before every move and after the last one; the
/// result has one element fewer.
std::vector<double> volatilities(std::span<const double> chances);

}  // namespace yari
