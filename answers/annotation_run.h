/// \file
/// The loop that annotates games of a database on several threads: wherever the games come from,
/// whoever asked for it.
///
/// Its rules are the same at every door. If a game is damaged, or the engine fails on it, that is
/// reported, the game stays as it is, and the run goes on with the next game and a new engine.
/// After `most_failures_in_a_row` such games the run is given up. A stop ends the work within a
/// game.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "answers/annotation_engines.h"
#include "answers/annotation_totals.h"
#include "answers/json.h"
#include "db/change/annotations.h"
#include "db/database.h"
#include "import/annotation/annotate_stored.h"
#include "import/annotation/work_settings.h"

namespace yari {

inline constexpr int most_failures_in_a_row = 10;

/// A database that threads share: the mutex guards every use.
struct SharedDatabase {
  Database& games;
  std::mutex& mutex;
};

/// A game on its way through the threads.
struct Job {
  GameId id = 0;
  std::shared_ptr<const WorkSettings> settings;
  /// Ends the work on this game.
  std::stop_token stop;
  AnnotatedGame game = {};
  /// What the engine noted on the way.
  std::vector<std::string> notes = {};
  /// Why it could not be annotated; empty when it could.
  std::string failure = {};
  /// Another attempt may do better.
  bool may_go_better = false;
};

/// "game 7 is not annotated: ...". Requires: it has failed.
std::string failure_text(const Job& job);
/// What `annotate --json` and the API say of a game that is annotated.
Json annotated_json(const Job& job);
/// "no evaluation after plies 34, 36, 40, 41, 44 and 4 more: ..."; empty where every position has
/// one.
std::string unscored_text(const Annotation& annotation);

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

/// Games by their numbers, as one change for `undo`.
class ListedGames final : public GameSource {
 public:
  ListedGames(SharedDatabase database, std::vector<GameId> ids, const WorkSettings& settings,
              std::stop_token stop);

  std::optional<Job> next() override;
  bool store(const Job& job) override;
  void leave(const Job&) override {}
  std::size_t size() const override { return ids_.size(); }

 private:
  SharedDatabase database_;
  AnnotationChange change_;
  std::vector<GameId> ids_;
  std::shared_ptr<const WorkSettings> settings_;
  std::stop_token stop_;
  std::size_t next_ = 0;
};

/// How far a run has come.
struct RunProgress {
  /// Games that have been dealt with, and those that there are; 0: unknown.
  std::uint64_t done = 0;
  std::size_t all = 0;
  /// The game at work, and its positions; 0 of 0 at its beginning.
  GameId game = 0;
  int positions_done = 0;
  int positions = 0;
  /// Of all games and threads so far.
  double positions_a_second = 0;
};

/// Whoever shows a run. All but `progress` is called by the thread that runs it.
class RunListener {
 public:
  virtual ~RunListener() = default;
  /// Called by every thread that annotates.
  virtual void progress(const RunProgress&) {}
  /// The game is annotated and stored.
  virtual void annotated(const Job& job) = 0;
  /// It is not: failure_text() says so.
  virtual void failed(const Job& job) = 0;
  /// Something else that people should know, as a sentence.
  virtual void note(const std::string& sentence) = 0;
};

/// One run.
class AnnotationRun {
 public:
  /// Requires: the listener and the engines live as long.
  AnnotationRun(SharedDatabase database, AnnotationEngines& engines, RunListener& listener,
                std::stop_token stop)
      : database_(database), engines_(engines), listener_(listener), stop_(std::move(stop)) {}

  /// Annotates the games of the source on `jobs` threads and stores each as soon as it is done.
  /// Throws EngineFailure where no engine can be made at first, and DatabaseError.
  ///
  /// Interrupted, by a stop or the loss of the machine, and started again, it leaves the same
  /// database as an uninterrupted run, where the engine gives the same answers again.
  void run(GameSource& source, int jobs);

  /// Too many games have failed, one after the other.
  bool is_given_up() const { return failed_in_a_row_ == most_failures_in_a_row; }
  const AnnotationTotals& totals() const { return totals_; }
  /// What it came to, as `annotate --json` ends; `games`: how many there were to annotate.
  Json summary(std::uint64_t games) const;

 private:
  Job try_game(const GameSource& source, Job job);
  void annotate_one(Job& job);
  void show_progress(const Job& job, int done, int all);
  bool keep(GameSource& source, const Job& job);
  bool report_failure(const Job& job);
  double seconds() const;

  SharedDatabase database_;
  AnnotationEngines& engines_;
  RunListener& listener_;
  std::stop_token stop_;
  std::string identity_;
  /// Of the source, when it was asked last.
  std::atomic<std::size_t> size_ = 0;
  /// Games that have been dealt with, annotated or not.
  std::atomic<std::uint64_t> behind_ = 0;
  /// Positions of all games so far, for the speed.
  std::atomic<std::uint64_t> seen_ = 0;
  /// What listeners have been told of engines: several may note the same.
  std::set<std::string> noted_;
  int failed_in_a_row_ = 0;
  AnnotationTotals totals_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace yari
