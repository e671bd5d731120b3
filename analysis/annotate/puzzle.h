/// \file
/// Positions with one winning move, as problems to solve: checked by a deeper search and by the
/// mate solver.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "analysis/annotate/puzzle_theme.h"
#include "analysis/engine/engine.h"
#include "analysis/mate/mate.h"

namespace yari {

/// docs/annotation.md explains the defaults.
struct PuzzleOptions {
  /// Of each search of a position; several lines are always asked for.
  Limits limits{.depth = 0, .nodes = 200'000, .time = {}, .multipv = 2};
  /// Positions that each question to the mate solver may take.
  std::uint64_t mate_nodes = 100'000;
  /// The longest mate that is taken, in plies; 0: any puzzle.
  int mate_plies = 0;
  /// The solution leaves this chance to win, or more; every other move this one, or less.
  double winning = 85;
  double spoiled = 60;
  /// As in AnnotateOptions.
  double coefficient = 0;
  /// Plies of a solution that is no mate.
  int max_plies = 7;
};

/// A position whose side to move has one way to win.
struct Puzzle {
  Setup position;
  /// Moves of both sides; the solver's are the only good ones (the last move of a mate that takes
  /// several may have equals). An odd number.
  std::vector<Move> solution;
  /// The solution mates.
  bool mate = false;
  /// The solver's chance to win with the first move, and with the best of the others.
  double chance = 100;
  double next_best = 0;
  /// Nodes that a search takes until it has found the first move and keeps to it; those of the
  /// whole search when it does not find it.
  std::uint64_t nodes = 0;
  std::vector<PuzzleTheme> themes;
};

/// How hard a puzzle is for which a search needs `nodes` nodes: 1800 for 1,000, and 120 points more
/// for each doubling. Never negative.
int puzzle_rating(std::uint64_t nodes);

/// Makes puzzles of positions, one at a time.
class PuzzleMaker {
 public:
  PuzzleMaker(Engine& engine, const PuzzleOptions& options) : engine_(engine), options_(options) {}

  /// No value when the position has no single winning move, or a search could not decide within its
  /// limits, or the engine gave no score. The same position and options give the same answer.
  /// Throws EngineFailure.
  std::optional<Puzzle> make(const GamePosition& position, std::stop_token stop = {});
  /// The number of positions that the engine gave no score for, and the reason for the first.
  std::size_t unscored() const { return unscored_; }
  const std::string& why_unscored() const { return why_unscored_; }

 private:
  std::optional<Puzzle> make_mate(const GamePosition& position, std::stop_token stop);
  std::optional<Puzzle> make_win(const GamePosition& position, std::stop_token stop);
  bool mates_alone(const GamePosition& position, const std::vector<Move>& line,
                   std::stop_token stop);
  bool mates_with(GamePosition position, Move move, std::stop_token stop);
  std::uint64_t nodes_until(const GamePosition& position, Move move, std::stop_token stop);
  Analysis analyze(const GamePosition& position, const Limits& limits, std::stop_token stop,
                   const Progress& progress = {});

  Engine& engine_;
  PuzzleOptions options_;
  MateSolver solver_;
  std::size_t unscored_ = 0;
  std::string why_unscored_;
};

}  // namespace yari
