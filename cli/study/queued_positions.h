/// \file
/// Positions that a worker takes from the queue of a database.
#pragma once

#include <cstdint>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "answers/annotation_engines.h"
#include "answers/annotation_run.h"
#include "cli/study/work_leases.h"
#include "cli/terminal/terminal.h"

namespace yari::cli {

/// Evaluates positions and stores each evaluation as soon as there is one. A position on which the
/// engine fails waits again, with other attempts; after most_failures_in_a_row the run is given up.
class QueuedPositions {
 public:
  /// Requires: all of them outlive this.
  QueuedPositions(SharedDatabase database, AnnotationEngines& engines, Terminal& terminal,
                  const WorkerOptions& options, std::stop_token stop)
      : queue_(database.games),
        leases_(database, queue_, options, std::move(stop)),
        engines_(engines),
        terminal_(terminal) {}

  /// On `jobs` threads, until none is left or everything is to stop. Of the terminal only the
  /// progress is used. Throws EngineFailure where no engine can be made at first, and
  /// DatabaseError.
  void run(int jobs);
  /// No more is taken, and what was begun is to stop. Called by any thread.
  void end() { leases_.stop_all(); }

  // After `run`.

  std::uint64_t evaluated() const { return evaluated_; }
  std::uint64_t failed() const { return failed_; }
  bool is_given_up() const { return failed_in_a_row_ == most_failures_in_a_row; }
  const WorkLeases& leases() const { return leases_; }
  /// What there is to say besides: the first sentences, and why the run was given up.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  enum class End : std::uint8_t { evaluated, failed, left };
  struct Outcome {
    End end;
    std::vector<std::string> notes;
  };
  Outcome evaluate(const WorkLeases::Leased& leased);
  Outcome fail(const Claim& claim, const std::string& reason, bool again);
  bool count(const Outcome& outcome);

  PositionQueue queue_;
  WorkLeases leases_;
  AnnotationEngines& engines_;
  Terminal& terminal_;
  std::uint64_t evaluated_ = 0, failed_ = 0;
  int failed_in_a_row_ = 0;
  std::vector<std::string> notes_;
  std::set<std::string> noted_;
};

}  // namespace yari::cli
