/// \file
/// Where the games of a match begin.
#pragma once

#include <string>
#include <vector>

#include "analysis/match/match.h"
#include "cli/terminal/terminal.h"
#include "db/database.h"

namespace yari::cli {

/// The openings of a file, one a line as read_opening takes them; empty lines are skipped.
///
/// Throws Failure with file, line and column for a line that is none, and for a file without any.
std::vector<GamePosition> openings_of_file(const std::string& file, Variant variant);

/// The first `plies` plies of the games of `variant` in the database, each opening once, in the
/// order of the games. Shorter games are skipped, damaged ones reported. Throws Failure when that
/// leaves nothing.
std::vector<GamePosition> openings_of_database(Terminal& terminal, Database& games, Variant variant,
                                               int plies);

}  // namespace yari::cli
