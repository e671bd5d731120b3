/// \file
/// What a back end must do for the queues: games that wait for an annotation, positions that wait
/// for an evaluation, and leases of those that somebody works on.
///
/// A game is in its queue once, and goes when the game is deleted; a position is there once for
/// each engine and its settings. Times are those of the place where the queue is kept, not of the
/// workers' machines.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

class WorkReader {
 public:
  virtual ~WorkReader() = default;
  /// By engine and settings, none that is empty.
  virtual std::vector<WorkGroup> groups() = 0;
  /// Whether work for the engine waits or is running.
  virtual bool has_open(std::string_view engine) = 0;
  /// The game of this number, or the position of this SFEN with this engine and settings; `left` is
  /// not told. No value where it is not in the queue.
  virtual std::optional<WorkRow> find(const Work& work) = 0;
  /// Calls `visit` with the work of this state, in the order in which it is claimed, until it
  /// returns false.
  virtual void each(WorkState state, const std::function<bool(const WorkRow&)>& visit) = 0;
};

class WorkWriter {
 public:
  virtual ~WorkWriter() = default;
  /// Puts a game or position into the queue, in the place of what was there. Where that is the same
  /// engine and settings, waiting or running, only the priority changes: then false. Of a position
  /// `id` is not looked at. Requires: there is such a game.
  virtual bool put(const Work& work) = 0;
  /// Takes work that waits, or whose lease has ended: first in order of priority. One whose
  /// attempts are used up has failed instead.
  virtual std::vector<Claim> claim(const ClaimRequest& request) = 0;

  // Each of these is false, and does nothing, where the lease is another's by now: it ended and
  // somebody took the work, or it was put again or taken away. A lease that ended and that nobody
  // took counts.

  /// The lease ends so long from now on.
  virtual bool extend(const Claim& claim, std::chrono::milliseconds lease) = 0;
  virtual bool finish(const Claim& claim) = 0;
  /// As if it had not been claimed: the attempt does not count.
  virtual bool give_back(const Claim& claim) = 0;
  /// It waits again, while it has attempts left and `again` is true; else it has failed.
  virtual bool fail(const Claim& claim, std::string_view reason, bool again) = 0;

  /// What has failed waits again, with all attempts. How many there were.
  virtual std::int64_t retry() = 0;
  /// Removes all work of this state; who works on it loses the lease. How much there was.
  virtual std::int64_t clear(WorkState state) = 0;
};

}  // namespace yari::store
