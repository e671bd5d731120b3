/// \file
/// Where we are in a game that is being read or written: the line played so far and its position.
#pragma once

#include <cassert>
#include <vector>

#include "rules/game.h"
#include "rules/position.h"

namespace yari {

/// A line of play that can go back and branch off, in both ways that formats know: to a ply of the
/// line before ("variation from move 12"), and into a variation of the last move and out again.
///
/// Positions are kept for every 32nd ply; going back replays the rest.
template <class V>
class Playback {
 public:
  explicit Playback(const Position<V>& start) : kept_{start}, now_(start) {}

  /// The position after the last move.
  const Position<V>& position() const { return now_; }
  /// Moves from the start position to here.
  int ply() const { return static_cast<int>(line_.size()); }
  NodeId node() const { return line_.empty() ? root_node : line_.back().node; }
  /// Where the last move ended; null before the first.
  const Square* last_target() const { return line_.empty() ? nullptr : &last_target_; }

  /// Requires: position().is_legal(m).
  void play(NodeId node, Move m) {
    now_.play(m);
    add({node, m});
  }

  /// Back to `ply` moves after the start. Requires: 0 <= ply <= this->ply().
  void go_back(int ply) {
    assert(ply >= 0 && ply <= this->ply());
    const auto plies = static_cast<std::size_t>(ply);
    line_.resize(plies, Step{});
    kept_.resize(plies / every + 1, kept_[0]);
    now_ = kept_.back();
    for (std::size_t i = plies / every * every; i < plies; ++i) now_.play(line_[i].move);
    if (plies > 0) last_target_ = line_.back().move.to();
  }

  /// Goes to the position before the last move, to play another in its place.
  /// Requires: ply() > 0, and more than at the last begin_variation().
  void begin_variation() {
    assert(ply() > 0);
    outer_.push_back({line_.back(), ply(), now_});
    go_back(ply() - 1);
  }
  /// Back to where begin_variation() was called. Requires: variations() > 0.
  void end_variation() {
    assert(!outer_.empty());
    const Outer& outer = outer_.back();
    const auto before = static_cast<std::size_t>(outer.ply - 1);
    line_.resize(before, Step{});
    kept_.resize(before / every + 1, kept_[0]);
    now_ = outer.now;
    add(outer.last);
    outer_.pop_back();
  }
  /// How many variations are open.
  std::size_t variations() const { return outer_.size(); }
  /// A move was played since the innermost open variation began (or since the start).
  bool has_move() const { return ply() > (outer_.empty() ? 0 : outer_.back().ply - 1); }

 private:
  struct Step {
    NodeId node = root_node;
    Move move = Move::none();
  };
  struct Outer {
    Step last;
    int ply;
    Position<V> now;
  };

  // Requires: the move is played in now_.
  void add(Step step) {
    line_.push_back(step);
    last_target_ = step.move.to();
    if (line_.size() % every == 0) kept_.push_back(now_);
  }

  static constexpr std::size_t every = 32;
  std::vector<Step> line_;
  std::vector<Position<V>> kept_;
  std::vector<Outer> outer_;
  Position<V> now_;
  Square last_target_{};
};

}  // namespace yari
