/// \file
/// Annotation of games in a database by several threads.
#pragma once

#include "analysis/annotate/annotate.h"
#include "cli/command.h"
#include "cli/engine_options.h"
#include "db/database.h"
#include "import/annotation/stored_annotation.h"

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

/// How the games of a database are to be annotated.
struct AnnotateDatabase {
  const EngineOptions& engine;
  AnnotationRequest request;
  int jobs = 1;
  /// Annotate again also what is annotated in the same way already.
  bool force = false;
};

/// Annotates the games of these numbers and stores each as soon as it is done; one whose
/// annotation is as good already (Earlier::kept) is skipped. One that is damaged, or that the
/// engine does not get through, is reported and skipped.
///
/// Interrupted, by a signal or the loss of the machine, and started again, it leaves the same
/// database as an uninterrupted run: what is stored about a game depends on that game and on which
/// of its positions other games share, and on nothing else.
Exit annotate_database(Terminal& terminal, Database& database, std::vector<GameId> ids,
                       const AnnotateDatabase& how);

/// Removes from the games what an engine wrote into them. A damaged one is reported and skipped.
Exit clear_annotations(Terminal& terminal, Database& database, const std::vector<GameId>& ids);

}  // namespace yari::cli
