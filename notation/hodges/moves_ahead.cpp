#include "notation/hodges/moves_ahead.h"

namespace yari {

namespace {

// The next move text of the line, and the token after it; null at the end of the line or of the
// budget.
template <class V>
const MoveText* next_move(const ScannedMoves& moves, std::size_t& i, LookAheadBudget& budget) {
  using Type = HodgesToken::Type;
  for (; i < moves.tokens.size() && budget > 0; ++i) {
    --budget;
    const HodgesToken& t = moves.tokens[i];
    switch (t.type) {
      case Type::move:
        ++i;
        return exists_in<V>(t.move) ? &t.move : nullptr;
      case Type::open:
        i = moves.end_of_variation(i);
        break;
      case Type::close:
      case Type::result:
      case Type::branch:
      case Type::word:
        return nullptr;
      case Type::stray:
        if (t.text != "." && t.text != ",") return nullptr;
        break;
      default:
        break;
    }
  }
  return nullptr;
}

}  // namespace

template <class V>
LookAhead look_ahead(const ScannedMoves& moves, std::size_t i,
                     const std::vector<PossibleStart<V>>& candidates, bool stop_at_one,
                     LookAheadBudget& budget, int most_plies) {
  return look_ahead(
      candidates, [&] { return next_move<V>(moves, i, budget); }, budget, stop_at_one, most_plies);
}

template <class V>
bool next_move_fits(const ScannedMoves& moves, std::size_t i, const Playback<V>& at) {
  constexpr std::size_t most_comments = 4;
  const std::size_t stop = std::min(i + most_comments, moves.tokens.size());
  while (i < stop && moves.tokens[i].type != HodgesToken::Type::move) ++i;
  if (i == stop || !exists_in<V>(moves.tokens[i].move)) return false;
  MoveList list;
  meanings(at.position(), moves.tokens[i].move, at.last_target(), list);
  return !list.empty();
}

#define YARI_INSTANTIATE(V)                                                                   \
  template LookAhead look_ahead(const ScannedMoves&, std::size_t,                             \
                                const std::vector<PossibleStart<V>>&, bool, LookAheadBudget&, \
                                int);                                                         \
  template bool next_move_fits(const ScannedMoves&, std::size_t, const Playback<V>&);
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

}  // namespace yari
