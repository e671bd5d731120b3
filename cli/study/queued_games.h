/// \file
/// Games that a worker takes from the queue of a database.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <thread>

#include "answers/annotation_run.h"
#include "db/change/annotations.h"
#include "db/work_queue.h"

namespace yari::cli {

struct WorkerOptions {
  /// Engine::identity() of the worker's engines.
  std::string engine;
  /// What people call the worker.
  std::string name;
  std::chrono::milliseconds lease{60'000};
  /// Wait for more where the queue has nothing for the engine.
  bool waits = false;
};

/// Takes a lease of each game and extends all of them while it exists. Where others are working
/// on the last games, it waits for the end of their leases, unless they finish.
class QueuedGames final : public GameSource {
 public:
  QueuedGames(SharedDatabase database, WorkerOptions options, std::stop_token stop);
  /// Gives the leases back that are left.
  ~QueuedGames() override;
  QueuedGames(const QueuedGames&) = delete;
  QueuedGames& operator=(const QueuedGames&) = delete;

  std::optional<Job> next() override;
  /// Stores the annotation and that the game is done, both or neither.
  bool store(const Job& job) override;
  void leave(const Job& job) override;
  void end() override;
  bool waits_out_trouble() const override { return true; }
  std::size_t size() const override { return 0; }

  /// Leases taken, and those that ended before the game was done.
  std::uint64_t taken() const { return taken_; }
  std::uint64_t lost() const { return lost_; }

 private:
  struct Held {
    Claim claim;
    std::stop_source stop;
    /// Tells `stop` of the run's.
    std::unique_ptr<std::stop_callback<std::function<void()>>> forward;
  };

  std::optional<Job> begin(const Claim& claim);
  bool finish(const Claim& claim, const Job& job);
  /// The claim, which is not extended any more; no value when the lease was lost.
  std::optional<Claim> let_go(GameId game);
  /// Calls `change` with the queue locked, again and again while another program writes.
  template <class Change>
  auto patiently(Change change);
  void extend_leases(const std::stop_token& ended);
  void extend_all();
  /// False when the run is to stop.
  bool pause(std::chrono::milliseconds length);

  SharedDatabase database_;
  WorkQueue queue_;
  std::optional<AnnotationChange> change_;
  WorkerOptions options_;
  std::stop_token stop_;
  /// By game; guarded by the mutex of the database.
  std::map<GameId, Held> held_;
  std::atomic<std::uint64_t> taken_ = 0, lost_ = 0;
  std::atomic<bool> ended_ = false;
  std::jthread heart_;
};

}  // namespace yari::cli
