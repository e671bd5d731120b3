/// \file
/// Where we are in a game that is being read or written: the line played so far and its position.
#pragma once

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

#include "record/game.h"
#include "rules/position.h"

namespace yari {

/// A line of play that can go back and branch off, in both ways that formats know: to a ply of the
/// line before ("variation from move 12"), and into a variation of the last move and out again.
///
/// Going back replays the line up to there, and keeps the position of every 32nd ply for the next
/// time.
template <class V>
class Playback {
 public:
  explicit Playback(const Position<V>& start) : kept_{start}, now_(start) {
    constexpr std::size_t usual_plies = 256;
    line_.reserve(usual_plies);
  }

  const Position<V>& start() const { return kept_[0]; }
  /// The position after the last move.
  const Position<V>& position() const { return now_; }
  /// Moves from the start position to here.
  int ply() const { return static_cast<int>(line_.size()); }
  NodeId node() const { return line_.empty() ? root_node : line_.back().node; }
  /// Where the last move ended; no value before the first.
  std::optional<Square> last_target() const {
    return line_.empty() ? std::nullopt : std::optional(line_.back().move.to());
  }

  /// Of the line played so far. Requires: 0 < number <= ply().
  Move move_at(int number) const { return line_[static_cast<std::size_t>(number) - 1].move; }

  /// Requires: position().is_legal(m).
  void play(NodeId node, Move m) {
    now_.play(m);
    line_.push_back({node, m});
  }

  /// Back to `ply` moves after the start. Requires: 0 <= ply <= this->ply().
  void go_back(int ply) {
    assert(ply >= 0 && ply <= this->ply());
    cut_line(static_cast<std::size_t>(ply));
    now_ = kept_.back();
    for (std::size_t i = (kept_.size() - 1) * every; i < line_.size(); ++i) {
      now_.play(line_[i].move);
      if ((i + 1) % every == 0) kept_.push_back(now_);
    }
  }

  /// Goes to the end of `line`, nodes and moves from the start position; what it shares with the
  /// line played so far is not played again. Requires: no variation is open.
  void go_to(const std::vector<std::pair<NodeId, Move>>& line) {
    assert(outer_.empty());
    std::size_t same = 0;
    while (same < line.size() && same < line_.size() && line[same].first == line_[same].node)
      ++same;
    go_back(static_cast<int>(same));
    for (; same < line.size(); ++same) play(line[same].first, line[same].second);
  }

  /// Goes to the position before the last move, to play another in its place.
  /// Requires: ply() > 0, and more than at the last begin_variation().
  void begin_variation() {
    assert(ply() > 0);
    outer_.push_back({line_.back(), ply(), now_});
    go_back(ply() - 1);
  }
  /// Stays at the position after the last move, to play on from there for a while.
  void begin_continuation() { outer_.push_back({std::nullopt, ply(), now_}); }
  /// Back to where begin_variation() or begin_continuation() was called. Requires: variations() >
  /// 0.
  void end_variation() {
    assert(!outer_.empty());
    const Outer& outer = outer_.back();
    cut_line(static_cast<std::size_t>(outer.begin()));
    now_ = outer.now;
    if (outer.last) line_.push_back(*outer.last);
    outer_.pop_back();
  }
  /// How many variations are open.
  std::size_t variations() const { return outer_.size(); }
  /// A move was played since the innermost open variation began (or since the start).
  bool has_move() const { return ply() > (outer_.empty() ? 0 : outer_.back().begin()); }

 private:
  struct Step {
    NodeId node = root_node;
    Move move = Move::none();
  };
  struct Outer {
    /// The move that the variation replaces; none where it goes on from the last one.
    std::optional<Step> last;
    int ply;
    Position<V> now;
    int begin() const { return last ? ply - 1 : ply; }
  };

  // The positions that are kept of the line that goes are of no use for another.
  void cut_line(std::size_t plies) {
    line_.resize(plies, Step{});
    kept_.resize(std::min(kept_.size(), plies / every + 1), kept_[0]);
  }

  static constexpr std::size_t every = 32;
  std::vector<Step> line_;
  std::vector<Position<V>> kept_;
  std::vector<Outer> outer_;
  Position<V> now_;
};

}  // namespace yari
