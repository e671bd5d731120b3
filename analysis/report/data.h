/// \file
/// Games as the report page's script reads them: JSON that may stand inside a script element.
#pragma once

#include <string>

#include "analysis/report/report.h"

namespace yari {

/// What the page knows before a game is opened: the pieces of the variants, and the list of games.
std::string report_overview_json(const std::vector<ReportGame>& games,
                                 const ReportOptions& options);

/// One game: every node of its tree with position, move text and notes, in an order in which each
/// line's moves follow one another and the main line comes first.
std::string report_game_json(const ReportGame& game);

/// The title of the page.
std::string report_title(const std::vector<ReportGame>& games, const ReportOptions& options);

}  // namespace yari
