/// \file
/// Queued work: games that wait for an annotation, positions that wait for an evaluation, and
/// leases of those that somebody works on (db/store/sql/work_table.h).
///
/// A game is in its queue once, and goes when the game is deleted; a position is there once for
/// each engine and its settings. Times are those of the place where the queue is kept, not of the
/// workers' machines.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "db/query/filter.h"

namespace yari::store {

/// Each kind of work has a queue of its own.
enum class WorkKind : std::uint8_t { games, positions };
inline constexpr int work_kind_count = 2;

/// What is to be done with a game or a position.
struct Work {
  /// Of a game its GameId; of a position a number that the queue gave it.
  std::int64_t id = 0;
  /// Engine::identity() of the engine that must do it.
  std::string engine;
  /// How, in the words of whoever put it into the queue.
  std::string settings;
  /// The greatest comes first, and among equals the smallest number.
  int priority = 0;
  /// Of a position: its SFEN without a move number. Of a game: nothing.
  std::string sfen = {};
};

/// On disk: never change.
enum class WorkState : std::uint8_t { waiting, running, done, failed };
inline constexpr int work_state_count = 4;

/// Leases that may end without being given back; after the last the work has failed.
/// Leases that ended because their worker died count.
inline constexpr int most_attempts = 3;

/// Work that somebody has a lease of.
struct Claim {
  Work work;
  /// Of the claim: whoever knows it has the lease.
  std::int64_t token = 0;
  /// 1 for the first.
  int attempt = 0;
};

struct ClaimRequest {
  /// Only work for this engine.
  std::string engine;
  /// What people call the worker.
  std::string worker;
  /// Never given twice: 63 random bits.
  std::int64_t token = 0;
  /// From now on; 0: over at once, which tests use.
  std::chrono::milliseconds lease{60'000};
  /// Wanted at most.
  int most = 1;
};

/// Work and what became of it.
struct WorkRow {
  Work work;
  WorkState state = WorkState::waiting;
  int attempts = 0;
  /// Who has the lease, or had the last one; empty when nobody has.
  std::string worker;
  /// Until the lease ends; negative when it has. Of running work alone.
  std::chrono::milliseconds left{0};
  /// What was wrong at the last failure; empty without one.
  std::string reason;
};

/// All work for one engine with the same settings.
struct WorkGroup {
  std::string engine, settings;
  /// How much, by WorkState.
  std::array<std::int64_t, work_state_count> counts{};
  /// What was spent on those that are done: from claim to end.
  std::chrono::milliseconds spent{0};
};

}  // namespace yari::store
