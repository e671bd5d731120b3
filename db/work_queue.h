/// \file
/// The queue of games that wait for an annotation: filled by one program, emptied by many.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/database.h"
#include "db/store/work_queue.h"

namespace yari {

using store::Claim;
using store::WorkGroup;
using store::WorkRow;
using store::WorkState;

/// What a worker handed in is not what was asked for.
class RefusedResult : public DatabaseError {
 public:
  using DatabaseError::DatabaseError;
};

/// The queue of a database. Every function is a transaction of its own, or part of the batch that
/// is open, and throws what db/store/error.h lists.
class WorkQueue {
 public:
  /// Requires: the database outlives this.
  explicit WorkQueue(Database& database) : database_(database) {}

  /// Puts these games into the queue; numbers that no game has are skipped. How many of them did
  /// not wait there in the same way already.
  std::int64_t put(const std::vector<GameId>& games, const std::string& engine,
                   const std::string& settings, int priority);

  /// Takes a lease of the first game that waits for this engine; no value when none does. `worker`
  /// is what people call whoever asks.
  std::optional<Claim> claim(const std::string& engine, const std::string& worker,
                             std::chrono::milliseconds lease);
  /// False when somebody else has the game by now.
  bool extend(const Claim& claim, std::chrono::milliseconds lease);
  /// Calls `write`, which stores the result, and marks the game as done in the same transaction.
  /// False when somebody else has the game by now: `write` is not called. Throws RefusedResult, and
  /// stores nothing, when the game cannot be read with what was written, as a move is not legal, or
  /// has no annotation by the engine that was asked for.
  bool finish(const Claim& claim, const std::function<void()>& write);
  bool give_back(const Claim& claim);
  /// It waits again, while it has attempts left and `again` is true.
  bool fail(const Claim& claim, const std::string& reason, bool again);

  std::vector<WorkGroup> groups();
  /// At most `most` games of this state, in the order in which they are claimed.
  std::vector<WorkRow> rows(WorkState state, std::size_t most);
  /// Whether work for the engine waits or is done by somebody now.
  bool has_open(const std::string& engine);

  /// What has failed waits again, with all attempts. How many games.
  std::int64_t retry();
  /// Takes all games of this state out of the queue. How many.
  std::int64_t clear(WorkState state);

 private:
  Database& database_;
};

}  // namespace yari
