// Phases from captures and from pieces in the promotion zones.
#include "analysis/annotate/phase.h"

#include "rules/promotion.h"

namespace yari {
namespace {

constexpr int captures_of_opening = 4;
constexpr int invaders = 2;

template <class V>
bool is_endgame(const Position<V>& p) {
  for (Color c : both_colors) {
    const auto inside = p.pieces(c) & promotion_zone<V>(c);
    if (inside.count() >= invaders) return true;
  }
  return false;
}

}  // namespace

std::string_view name(Phase p) {
  constexpr std::array<std::string_view, phase_count> names{"opening", "middlegame", "endgame"};
  return names[static_cast<std::size_t>(p)];
}

template <class V>
Phase PhaseClock<V>::before(const Position<V>& p, Move move) {
  if (phase_ == Phase::opening && captures_ >= captures_of_opening) phase_ = Phase::middlegame;
  if (phase_ != Phase::endgame && is_endgame(p)) phase_ = Phase::endgame;
  captures_ += p.is_capture(move);
  return phase_;
}

template class PhaseClock<YariShogi>;
template class PhaseClock<Shogi>;

}  // namespace yari
