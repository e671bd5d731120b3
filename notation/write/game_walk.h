/// \file
/// The one walk through a game's tree of moves; writers are its sinks. Nothing about it is
/// recursive.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "notation/moves/playback.h"
#include "record/game.h"

namespace yari {

/// Where a walk stands: the line to here and the thinking time that its moves took.
template <class V>
class WalkedLine {
 public:
  WalkedLine(const Position<V>& start, const MoveTree& moves)
      : playback_(start), moves_(moves), spent_(1) {}

  const Position<V>& position() const { return playback_.position(); }
  int ply() const { return playback_.ply(); }
  std::optional<Square> last_target() const { return playback_.last_target(); }
  /// Seconds that `side` has spent on the moves of this line, each rounded down.
  std::uint64_t spent_seconds(Color side) const { return spent_.back()[side]; }

  void play(NodeId n) {
    spent_.push_back(spent_.back());
    if (const Note* note = moves_.note(n))
      spent_.back()[position().side_to_move()] += note->spent_ms.value_or(0) / 1000;
    playback_.play(n, moves_.move(n));
  }
  void go_back(int ply) {
    playback_.go_back(ply);
    spent_.resize(static_cast<std::size_t>(ply) + 1);
  }
  void begin_variation() {
    outer_.push_back(spent_.back());
    playback_.begin_variation();
    spent_.pop_back();
  }
  void begin_continuation() {
    outer_.push_back(spent_.back());
    playback_.begin_continuation();
  }
  void end_variation() {
    playback_.end_variation();
    spent_.resize(static_cast<std::size_t>(ply()));
    spent_.push_back(outer_.back());
    outer_.pop_back();
  }

 private:
  Playback<V> playback_;
  const MoveTree& moves_;
  /// By ply.
  std::vector<ByColor<std::uint64_t>> spent_;
  std::vector<ByColor<std::uint64_t>> outer_;
};

/// Walks so that the variations of a move follow it before its line goes on, as Hodges and JKF
/// write them.
///
/// Calls on `sink`, in this order: `start(line)`; for each move `move(node, line)` before it is
/// played and `played(node, line)` after it; then for each variation of it
/// `begin_variation(node, line)` with the variation's first move and the position before it, its
/// moves, and `end_variation(line)`. At the end of the main line comes `ending(line)`, then the
/// variations in its place, and at the very end `end(line)`. Requires: V is the game's variant and
/// its start a legal position, here and below.
template <class V, class Sink>
void walk_nested(const Game& game, Sink& sink) {
  struct Frame {
    NodeId next;
    NodeId variation;
  };
  const MoveTree& moves = game.moves;
  WalkedLine<V> line(*Position<V>::from(game.start), moves);
  sink.start(line);
  std::vector<Frame> stack{{moves.first_child(root_node), no_node}};
  bool ended = false;
  for (;;) {
    Frame& f = stack.back();
    if (f.variation != no_node) {
      const NodeId first = f.variation;
      f.variation = moves.next_sibling(first);
      stack.size() == 1 && ended ? line.begin_continuation() : line.begin_variation();
      sink.begin_variation(first, line);
      stack.push_back({first, no_node});
    } else if (f.next != no_node) {
      const NodeId n = f.next;
      sink.move(n, line);
      line.play(n);
      sink.played(n, line);
      f.variation = moves.is_main(n) ? moves.next_sibling(n) : no_node;
      f.next = moves.first_child(n);
    } else if (stack.size() == 1 && !ended) {
      ended = true;
      sink.ending(line);
      if (const auto end = moves.ended_at()) f.variation = moves.any_child(*end);
    } else if (stack.size() == 1) {
      return sink.end(line);
    } else {
      stack.pop_back();
      sink.end_variation(line);
      line.end_variation();
    }
  }
}

/// Walks line by line, as KIF and USEN write: the main line first, then the variations, each of
/// which goes back into the line written just before it; falling plies, the variations of one move
/// in order, those in the place of the ending first.
///
/// Calls on `sink`: `start(line)`; `move` and `played` as above; `end(line)` at the end of the
/// main line; before each variation `begin_line(node, line)` with its first move and the position
/// before it, and after it `end_line(line)`.
template <class V, class Sink>
void walk_lines(const Game& game, Sink& sink) {
  struct Branch {
    NodeId node;
    int ply;
  };
  const MoveTree& moves = game.moves;
  WalkedLine<V> line(*Position<V>::from(game.start), moves);
  sink.start(line);
  std::vector<Branch> branches, found;
  const std::optional<NodeId> ended = moves.ended_at();
  const auto add_variations = [&](NodeId n) {
    for (; n != no_node; n = moves.next_sibling(n)) found.push_back({n, line.ply()});
  };
  const auto walk_line = [&](NodeId first) {
    found.clear();
    if (first == no_node && ended) add_variations(moves.any_child(*ended));
    for (NodeId n = first; n != no_node; n = moves.first_child(n)) {
      if (moves.is_main(n)) add_variations(moves.next_sibling(n));
      sink.move(n, line);
      line.play(n);
      sink.played(n, line);
      if (n == ended) add_variations(moves.any_child(n));
    }
    // Taken from the back: the last ply first, and its variations in order.
    std::stable_sort(found.begin(), found.end(),
                     [](const Branch& a, const Branch& b) { return a.ply > b.ply; });
    branches.insert(branches.end(), found.rbegin(), found.rend());
  };
  walk_line(moves.first_child(root_node));
  sink.end(line);
  while (!branches.empty()) {
    const Branch b = branches.back();
    branches.pop_back();
    line.go_back(b.ply);
    sink.begin_line(b.node, line);
    walk_line(b.node);
    sink.end_line(line);
  }
}

}  // namespace yari
