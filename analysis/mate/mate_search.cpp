#include "analysis/mate/mate_search.h"

#include <algorithm>

#include "analysis/engine/checking_moves.h"
#include "rules/zobrist.h"

namespace yari {
namespace {

constexpr std::uint32_t most_open = MateNumbers::unprovable - 1;

Key mixed(Key key) { return splitmix64(key); }

/// The key under which a search within `plies` keeps what it knows of a board.
Key table_key(Key board, int plies) {
  return plies == any_length ? board : board ^ mixed(static_cast<Key>(plies) + 1);
}

}  // namespace

template <class V>
MateSearch<V>::MateSearch(Color attacker, std::vector<Key> endings, MateTable& table,
                          MateBudget& budget)
    : table_(table),
      budget_(budget),
      attacker_(attacker),
      // Where a position ends the game with one hand, other hands say nothing about it.
      dominance_(endings.empty()),
      endings_(std::move(endings)) {
  std::sort(endings_.begin(), endings_.end());
  table_.use_dominance(dominance_);
}

template <class V>
MateKnowledge MateSearch<V>::search(const Position<V>& position, int plies) {
  path_.clear();
  const Found found = visit(position, plies, {MateNumbers::unprovable, MateNumbers::unprovable},
                            recall(position, plies).repeats);
  MateNumbers numbers = found.numbers;
  if (numbers.is_no_mate() && found.loop == cut_loop) numbers = MateNumbers();
  return {numbers, found.length, false, found.move};
}

template <class V>
MateKnowledge MateSearch<V>::recall(const Position<V>& position, int plies) const {
  MateKnowledge knowledge;
  const Identity id = identity_of(position);
  table_.find(table_key(id.board, plies), id.hand, knowledge);
  return knowledge;
}

template <class V>
typename MateSearch<V>::Found MateSearch<V>::visit(const Position<V>& position, int plies,
                                                   MateNumbers most, bool repeats) {
  if (path_.size() > max_path) return {MateNumbers::no_mate(), 0, cut_loop, Move::none()};
  budget_.spend();
  const std::uint64_t before = budget_.nodes();
  const bool attacking = position.side_to_move() == attacker_;
  const Identity id = identity_of(position);
  path_.push_back({id.board, id.hand, (path_.empty() ? 0 : path_.back().sum) + mixed(id.key)});
  std::vector<Child> children = children_of(position, plies);
  MateNumbers last;
  Choice choice;
  for (;;) {
    choice = choose(children, attacking);
    const MateNumbers& now = choice.found.numbers;
    if (now.proof >= most.proof || now.disproof >= most.disproof || budget_.spent()) break;
    last = now;
    Child& best = children[choice.best];
    Position<V> next = position;
    next.play(best.move);
    const int left = plies == any_length ? any_length : plies - 1;
    // Meanwhile it may have become known through another line.
    Child seen = best;
    recall(identity_of(next), left, seen);
    if (seen.found.numbers.is_known()) {
      best = seen;
    } else {
      best.found = visit(next, left, thresholds(choice, most, attacking), seen.repeats);
      best.repeats = seen.repeats;
    }
  }
  Found& found = choice.found;
  const int ply = static_cast<int>(path_.size()) - 1;
  if (found.loop >= ply) found.loop = no_loop;
  path_.pop_back();
  remember(position, plies, found, last, repeats, budget_.nodes() - before + 1);
  return found;
}

template <class V>
std::vector<typename MateSearch<V>::Child> MateSearch<V>::children_of(const Position<V>& position,
                                                                      int plies) const {
  MoveList moves;
  if (position.side_to_move() == attacker_) {
    checking_moves(position, moves);
  } else {
    moves = position.legal_moves();
  }
  std::vector<Child> children;
  children.reserve(static_cast<std::size_t>(moves.size()));
  const Key hands_key = position.hands_key();
  for (Move m : moves) children.push_back(look_at(position, hands_key, m, plies));
  return children;
}

/// What is known about a child before it is searched: the rules, the table, or a first guess.
template <class V>
typename MateSearch<V>::Child MateSearch<V>::look_at(const Position<V>& position, Key hands_key,
                                                     Move m, int plies) const {
  Child child{m, {}, false};
  const Identity id = identity_after(position, hands_key, m);
  if (ends_game(id.key)) {
    child.found.numbers = MateNumbers::no_mate();
    return child;
  }
  const int left = plies == any_length ? any_length : plies - 1;
  if (plies == any_length) {
    if (const int ply = repeated_ply(id); ply != no_loop) {
      child.found = {MateNumbers::no_mate(), 0, ply, Move::none()};
      return child;
    }
  }
  recall(id, left, child);
  const bool fresh = child.found.numbers.proof == 1 && child.found.numbers.disproof == 1;
  if (!fresh || position.side_to_move() != attacker_) return child;
  Position<V> next = position;
  next.play(m);
  const int defences = next.count_legal_moves();
  if (defences == 0) {
    child.found.numbers = MateNumbers::mate();
  } else if (left == 0) {
    child.found.numbers = MateNumbers::no_mate();
  } else {
    child.found.numbers.proof = static_cast<std::uint32_t>(defences);
  }
  return child;
}

template <class V>
void MateSearch<V>::recall(const Identity& id, int plies, Child& child) const {
  MateKnowledge known;
  if (!table_.find(table_key(id.board, plies), id.hand, known)) return;
  child.found = {known.numbers, known.length, no_loop, known.move};
  child.repeats = known.repeats;
  if (!known.repeats || known.numbers.is_known()) return;
  if (MateKnowledge here; table_.find(path_key(id.board), id.hand, here)) {
    child.found = {here.numbers, 0, here.length, Move::none()};
  }
}

/// The numbers of a node from those of its children, and the child to look at next.
///
/// The side to move needs one child that serves it (the smallest number counts) and the other
/// side all of them: the largest number and one for every other open child, for a sum would count
/// what several children share as often as they share it. Of the drops on one square only the first
/// open one counts: interpositions stand or fall together more often than not.
template <class V>
typename MateSearch<V>::Choice MateSearch<V>::choose(const std::vector<Child>& children,
                                                     bool attacking) const {
  Choice choice;
  Bitboard<V> dropped_on;
  std::uint32_t least = MateNumbers::unprovable;
  std::uint32_t largest = 0;
  int length = attacking ? no_loop : -1;
  int loop = attacking ? no_loop : cut_loop;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto& [move, found, repeats] = children[i];
    const std::uint32_t mine = attacking ? found.numbers.proof : found.numbers.disproof;
    const std::uint32_t theirs = attacking ? found.numbers.disproof : found.numbers.proof;
    if (found.numbers.is_mate()) {
      length = attacking ? std::min(length, found.length) : std::max(length, found.length);
    }
    if (found.numbers.is_no_mate()) {
      loop = attacking ? std::min(loop, found.loop) : std::max(loop, found.loop);
    }
    if (theirs == 0) continue;
    if (!attacking && mine != 0 && move.is_drop()) {
      if (dropped_on.has(move.to())) continue;
      dropped_on |= Bitboard<V>(move.to());
    }
    ++choice.open;
    largest = std::max(largest, theirs);
    if (mine < least) {
      choice.second = least;
      least = mine;
      choice.best = i;
    } else {
      choice.second = std::min(choice.second, mine);
    }
  }
  const std::uint32_t all = choice.open == 0 ? 0
                            : least == 0     ? MateNumbers::unprovable
                                             : std::min(largest + choice.open - 1, most_open);
  Found& found = choice.found;
  found.numbers = attacking ? MateNumbers{least, all} : MateNumbers{all, least};
  if (found.numbers.is_mate()) found.length = length + 1;
  if (found.numbers.is_no_mate()) found.loop = loop;
  if (!children.empty()) found.move = children[choice.best].move;
  return choice;
}

