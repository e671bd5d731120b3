// The numbers that decide which positions are searched again.
#include "analysis/annotate/doubt.h"

#include <cmath>

#include "analysis/annotate/judge.h"
#include "analysis/engine/see.h"

namespace yari {
namespace {

/// Points by which a loss typically changes with a deeper search.
constexpr double usual_change = 6;
/// Where the engine would have played the same it may still have overlooked a better move.
constexpr double doubt_of_agreement = 0.05;
constexpr double doubt_of_decided = 0.001;
constexpr int sacrifice_worth = 500;

}  // namespace

double doubt(const JudgedMove& m, const AnnotateOptions& options) {
  if (is_decided(m, options)) return doubt_of_decided;
  if (agrees(m)) return doubt_of_agreement;
  const double away = (m.loss - options.mistake) / usual_change;
  return std::max(doubt_of_decided, std::exp(-away * away));
}

bool may_be_only_good(const JudgedMove& m, const AnnotateOptions& options) {
  return m.is_weighed() && agrees(m) && !m.better.empty() && !m.only_move && !m.book &&
         m.chance_after > options.decided && m.chance_before > options.mistake;
}

bool stands_alone(const Analysis& a, Move move, double points, const ChanceModel& chance) {
  if (a.lines.size() < 2 || a.best() != move) return false;
  return chance(a.lines[0].score, a.nodes) - chance(a.lines[1].score, a.nodes) >= points;
}

template <class V>
bool is_sacrifice(const Position<V>& p, Move m) {
  return !see_at_least(p, m, 1 - sacrifice_worth);
}

template bool is_sacrifice(const Position<YariShogi>&, Move);
template bool is_sacrifice(const Position<Shogi>&, Move);

}  // namespace yari
