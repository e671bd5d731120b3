/// \file
/// The positions of a game's main line and what an engine said about them, within a budget.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/annotate/annotate.h"
#include "analysis/mate/mate.h"

namespace yari {

/// One position of the main line.
struct PositionAnalysis {
  /// Not scored until the rules, the mate solver or the engine has given a score.
  Analysis analysis{.lines = {}, .score = {}, .scored = false};
  /// The largest share of the limits that a search of it was given.
  double effort = 0;
  Color to_move = Color::black;
  int legal_moves = 0;
  /// Why the engine gave no score, where there is none.
  std::string unscored;
  /// The rules say what it is worth; nothing is left to analyse.
  bool settled = false;
  /// The mate solver has answered every move.
  bool lost = false;
  /// The general of both sides has reached its promotion zone, or that of one.
  std::array<bool, 2> entered{};
};

/// Analyses positions. Efforts and costs are shares of the limits: 1 is what the user asked
/// for.
///
/// Positions which the store calls shared are analysed in the same way whatever the game: with
/// all of the limits, without history and with an empty hash table. So it does not matter which
/// game comes first. All other analyses use one hash table for the game.
template <class V>
class GameAnalysis {
 public:
  GameAnalysis(const Game& game, Engine& engine, const Limits& limits, EvaluationStore* store,
               std::stop_token stop);

  const PositionAnalysis& at(int ply) const { return positions_[static_cast<std::size_t>(ply)]; }
  int last() const { return static_cast<int>(positions_.size()) - 1; }
  bool stopped() const { return stop_.stop_requested(); }
  /// What all analyses so far have cost, and what they may cost together.
  double spent() const { return spent_; }
  double budget() const { return budget_; }

  /// Analyses every position from the last to the first, with an empty hash table.
  void analyze_all(double effort, const AnnotateProgress& progress);
  /// Analyses a position again, if it was not given that much yet.
  void deepen(int ply, double effort);
  /// The best `lines` lines of a position; what is known about it stays as it is.
  Analysis analyze_lines(int ply, double effort, int lines);
  /// Lets the mate solver search a position without a known mate; a mate that it finds becomes the
  /// score.
  void solve_mate(int ply, double effort);
  /// Has the mate solver answer every move of a position; where each is met by a mate, the
  /// position is lost.
  void prove_loss(int ply, double effort);
  /// Whether the mate solver finds a mate that begins with another check than `move`; `effort` for
  /// each.
  bool mates_without(int ply, Move move, double effort);
  /// Throws EngineFailure where the engine gave no score of any position that it was asked about.
  void require_scores() const;
  /// Analyses a position for the best move but `move`. Requires: there are others.
  void analyze_without(int ply, Move move, double effort);

  int analysed() const { return analysed_; }
  int from_store() const { return from_store_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  void walk();
  void settle_end();
  void analyze_shared(int ply);
  struct Answer {
    /// Not scored where the engine's answer is of no use.
    Analysis analysis;
    /// Why it is of no use.
    std::string unscored;
  };
  Answer analyze(const GamePosition& position, const Limits& limits);
  /// An answer without a score replaces none that has one.
  void take(PositionAnalysis& to, Answer answer);
  MateResult solve(const GamePosition& position, double effort);
  /// The longest way to be mated where every move is met by a mate; else no value.
  /// Requires: the side to move has a legal move, or is mated.
  std::optional<ScoredLine> forced_loss(GamePosition position, double effort);
  PositionAnalysis& position(int ply) { return positions_[static_cast<std::size_t>(ply)]; }

  const Game& game_;
  Engine& engine_;
  Limits limits_;
  EvaluationStore* store_;
  std::stop_token stop_;
  std::unique_ptr<MateSolver> solver_;
  std::vector<PositionAnalysis> positions_;
  /// Positions of the start that other games share.
  std::vector<Position<V>> shared_;
  double spent_ = 0;
  double budget_ = 0;
  int analysed_ = 0;
  int from_store_ = 0;
  std::uint64_t nodes_ = 0;
};

/// The limits times `effort`, as far as they are nodes or time.
Limits scaled(const Limits& limits, double effort);

/// Whether `limits` has an amount that can be spent here more and there less.
inline bool is_divisible(const Limits& limits) {
  return limits.nodes > 0 || limits.time.count() > 0;
}

extern template class GameAnalysis<YariShogi>;
extern template class GameAnalysis<Shogi>;

}  // namespace yari
