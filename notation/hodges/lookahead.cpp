// Breadth first over the possible readings, one move text at a time.
#include "notation/hodges/lookahead.h"

#include <algorithm>

#include "notation/hodges/move_text.h"

namespace yari {

namespace {

constexpr std::size_t max_states = 64;
constexpr std::size_t bytes_per_unit = 64;

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
    meanings(s.at.position, text, s.at.has_last ? &s.at.last : nullptr, moves);
    for (const Move m : moves) {
      State<V> next = s;
      next.at.position.play(m);
      next.at.last = m.to();
      next.at.has_last = true;
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

// The next move text of the line; false at its end.
template <class V>
bool next_move(HodgesLexer& lexer, MoveText& move) {
  using Type = HodgesToken::Type;
  for (;;) {
    const HodgesToken t = lexer.next();
    switch (t.type) {
      case Type::move:
        return read_move_text<V>(t.text, move) == t.text.size();
      case Type::open:
        lexer.skip_variation();
        break;
      case Type::number:
      case Type::ellipsis:
      case Type::glyph:
      case Type::comment:
        break;
      case Type::stray:
        if (t.text == "." || t.text == ",") break;
        return false;
      default:
        return false;
    }
  }
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
LookAhead look_ahead(HodgesLexer lexer, const std::vector<Candidate<V>>& candidates,
                     bool stop_at_one, LookAheadBudget& budget) {
  LookAhead result;
  result.plies.assign(candidates.size(), 0);
  std::vector<State<V>> states, next;
  for (std::size_t i = 0; i < candidates.size(); ++i) states.push_back({candidates[i], i});
  MoveText text;
  for (int ply = 1; !(stop_at_one && has_one_root(states)); ++ply) {
    const std::size_t start = lexer.offset();
    if (!next_move<V>(lexer, text)) break;
    budget -=
        static_cast<LookAheadBudget>(states.size() + (lexer.offset() - start) / bytes_per_unit);
    if (budget < 0 || !step(states, text, next)) {
      result.gave_up = true;
      break;
    }
    if (next.empty()) break;
    states.swap(next);
    for (const State<V>& s : states) result.plies[s.root] = ply;
  }
  return result;
}

template LookAhead look_ahead(HodgesLexer, const std::vector<Candidate<YariShogi>>&, bool,
                              LookAheadBudget&);
template LookAhead look_ahead(HodgesLexer, const std::vector<Candidate<Shogi>>&, bool,
                              LookAheadBudget&);

}  // namespace yari
