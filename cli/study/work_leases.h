/// \file
/// The leases that a worker has of what it takes from a queue.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "answers/annotation_run.h"
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

/// Why nobody can do work whose settings cannot be read.
inline constexpr const char* unreadable_settings =
    "another version of the program put it into the queue: its settings cannot be read";

/// Takes leases and extends all of them while it exists. Where others are working on the last
/// pieces of work, it waits for the end of their leases, unless they finish.
class WorkLeases {
 public:
  /// Requires: `queue` is of the database, and outlives this.
  WorkLeases(SharedDatabase database, WorkQueue& queue, WorkerOptions options,
             std::stop_token stop);
  /// Gives the leases back that are left.
  ~WorkLeases();
  WorkLeases(const WorkLeases&) = delete;
  WorkLeases& operator=(const WorkLeases&) = delete;

  struct Leased {
    Claim claim;
    /// Ends the work: the lease was lost, or everything is to stop.
    std::stop_token stop;
  };
  /// The next; no value when there is none, or everything is to stop. By one thread at a time.
  std::optional<Leased> next();
  /// Calls `settle`, which ends the lease in the queue and says whether it still was there, with
  /// the database locked; again and again while another program writes or a server is away. The
  /// lease is kept up no longer. False when it was lost: then `settle` may not have been called.
  bool end(std::int64_t id, const std::function<bool(const Claim&)>& settle);
  /// For work that nobody can do: it has failed, and does not count as taken.
  void refuse(const Claim& claim, const std::string& reason);
  /// No more is taken, and what was begun is to stop.
  void stop_all();

  /// Leases taken, and those that ended before the work was done.
  std::uint64_t taken() const { return taken_; }
  std::uint64_t lost() const { return lost_; }

 private:
  struct Held {
    Claim claim;
    std::stop_source stop;
    /// Tells `stop` of the run's.
    std::unique_ptr<std::stop_callback<std::function<void()>>> forward;
  };

  Leased hold(Claim claim);
  /// What `change` returns, which is called with the database locked.
  template <class Change>
  auto patiently(Change change);
  void extend_now_and_then(const std::stop_token& ended);
  void extend_all();
  /// False when the run is to stop.
  bool pause(std::chrono::milliseconds length);

  SharedDatabase database_;
  WorkQueue& queue_;
  WorkerOptions options_;
  std::stop_token stop_;
  /// By number; guarded by the mutex of the database.
  std::map<std::int64_t, Held> held_;
  std::atomic<std::uint64_t> taken_ = 0, lost_ = 0;
  std::atomic<bool> ended_ = false;
  std::jthread heart_;
};

}  // namespace yari::cli
