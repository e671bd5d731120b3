/// \file
/// Games of the database on their way onto a page.
#pragma once

#include <optional>

#include "analysis/report/report.h"
#include "db/database.h"
#include "db/reports/judgements.h"

namespace yari {

/// The game with what the tables of annotation know of it. Requires: it is the game of that number.
ReportGame report_game(Database& games, GameId id, Game game);

/// The coefficient with which the game was judged, as AnnotateOptions has it; 0 where that
/// is the one of the engine, or the game is not annotated.
double judged_coefficient(const std::optional<StoredAnnotation>& annotation, Variant v);

}  // namespace yari
