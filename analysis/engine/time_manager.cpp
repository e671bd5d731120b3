#include "analysis/engine/time_manager.h"

#include <algorithm>
#include <array>

namespace yari {
namespace {

/// Shares of the aim, by the iterations that the best move has held.
constexpr std::array shares{2.0, 1.6, 1.3, 1.1, 0.95, 0.8};
/// Added for a score that fell by `large_fall` centipawns or more, in proportion below.
constexpr double for_a_fall = 0.8;
constexpr int large_fall = 200;

}  // namespace

bool TimeManager::ends(Move best, int score, std::chrono::milliseconds elapsed) {
  if (aim_.count() == 0) return false;
  if (choices_ == 1) return true;
  held_ = best == best_ ? held_ + 1 : 0;
  const int fall = best_ ? std::clamp(score_ - score, 0, large_fall) : 0;
  best_ = best;
  score_ = score;
  const double share =
      shares[static_cast<std::size_t>(std::min(held_, static_cast<int>(shares.size()) - 1))] +
      for_a_fall * fall / large_fall;
  return static_cast<double>(elapsed.count()) >= share * static_cast<double>(aim_.count());
}

}  // namespace yari
