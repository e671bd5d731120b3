/// \file
/// The queues of games that wait for an annotation and of positions that wait for an evaluation:
/// filled by one program, emptied by many.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/database.h"
#include "db/store/work_queue.h"
#include "record/game.h"
#include "rules/setup.h"

namespace yari {

using store::Claim;
using store::WorkGroup;
using store::WorkKind;
using store::WorkRow;
using store::WorkState;

/// What a worker handed in is not what was asked for.
class RefusedResult : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

/// What the queues of a database have in common. Every function is a transaction of its own, or
/// part of the batch that is open, and throws what db/store/error.h lists.
class WorkQueue {
 public:
  /// Requires: the database outlives this.
  WorkQueue(Database& database, WorkKind kind) : database_(database), kind_(kind) {}

  /// Takes a lease of what waits for this engine and comes first; no value when nothing does.
  /// `worker` is what people call whoever asks.
  std::optional<Claim> claim(const std::string& engine, const std::string& worker,
                             std::chrono::milliseconds lease);
  /// False when somebody else has the work by now.
  bool extend(const Claim& claim, std::chrono::milliseconds lease);
  bool give_back(const Claim& claim);
  /// It waits again, while it has attempts left and `again` is true.
  bool fail(const Claim& claim, const std::string& reason, bool again);

  std::vector<WorkGroup> groups();
  /// At most `most` of this state, in the order in which they are claimed.
  std::vector<WorkRow> rows(WorkState state, std::size_t most);
  /// Whether work for the engine waits or is done by somebody now.
  bool has_open(const std::string& engine);

  /// What has failed waits again, with all attempts. How many.
  std::int64_t retry();
  /// Takes all of this state out of the queue. How many.
  std::int64_t clear(WorkState state);

 protected:
  Database& database_;
  WorkKind kind_;
};

/// Games that wait for an annotation.
class GameQueue : public WorkQueue {
 public:
  explicit GameQueue(Database& database) : WorkQueue(database, WorkKind::games) {}

  /// Puts these games into the queue; numbers that no game has are skipped. How many of them did
  /// not wait there in the same way already.
  std::int64_t put(const std::vector<GameId>& games, const std::string& engine,
                   const std::string& settings, int priority);
  /// Calls `write`, which stores the result, and marks the game as done in the same transaction.
  /// False when somebody else has the game by now: `write` is not called. Throws RefusedResult, and
  /// stores nothing, when the game cannot be read with what was written, as a move is not legal, or
  /// has no annotation by the engine that was asked for.
  bool finish(const Claim& claim, const std::function<void()>& write);
};

/// Positions that wait for an evaluation.
class PositionQueue : public WorkQueue {
 public:
  explicit PositionQueue(Database& database) : WorkQueue(database, WorkKind::positions) {}

  /// Whether the position did not wait there in the same way already. Requires: it is valid.
  bool put(const Setup& position, const std::string& engine, const std::string& settings,
           int priority);
  /// What became of it; no value where it is not in the queue.
  std::optional<WorkRow> find(const Setup& position, const std::string& engine,
                              const std::string& settings);
  /// Stores what the engine said under these limits, best first, and marks the position as done in
  /// the same transaction. False when somebody else has it by now. Throws RefusedResult, and stores
  /// nothing, when there is no line, or one without a move, or a move is not legal.
  bool finish(const Claim& claim, const std::string& limits, const std::vector<Evaluation>& lines);
};

/// The position that is to be evaluated; no value where it cannot occur, which the queue of a
/// damaged database may hold.
std::optional<Setup> position_of(const store::Work& work);

}  // namespace yari
