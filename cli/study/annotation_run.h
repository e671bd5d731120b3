/// \file
/// The loop that annotates games of a database on several threads, wherever the games come from.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/options/command.h"
#include "cli/options/engine_options.h"
#include "cli/study/annotation_totals.h"
#include "cli/terminal/stop.h"
#include "db/database.h"
#include "import/annotation/annotate_stored.h"
#include "import/annotation/work_settings.h"

namespace yari::cli {

/// The engines of the threads; each works on one game at a time.
class Engines {
 public:
  explicit Engines(const EngineOptions& options) : options_(options) {}

  std::unique_ptr<Engine> take();
  void give_back(std::unique_ptr<Engine> engine);

 private:
  const EngineOptions& options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Engine>> idle_;
};

/// A database that threads share: its mutex guards every use.
struct SharedDatabase {
  Database& games;
  std::mutex mutex = {};
};

/// A game on its way through the threads.
struct Job {
  GameId id = 0;
  std::shared_ptr<const WorkSettings> settings;
  /// Ends the work on this game.
  std::stop_token stop;
  AnnotatedGame game = {};
  /// Why it could not be annotated; empty when it could.
  std::string failure = {};
  /// Another attempt may do better.
  bool may_go_better = false;
};

/// Where the games of a run come from, and what becomes of them.
class GameSource {
 public:
  virtual ~GameSource() = default;
  /// The next game; no value when there is none, or the run is to stop. Called by all threads, by
  /// one at a time.
  virtual std::optional<Job> next() = 0;
  /// Stores the annotation. False when it is not wanted any more.
  /// Requires: the database is not locked.
  virtual bool store(const Job& job) = 0;
  /// The game was left as it is, was stopped, or has failed: none of these is stored.
  virtual void leave(const Job& job) = 0;
  /// The run ends before all is done: `next` is not to wait any longer. Called by any thread.
  virtual void end() {}
  /// Whether a game may be left for later where another program has kept the database busy, or a
  /// server was lost; else that ends the run.
  virtual bool waits_out_trouble() const { return false; }
  /// The games of the run, as far as they are known: for the progress; 0: unknown.
  virtual std::size_t size() const = 0;
};

/// One run of a command.
class AnnotationRun {
 public:
  /// `identity` is that of the engines that `engines` makes.
  AnnotationRun(Terminal& terminal, SharedDatabase& database, Engines& engines,
                std::string identity, const StopOnSignal& stop)
      : terminal_(terminal),
        database_(database),
        engines_(engines),
        identity_(std::move(identity)),
        stop_(stop) {}

  /// Annotates the games of the source on `jobs` threads and shows each as soon as it is stored.
  /// One that is damaged, or that the engine does not get through, is reported and left.
  void run(GameSource& source, int jobs);

  /// What the command ends with.
  Exit exit() const;
  const AnnotationTotals& totals() const { return totals_; }
  double seconds() const;

 private:
  Job try_game(const GameSource& source, Job job);
  void annotate_one(Job& job);
  void show_progress(int done, int all);
  bool keep(GameSource& source, const Job& job);
  bool report_failure(const Job& job);
  void show(const Job& job);

  Terminal& terminal_;
  SharedDatabase& database_;
  Engines& engines_;
  std::string identity_;
  const StopOnSignal& stop_;
  /// Of the source, when it was asked last.
  std::atomic<std::size_t> size_ = 0;
  /// Games that have been dealt with, annotated or not.
  std::atomic<std::uint64_t> behind_ = 0;
  /// Positions of all games so far, for the speed.
  std::atomic<std::uint64_t> seen_ = 0;
  int failed_in_a_row_ = 0;
  AnnotationTotals totals_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace yari::cli
