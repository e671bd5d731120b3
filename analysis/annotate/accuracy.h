/// \file
/// The accuracy of a player, from chances to win.
#pragma once

#include <span>
#include <vector>

namespace yari {

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
