/// \file
/// Games as the report page's script reads them.
#pragma once

#include <string>

#include "analysis/report/report.h"
#include "notation/json/object.h"

namespace yari {

/// What the page knows before a game is opened: the pieces of the variants, and the list of games.
Json report_overview_json(const std::vector<ReportGame>& games, const ReportOptions& options);
/// The pieces of one game.
Json pieces_json(const VariantInfo& variant);

/// One game: every node of its tree with position, move text and notes, in an order in which each
/// line's moves follow one another and the main line comes first.
Json report_game_json(const ReportGame& game);

/// Text that may stand inside a script element.
std::string script_text(const Json& json);

/// The title of the page.
std::string report_title(const std::vector<ReportGame>& games, const ReportOptions& options);

}  // namespace yari
