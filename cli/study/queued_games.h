/// \file
/// Games that a worker takes from the queue of a database.
#pragma once

#include "answers/annotation_run.h"
#include "cli/study/work_leases.h"
#include "db/change/annotations.h"

namespace yari::cli {

class QueuedGames final : public GameSource {
 public:
  QueuedGames(SharedDatabase database, const WorkerOptions& options, std::stop_token stop)
      : database_(database),
        queue_(database.games),
        leases_(database, queue_, options, std::move(stop)) {}

  std::optional<Job> next() override;
  /// Stores the annotation and that the game is done, both or neither.
  bool store(const Job& job) override;
  void leave(const Job& job) override;
  void end() override { leases_.stop_all(); }
  bool waits_out_trouble() const override { return true; }
  std::size_t size() const override { return 0; }

  const WorkLeases& leases() const { return leases_; }

 private:
  bool finish(const Claim& claim, const Job& job);

  SharedDatabase database_;
  GameQueue queue_;
  std::optional<AnnotationChange> change_;
  WorkLeases leases_;
};

}  // namespace yari::cli
