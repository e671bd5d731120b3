/// \file
/// The interface of every engine: a position with its history and limits go in, scored
/// lines come out.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "record/game.h"
#include "rules/move.h"
#include "rules/outcome.h"
#include "rules/setup.h"

namespace yari {

/// A position with its history: a start, the moves that led on from it, and the rules on
/// repetition.
///
/// Requires, wherever one is passed: `start` is valid and every move is legal where it is played.
struct GamePosition {
  Setup start;
  std::vector<Move> moves;
  RuleSet rules = RuleSet::standard;
};

/// The position of a game before its main line's ply `ply` (0: the start).
/// Requires: 0 <= ply <= game.moves.main_plies().
GamePosition position_at(const Game& game, int ply);

/// The side to move after the last of the moves.
Color side_to_move(const GamePosition& position);

/// When an analysis ends: at whichever bound is met first; 0 means no bound.
///
/// With no bound at all an engine works until it is stopped or knows the mate.
struct Limits {
  int depth = 0;                      ///< plies of the iterative deepening
  std::uint64_t nodes = 0;            ///< positions searched; exact at one thread
  std::chrono::milliseconds time{0};  ///< wall clock
  /// Wall clock that a move with a clock should take on average: the built-in engine ends earlier
  /// or later, as the best move holds or changes. Of clocks alone: describe() leaves it out.
  std::chrono::milliseconds aim{0};
  int multipv = 1;  ///< lines wanted, 1 or more
  /// The only moves to consider first, each of them legal; empty: all legal moves.
  std::vector<Move> root_moves{};

  bool unbounded() const {
    return depth == 0 && nodes == 0 && time.count() == 0 && aim.count() == 0;
  }
  bool operator==(const Limits&) const = default;
};

/// "nodes 20000", "depth 8 multipv 3": for keys of stored evaluations and for people.
std::string describe(const Limits& limits);
/// The limits that `describe` made a text of; no value for any other text.
std::optional<Limits> read_limits(std::string_view text);
/// Whether an analysis under `stored` serves who wants one under `wanted`: as many lines, the same
/// moves considered, and nothing ended it that would not have ended the other one as early.
bool serves(const Limits& stored, const Limits& wanted);

/// What a position is worth to the side to move.
struct Score {
  /// Centipawns; with `mate`, plies to mate: positive when the side to move mates, negative when it
  /// is mated. A mated position is `mate` with value 0.
  int value = 0;
  bool mate = false;

  /// True when the side to move mates or has a mate; false for a mated position.
  bool wins_by_mate() const { return mate && value > 0; }
  bool loses_by_mate() const { return mate && value <= 0; }
  bool operator==(const Score&) const = default;
};

/// One way to go on, and what it is worth.
struct ScoredLine {
  Score score;
  /// Plies searched; 0 when the search was stopped before it finished the first.
  int depth = 0;
  /// The moves, the first of them the move recommended. Every one is legal where it is played.
  std::vector<Move> pv;
};

/// What an engine found out about a position.
struct Analysis {
  /// Best first; empty when there is no legal move (the game is over by mate or stalemate), or when
  /// the engine resigned or claimed the win instead of naming a move.
  std::vector<ScoredLine> lines;
  /// What the position is worth, also where there is no line.
  Score score;
  /// False: the engine named a move and no score, so every score here means nothing. It is never to
  /// be shown, stored or judged by.
  bool scored = true;
  int depth = 0;
  int selective_depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
  /// How full the hash table is, in thousandths.
  int hash_full = 0;

  Move best() const { return lines.empty() ? Move::none() : lines.front().pv.front(); }
};

/// The first line as a record keeps it: from Black's view. Requires: analysis.scored.
Evaluation to_evaluation(const Analysis& analysis, Color side_to_move, std::string engine);

/// An engine that stopped working: it could not be started, died, or answered nonsense.
class EngineFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An answer of a working engine that says nothing about this one position: no move that can be
/// played, and no score.
class UselessAnswer : public EngineFailure {
 public:
  using EngineFailure::EngineFailure;
};

/// What to say of an answer that has a move and no score.
std::string move_without_score(const std::string& engine_name);

/// Called with what is known after every iteration.
using Progress = std::function<void(const Analysis&)>;

/// Anything that can analyse positions. One analysis at a time.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Name and version, as people read it.
  virtual std::string name() const = 0;
  /// What its evaluations are stored under: another one as soon as it may answer otherwise.
  virtual std::string identity() const { return name(); }
  /// Forgets everything learnt so far, so that the next analysis depends on nothing before it.
  virtual void new_game() = 0;
  /// The same before a single analysis under `limits`, which may need less of the engine.
  virtual void new_position(const Limits& limits) {
    static_cast<void>(limits);
    new_game();
  }
  /// Works until a limit is met or `stop` is requested, then says what it knows.
  ///
  /// What earlier analyses left in the hash table is used. With one thread and without a time limit
  /// the answer depends on nothing but the analyses since new_game().
  /// Throws EngineFailure; UselessAnswer where other positions may be asked about.
  virtual Analysis analyze(const GamePosition& position, const Limits& limits,
                           std::stop_token stop = {}, const Progress& progress = {}) = 0;
  /// What people should know of its work since the last call, though it went on: sentences.
  virtual std::vector<std::string> take_notes() { return {}; }
};

}  // namespace yari
