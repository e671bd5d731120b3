#include "analysis/engine/time_manager.h"

#include <algorithm>

namespace yari {
namespace {

/// A best move that has held for five iterations or more needs the least time.
constexpr int long_held = 5;
constexpr int large_fall = 200;
/// The usual share of the nodes that the best move gets.
constexpr double usually_settled = 0.6;

}  // namespace

bool TimeManager::ends(Move best, int score, double settled, std::chrono::milliseconds elapsed) {
  if (aim_.count() == 0) return false;
  if (choices_ == 1) return true;
  held_ = best == best_ ? std::min(held_ + 1, long_held) : 0;
  const int fall = best_ ? std::clamp(score_ - score, 0, large_fall) : 0;
  best_ = best;
  score_ = score;
  // Most of the way from "changed" to "held" is gone after two iterations.
  const double way = static_cast<double>(held_ * (2 * long_held - held_)) / (long_held * long_held);
  double share = constants_.changed + (constants_.held - constants_.changed) * way;
  share += static_cast<double>(constants_.fall * fall) / large_fall;
  share *= 1 + constants_.unsettled / 100.0 * (usually_settled - settled);
  return static_cast<double>(elapsed.count()) >= share / 100 * static_cast<double>(aim_.count());
}

}  // namespace yari
