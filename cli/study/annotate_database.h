/// \file
/// Annotation of chosen games in a database.
#pragma once

#include <vector>

#include "cli/options/command.h"
#include "cli/options/engine_options.h"
#include "db/database.h"
#include "import/annotation/work_settings.h"

namespace yari::cli {

/// How the games of a database are to be annotated.
struct AnnotateDatabase {
  const EngineOptions& engine;
  WorkSettings settings;
  int jobs = 1;
};

/// Annotates the games of these numbers, as answers/annotation_run.h says, and shows each as soon
/// as it is stored; one whose annotation is as good already (Earlier::kept) is skipped.
Exit annotate_database(Terminal& terminal, Database& database, std::vector<GameId> ids,
                       const AnnotateDatabase& how);

/// Puts the games into the queue, for workers (`yari work`) that have the same engine; those that
/// are annotated as well already are left out.
Exit queue_games(Terminal& terminal, Database& database, const std::vector<GameId>& ids,
                 const AnnotateDatabase& how, int priority);

/// Removes from the games what an engine wrote into them. A damaged one is reported and skipped.
Exit clear_annotations(Terminal& terminal, Database& database, const std::vector<GameId>& ids);

}  // namespace yari::cli
