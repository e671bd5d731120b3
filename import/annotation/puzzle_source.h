/// \file
/// Puzzles out of the annotated games of a database.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/annotate/puzzle.h"
#include "db/database.h"

namespace yari {

/// A puzzle and where it comes from.
struct FoundPuzzle {
  Puzzle puzzle;
  GameHeader header;
  /// Plies before it in the main line.
  int ply = 0;
};

/// Puzzles that were found, so that none is found again: not the same position, mirrored or with
/// the colours changed, and not a part of the line of another.
class KnownPuzzles {
 public:
  /// True the first time that it is asked about a position that is in no line.
  bool is_new(const Setup& position);
  /// False when the line comes to the start of one that was found.
  bool add(const Puzzle& puzzle);

 private:
  std::set<std::string> tried_;
  /// Of the first positions, and of the later ones in which the solver moves.
  std::set<std::string> starts_, inside_;
};

/// Looks through games for puzzles, where annotation saw that a chance was missed or a mistake can
/// be punished. None comes twice, and none that is a part of another.
class PuzzleSource {
 public:
  /// Loads a game; no value for one that is to be skipped.
  using Load = std::function<std::optional<Game>(GameId)>;

  /// Games of `chosen` that are not annotated are skipped. Requires: database and engine outlive
  /// this.
  PuzzleSource(Database& database, Engine& engine, const PuzzleOptions& options,
               std::vector<GameId> chosen, Load load);

  /// No value when there is none left, or `stop` is requested. `progress` gets the games done.
  /// Throws EngineFailure and DatabaseError.
  std::optional<FoundPuzzle> next(const std::stop_token& stop,
                                  const std::function<void(std::size_t)>& progress = {});
  /// Leaves out puzzles for which `wanted` is false. Requires: nothing was asked for yet.
  void take_only(std::function<bool(const Puzzle&)> wanted) { wanted_ = std::move(wanted); }
  /// Goes on after this ply of this game. Requires: nothing was asked for yet.
  void begin_after(GameId game, int ply);
  /// Says how many positions were left out without a score, and why.
  const PuzzleMaker& maker() const { return maker_; }
  /// Annotated games of those chosen.
  std::size_t games() const { return ids_.size(); }

 private:
  bool open_next();

  Database& database_;
  PuzzleMaker maker_;
  std::vector<GameId> ids_;
  Load load_;
  std::size_t place_ = 0;
  std::optional<std::pair<GameId, int>> after_;
  /// The game that is looked through, and the plies that are left of it, the next one last.
  std::optional<Game> game_;
  GameHeader header_;
  std::vector<int> plies_;
  KnownPuzzles known_;
  std::function<bool(const Puzzle&)> wanted_;
};

}  // namespace yari
