// Breadth first over the possible readings, one move text at a time.
#include "notation/hodges/lookahead.h"

#include <algorithm>

namespace yari {

namespace {

constexpr std::size_t max_states = 64;

template <class V>
struct State {
  Candidate<V> at;
  std::size_t root;
};

template <class V>
bool already_there(const std::vector<State<V>>& states, const State<V>& s) {
  return std::any_of(states.begin(), states.end(), [&s](const State<V>& other) {
    return other.root == s.root && other.at.position.key() == s.at.position.key();
  });
}

// Every state after `text`; false when there are too many.
template <class V>
bool step(const std::vector<State<V>>& from, const MoveText& text, std::vector<State<V>>& to) {
  to.clear();
  for (const State<V>& s : from) {
    MoveList moves;
    meanings(s.at.position, text, s.at.last, moves);
    for (const Move m : moves) {
      State<V> next = s;
      next.at.position.play(m);
      next.at.last = m.to();
      if (already_there(to, next)) continue;
      if (to.size() == max_states) return false;
      to.push_back(next);
    }
  }
  return true;
}

template <class V>
bool has_one_root(const std::vector<State<V>>& states) {
  return std::all_of(states.begin(), states.end(),
                     [&](const State<V>& s) { return s.root == states[0].root; });
}

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

std::vector<std::size_t> LookAhead::best() const {
  const int most = *std::max_element(plies.begin(), plies.end());
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < plies.size(); ++i) {
    if (plies[i] == most) list.push_back(i);
  }
  return list;
}

template <class V>
LookAhead look_ahead(const ScannedMoves& moves, std::size_t i,
                     const std::vector<Candidate<V>>& candidates, bool stop_at_one,
                     LookAheadBudget& budget, int most_plies) {
  LookAhead result;
  result.plies.assign(candidates.size(), 0);
  std::vector<State<V>> states, next;
  for (std::size_t n = 0; n < candidates.size(); ++n) states.push_back({candidates[n], n});
  for (int ply = 1; ply <= most_plies && !(stop_at_one && has_one_root(states)); ++ply) {
    const MoveText* text = next_move<V>(moves, i, budget);
    budget -= static_cast<LookAheadBudget>(states.size());
    if (budget <= 0 || (text && !step(states, *text, next))) {
      result.gave_up = true;
      break;
    }
    if (!text || next.empty()) break;
    states.swap(next);
    for (const State<V>& s : states) result.plies[s.root] = ply;
  }
  return result;
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

#define YARI_INSTANTIATE(V)                                                                     \
  template LookAhead look_ahead(const ScannedMoves&, std::size_t,                               \
                                const std::vector<Candidate<V>>&, bool, LookAheadBudget&, int); \
  template bool next_move_fits(const ScannedMoves&, std::size_t, const Playback<V>&);
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

}  // namespace yari
