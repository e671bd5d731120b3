/// \file
/// A line of play that can go back and branch off.
#pragma once

#include <vector>

#include "rules/game.h"
#include "rules/position.h"

namespace yari {

/// The line that the last moves belong to, as formats need it whose variations say "from move N".
///
/// Positions are kept for every 32nd ply alone.
template <class V>
class Path {
 public:
  explicit Path(const Position<V>& start) : kept_{start}, now_(start) {}

  const Position<V>& position() const { return now_; }
  std::size_t plies() const { return nodes_.size(); }
  NodeId node() const { return nodes_.empty() ? root_node : nodes_.back(); }
  const Square* last_target() const { return nodes_.empty() ? nullptr : &last_; }

  void play(NodeId node, Move m) {
    nodes_.push_back(node);
    last_ = m.to();
    now_.play(m);
    if (nodes_.size() % every == 0) kept_.push_back(now_);
  }

  /// Requires: plies <= this->plies().
  void go_back(std::size_t plies, const MoveTree& moves) {
    nodes_.resize(plies);
    kept_.resize(plies / every + 1, kept_[0]);
    now_ = kept_.back();
    for (std::size_t i = plies / every * every; i < plies; ++i) now_.play(moves.move(nodes_[i]));
    if (plies > 0) last_ = moves.move(nodes_.back()).to();
  }

 private:
  static constexpr std::size_t every = 32;
  std::vector<NodeId> nodes_;
  std::vector<Position<V>> kept_;
  Position<V> now_;
  Square last_{};
};

}  // namespace yari
