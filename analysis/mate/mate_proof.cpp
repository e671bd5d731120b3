#include "analysis/mate/mate_proof.h"

#include <algorithm>

#include "analysis/engine/checking_moves.h"

namespace yari {

template <class V>
std::optional<int> MateProof<V>::attack(const Position<V>& position, int plies) {
  if (const std::optional<int> known = length_of(position); known && *known <= plies) return known;
  budget_.spend();
  if (plies < 1 || budget_.spent()) return std::nullopt;
  for (const auto& [length, move] : candidates(position, plies)) {
    if (const std::optional<int> mate = try_move(position, move, plies)) return mate;
  }
  const MateKnowledge found = search_.search(position, plies);
  if (!found.numbers.is_mate()) return std::nullopt;
  return try_move(position, found.move, plies);
}

/// The checks that the search knows to mate in time, the quickest first.
template <class V>
std::vector<std::pair<int, Move>> MateProof<V>::candidates(const Position<V>& position,
                                                           int plies) const {
  MoveList checks;
  checking_moves(position, checks);
  std::vector<std::pair<int, Move>> list;
  for (Move m : checks) {
    Position<V> next = position;
    next.play(m);
    if (!next.has_legal_move()) return {{0, m}};
    for (int within : {any_length, plies - 1}) {
      const MateKnowledge known = search_.recall(next, within);
      if (known.numbers.is_mate() && known.length < plies) list.emplace_back(known.length, m);
    }
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  return list;
}

template <class V>
std::optional<int> MateProof<V>::try_move(const Position<V>& position, Move m, int plies) {
  if (!position.is_legal(m) || !position.gives_check(m)) return std::nullopt;
  Position<V> next = position;
  next.play(m);
  if (search_.ends_game(next.key())) return std::nullopt;
  const std::optional<int> defence = defend(next, plies - 1);
  if (!defence) return std::nullopt;
  // The same position may have come up inside, with a shorter mate: a longer one in its place would
  // lead in a circle.
  Mate& known = mates_.try_emplace(position.key(), Mate{*defence + 1, m}).first->second;
  if (*defence + 1 < known.length) known = {*defence + 1, m};
  return known.length;
}

template <class V>
std::optional<int> MateProof<V>::defend(const Position<V>& position, int plies) {
  int longest = 0;
  for (Move m : position.legal_moves()) {
    Position<V> next = position;
    next.play(m);
    if (search_.ends_game(next.key())) return std::nullopt;
    const std::optional<int> mate = attack(next, plies - 1);
    if (!mate) return std::nullopt;
    longest = std::max(longest, *mate + 1);
  }
  return longest;
}

template <class V>
std::optional<int> MateProof<V>::length_of(const Position<V>& position) const {
  const auto found = mates_.find(position.key());
  if (found == mates_.end()) return std::nullopt;
  return found->second.length;
}

template <class V>
std::vector<Move> MateProof<V>::line(Position<V> position) const {
  std::vector<Move> moves;
  const auto play = [&](Move m) {
    moves.push_back(m);
    position.play(m);
  };
  for (;;) {
    play(mates_.at(position.key()).move);
    int longest = -1;
    Move best;
    for (Move m : position.legal_moves()) {
      if (const int length = mates_.at(position.key_after(m)).length; length > longest) {
        longest = length;
        best = m;
      }
    }
    if (longest < 0) return moves;
    play(best);
  }
}

template <class V>
std::optional<std::vector<Move>> MateProof<V>::exact_line(Position<V> position, int plies) {
  std::vector<Move> moves;
  for (;; plies -= 2) {
    if (!attack(position, plies)) return std::nullopt;
    moves.push_back(mates_.at(position.key()).move);
    position.play(moves.back());
    if (!position.has_legal_move()) return moves;
    // Some defence takes all the plies there are; which one, a search for less than that shows.
    bool found = false;
    for (Move m : position.legal_moves()) {
      Position<V> next = position;
      next.play(m);
      if (plies > 3 && search_.search(next, plies - 4).numbers.is_mate()) continue;
      if (budget_.spent()) return std::nullopt;
      moves.push_back(m);
      position = next;
      found = true;
      break;
    }
    if (!found) return std::nullopt;
  }
}

template class MateProof<YariShogi>;
template class MateProof<Shogi>;

}  // namespace yari