/// How far the best child may go before another one is better, or the node has had its share. A
/// quarter more than the second saves going back and forth (Pawlewicz and Lew 2007).
template <class V>
MateNumbers MateSearch<V>::thresholds(const Choice& choice, MateNumbers most,
                                      bool attacking) const {
  const std::uint32_t mine = attacking ? most.proof : most.disproof;
  const std::uint32_t theirs = attacking ? most.disproof : most.proof;
  const std::uint32_t second =
      std::min(choice.second + choice.second / 4 + 1, MateNumbers::unprovable);
  const std::uint32_t share =
      theirs >= MateNumbers::unprovable ? theirs : theirs - (choice.open - 1);
  const std::uint32_t until = std::min(mine, second);
  return attacking ? MateNumbers{until, share} : MateNumbers{share, until};
}

template <class V>
void MateSearch<V>::remember(const Position<V>& position, int plies, const Found& found,
                             MateNumbers last, bool repeats, std::uint64_t work) {
  const Identity id = identity_of(position);
  MateKnowledge knowledge{found.numbers, found.length, repeats, found.move};
  if (found.numbers.is_no_mate() && found.loop != no_loop) {
    if (found.loop != cut_loop) {
      table_.store(path_key(id.board), id.hand, {found.numbers, found.loop, false, found.move},
                   work);
    }
    // Along another path it is as open as it was before this one closed it.
    knowledge.numbers = last;
    knowledge.repeats = true;
  }
  table_.store(table_key(id.board, plies), id.hand, knowledge, work);
}

template <class V>
typename MateSearch<V>::Identity MateSearch<V>::identity_of(const Position<V>& position) const {
  return {position.key(), position.key() ^ position.hands_key(), position.hand(attacker_)};
}

template <class V>
typename MateSearch<V>::Identity MateSearch<V>::identity_after(const Position<V>& position,
                                                               Key hands_key, Move m) const {
  const Color mover = position.side_to_move();
  Hand hand = position.hand(mover);
  if (m.is_drop()) {
    hands_key ^= zobrist<V>.held_change(mover, m.dropped(), hand.count(m.dropped()), -1);
    hand.remove(m.dropped());
  } else if (const Piece captured = position.at(m.to()); !captured.empty()) {
    const Kind k = unpromoted(captured.kind());
    hands_key ^= zobrist<V>.held_change(mover, k, hand.count(k), 1);
    hand.add(k);
  }
  const Key key = position.key_after(m);
  return {key, key ^ hands_key, mover == attacker_ ? hand : position.hand(attacker_)};
}

/// The ply of the path with the same board and at least as much in the attacker's hand.
template <class V>
int MateSearch<V>::repeated_ply(const Identity& id) const {
  for (std::size_t i = path_.size(); i-- > 0;) {
    if (path_[i].board != id.board) continue;
    if (path_[i].hand == id.hand || (dominance_ && holds_at_least(path_[i].hand, id.hand))) {
      return static_cast<int>(i);
    }
  }
  return no_loop;
}

template <class V>
bool MateSearch<V>::ends_game(Key key) const {
  return !endings_.empty() && std::binary_search(endings_.begin(), endings_.end(), key);
}

/// The key for what holds of a board below the path alone.
template <class V>
Key MateSearch<V>::path_key(Key board) const {
  return board ^ mixed(path_.empty() ? 0 : path_.back().sum);
}

template class MateSearch<YariShogi>;
template class MateSearch<Shogi>;

}  // namespace yari
