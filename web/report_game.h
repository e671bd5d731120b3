/// \file
/// Games of the database on their way onto a page.
#pragma once

#include "analysis/report.h"
#include "db/database.h"

namespace yari::cli {

/// The game with what the tables of annotation know of it. Requires: it is the game of that number.
ReportGame report_game(Database& games, GameId id, Game game);

}  // namespace yari::cli
